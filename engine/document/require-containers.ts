import { describeOwner } from "../describe-owner.ts";
import { PodgraftError } from "../errors.ts";
import { isJsonList, member, type Segment } from "../json.ts";
import { documentPath, type LocatedPod } from "../locate/located-pod.ts";
import { pathText } from "../typed/path-text.ts";

/**
 * Refuses a Pod whose `containers` is null: somebody meant to write some, as a Helm template that came out empty. Throws PodgraftError
 * `input.pod_invalid` with the path in the document.
 */
export function refuseNullContainers(located: LocatedPod): void {
  if (member(located.pod.spec, "containers") === null) throw missing(located, "null");
}

/**
 * Refuses a Pod without any container, which an API server does not take. Manifests in Git may be parts, such as Kustomize's patches; an
 * object that is asked about on its own is whole. Throws as {@link refuseNullContainers}.
 */
export function requireContainers(located: LocatedPod): void {
  refuseNullContainers(located);
  const containers = member(located.pod.spec, "containers");
  if (containers === undefined) throw missing(located, "none");
  if (isJsonList(containers) && containers.length === 0) throw missing(located, "an empty list");
}

function missing(located: LocatedPod, found: string): PodgraftError {
  const inPod: readonly Segment[] = ["spec", "containers"];
  const path = pathText(documentPath(located, inPod) ?? located.templatePath);
  const message = `${path}: expected a list of at least one container, found ${found} (${describeOwner(located.object)})`;
  return new PodgraftError("input.pod_invalid", message, { path });
}
