import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { execaSync } from "execa";
import t from "tap";

const script = new URL("../../scripts/generate-pod-fields.js", import.meta.url);
const table = new URL("../../../engine/typed/pod-fields.ts", import.meta.url);
const sources = sourcesInModuleCache();

t.test(
  "the committed table is what the generator prints",
  { skip: sources === undefined ? "skipped: Kubernetes' sources are not in Go's module cache" : false },
  (t) => {
    const { stdout } = execaSync("node", [script.pathname, "v1.37.2", ...(sources ?? [])], {
      stripFinalNewline: false,
    });
    t.equal(stdout, readFileSync(table, "utf8"));
    t.end();
  },
);

/** The OpenAPI document and the Go sources that the table was made from, where `go mod download` has left them. */
function sourcesInModuleCache(): readonly string[] | undefined {
  const cache = process.env["GOMODCACHE"] ?? join(process.env["GOPATH"] ?? join(homedir(), "go"), "pkg/mod");
  const files = [
    "kubernetes@v1.37.2/api/openapi-spec/swagger.json",
    "api@v0.37.2/core/v1/types.go",
    "apimachinery@v0.37.2/pkg/apis/meta/v1/types.go",
  ].map((file) => join(cache, "k8s.io", file));
  return files.every((file) => existsSync(file)) ? files : undefined;
}
