import { PodgraftError } from "../../engine/errors.ts";

/** Takes the fault of one document, so that it does not hide those of the others. */
export type TakeFault = (fault: PodgraftError) => void;

/** The first fault ends the work. */
export const rethrow: TakeFault = (fault) => {
  throw fault;
};

/** Runs one document's work. Its faults go to `takeFault` and give undefined; whatever concerns more than the document is thrown. */
export function attempt<Result>(run: () => Result, takeFault: TakeFault): Result | undefined {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof PodgraftError) || !isOfDocument(cause)) throw cause;
    takeFault(cause);
    return undefined;
  }
}

function isOfDocument({ code }: PodgraftError): boolean {
  return code.startsWith("input.") || code === "internal.splice" || code === "internal.patch";
}
