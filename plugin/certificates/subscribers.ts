import type { Log } from "../log.ts";

/** Those who are told of what takes the place of a certificate, or of authorities. */
export type Subscribers<Material> = {
  readonly add: (callback: (material: Material) => void) => void;
  /** Tells all; one that throws is logged and does not keep the others from hearing. */
  readonly tell: (material: Material) => void;
};

/** Makes an empty list of subscribers. */
export function createSubscribers<Material>(log: Log): Subscribers<Material> {
  const callbacks: ((material: Material) => void)[] = [];
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
