const rfc3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,][0-9]+)?(?:Z|[+-]([0-9]{2}):([0-9]{2}))$/;

const daysByMonth: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether `text` is an RFC 3339 time as Go's `time.Parse` reads it, which is what `metav1.Time` decodes: it also takes an hour of
 * one digit and a comma before the fraction, and offsets up to 24:60; it takes no leap second and no lower-case `t` or `z`.
 */
export function isTime(text: string): boolean {
  const parts = rfc3339.exec(text)?.slice(1);
  if (parts === undefined) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHours = 0, offsetMinutes = 0] =
    parts.map(numberOrZero);
  return (
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    offsetHours <= 24 &&
    offsetMinutes <= 60
  );
}

function numberOrZero(digits: string | undefined): number {
  return Number(digits ?? 0);
}

/** The days of a month counted from 1; none where there is no such month. */
function daysIn(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (daysByMonth[month - 1] ?? 0);
}
