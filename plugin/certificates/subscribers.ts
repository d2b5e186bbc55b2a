import type { Log } from "../log.ts";
import type { TlsMaterial } from "./tls-source.ts";

/** Those who are told of a new certificate. */
export type Subscribers = {
  readonly add: (callback: (material: TlsMaterial) => void) => void;
  /** Tells all; one that throws is logged and does not keep the others from hearing. */
  readonly tell: (material: TlsMaterial) => void;
};

/** Makes an empty list of subscribers. */
export function createSubscribers(log: Log): Subscribers {
  const callbacks: ((material: TlsMaterial) => void)[] = [];
  return {
    add(callback) {
      callbacks.push(callback);
    },
    tell(material) {
      for (const callback of callbacks) {
        try {
          callback(material);
        } catch (error) {
          log("error", "Certificate: the new one was not taken over", { cause: String(error) });
        }
      }
    },
  };
}
