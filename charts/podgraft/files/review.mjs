// What `helm test` runs: is the server ready, and does it answer a review as an API server would ask it, with the certificate that the
// API server trusts? Environment: PODGRAFT_READY (a URL without TLS), PODGRAFT_URL (https://SERVICE.NAMESPACE.svc:PORT), PODGRAFT_CA (a
// file; absent: the certificate is not checked), PODGRAFT_ASKS_FOR_CERTIFICATES ("true": no review, as this Pod has none).
import console from "node:console";
import { existsSync, readFileSync } from "node:fs";
import { request as requestPlainly } from "node:http";
import { request as requestSecurely } from "node:https";
import process from "node:process";
import { URL } from "node:url";

const { PODGRAFT_READY: ready = "", PODGRAFT_URL: url = "", PODGRAFT_CA: file = "" } = process.env;
const asksForCertificates = process.env.PODGRAFT_ASKS_FOR_CERTIFICATES === "true";
const trust = existsSync(file) ? { ca: readFileSync(file) } : { rejectUnauthorized: false };
if (!existsSync(file)) console.log("no CA to check the certificate with");

const uid = "00000000-0000-4000-8000-000000000000";
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "podgraft-test", namespace: "default" },
  spec: { serviceAccountName: "default", containers: [{ name: "test", image: "test" }] },
};
const review = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid,
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    name: "podgraft-test",
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "helm-test" },
    dryRun: true,
    object: pod,
    oldObject: null,
  },
};

main().catch((error) => {
  console.error(`failed: ${error.message}`);
  process.exitCode = 1;
});

async function main() {
  const state = await ask("GET", new URL(ready));
  if (state.status !== 200) throw new Error(`/readyz answers ${state.status}: ${state.text}`);
  console.log("ready");
  if (asksForCertificates) return console.log("no review asked: the server wants a client certificate");
  const answer = await ask("POST", new URL("/verify", url), JSON.stringify(review));
  if (answer.status !== 200) throw new Error(`/verify answers ${answer.status}: ${answer.text}`);
  const { response } = JSON.parse(answer.text);
  if (response?.uid !== uid || typeof response.allowed !== "boolean")
    throw new Error(`/verify answers no AdmissionReview: ${answer.text}`);
  console.log(`reviewed: allowed ${response.allowed}`);
}

function ask(method, address, body) {
  const request = address.protocol === "http:" ? requestPlainly : requestSecurely;
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const call = request(address, { method, headers, ...trust, timeout: 10_000 }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, text }));
      response.on("error", reject);
    });
    call.on("timeout", () => call.destroy(new Error(`${address.href} does not answer`)));
    call.on("error", reject);
    call.end(body);
  });
}
