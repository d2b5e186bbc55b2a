import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cpuSeconds } from "./process-figures.ts";
import type { Order, Target, Told } from "./load-messages.ts";

/** What one run gave. */
export type Run = {
  readonly requests: number;
  readonly errors: number;
  readonly seconds: number;
  readonly latencies: readonly number[];
  /** Of the server's process, in seconds; null where its process is not known. */
  readonly cpuSeconds: number | null;
};

/** A server that is asked. */
export type Asked = { readonly target: Target; readonly pid: number | null };

/** The process that asks. */
export class Load {
  readonly #client: ChildProcess = fork(fileURLToPath(new URL("../load-client.js", import.meta.url)));

  /** Opens the connections first, so that neither time nor CPU counts handshakes, then asks. */
  async run(
    { target, pid }: Asked,
    connections: number,
    amount: Pick<Order & { kind: "run" }, "requests" | "seconds" | "pods">,
  ): Promise<Run> {
    await this.#order({ kind: "connect", target, connections });
    const before = pid === null ? null : cpuSeconds(pid);
    const told = await this.#order({ kind: "run", ...amount });
    const after = pid === null ? null : cpuSeconds(pid);
    if (told.kind !== "done") throw new Error("the client did not run");
    return { ...told, cpuSeconds: before === null || after === null ? null : after - before };
  }

  stop(): void {
    this.#client.kill();
  }

  async #order(order: Order): Promise<Told> {
    const answer = new Promise<Told>((resolve) => this.#client.once("message", resolve));
    this.#client.send(order);
    const told = await answer;
    if (told.kind === "failed") throw new Error(`the client failed: ${told.message}`);
    return told;
  }
}
