import t from "tap";
import { isInternalAnnotation, withoutInternalAnnotations } from "../../../renderer/krm/internal-annotations.ts";

const keys: readonly [key: string, internal: boolean][] = [
  ["internal.config.kubernetes.io/previousNames", true],
  ["internal.config.kubernetes.io/needsHashSuffix", true],
  ["config.kubernetes.io/index", true],
  ["config.kubernetes.io/local-config", true],
  ["config.k8s.io/id", true],
  ["kustomize.config.k8s.io/id", true],
  ["config.k8s.io/other", false],
  ["eks.amazonaws.com/role-arn", false],
  ["x.config.kubernetes.io/index", false],
];
for (const [key, internal] of keys) {
  t.test(key, (t) => {
    t.equal(isInternalAnnotation(key), internal);
    const stripped = withoutInternalAnnotations({ metadata: { name: "a", annotations: { [key]: "x" } }, spec: {} });
    t.same(stripped, { metadata: { name: "a", annotations: internal ? {} : { [key]: "x" } }, spec: {} });
    t.end();
  });
}

for (const object of [{}, { metadata: null }, { metadata: { annotations: null } }, { metadata: [] }]) {
  t.test(`unchanged: ${JSON.stringify(object)}`, (t) => {
    t.equal(withoutInternalAnnotations(object), object);
    t.end();
  });
}
