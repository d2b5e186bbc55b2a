import type { Location } from "../engine/errors.ts";

/** Something in the input that works, or that the official tools let through, but hardly as it is meant. */
export type Notice = {
  readonly severity: "error" | "warning";
  /** A stable name for it. */
  readonly code: string;
  readonly message: string;
  readonly location: Location;
};
