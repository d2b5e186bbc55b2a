// The least that a webhook in Node can do: HTTPS, the body parsed, a constant answered. Started with fork(); gets certificate, key and patch,
// sends {port} when it listens.
import { createServer } from "node:https";
import { member, parseJson } from "../engine/json.ts";

function listen(cert: string, key: string, patch: string): void {
  const server = createServer({ cert, key, keepAliveTimeout: 120_000 }, (request, answer) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const review = parseJson(Buffer.concat(chunks).toString("utf8"));
      const uid = member(member(review, "request"), "uid") ?? "";
      const body = JSON.stringify({
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid, allowed: true, patchType: "JSONPatch", patch },
      });
      answer.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      answer.end(body);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 });
  });
}

process.once("message", (message: { readonly cert: string; readonly key: string; readonly patch: string }) => {
  listen(message.cert, message.key, message.patch);
});
process.on("disconnect", () => process.exit());
