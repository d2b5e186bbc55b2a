/**
 * Whether Kubernetes' version parser (apimachinery, ParseSemantic) reads a text: three numbers, an optional `v` before them, an optional
 * pre-release and build behind them, white space around; no number begins with a superfluous zero.
 */
export function isSemanticVersion(text: string): boolean {
  const parts =
    /^\s*v?(?<numbers>\d+\.\d+\.\d+)(?:-(?<pre>[\w-]+(?:\.[\w-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\s*$/.exec(
      text,
    )?.groups;
  if (parts === undefined) return false;
  const { numbers = "", pre = "" } = parts;
  return !pre.includes("_") && ![...numbers.split("."), ...pre.split(".")].some((part) => /^0\d+$/.test(part));
}
