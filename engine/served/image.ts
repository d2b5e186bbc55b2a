import type { Json } from "../json.ts";

const domain = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const component = String.raw`[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*`;
const reference = new RegExp(
  String.raw`^(?:${domain}\/)?${component}(?:\/${component})*(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>.+))?$`,
);
const digests = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;

/** No registry's references are longer; beyond it nothing is parsed. */
const longest = 4096;

/**
 * When an image is pulled if nothing is said: `latest` and untagged ones always, all others if not present. So are those whose reference is none, as
 * Kubernetes leaves that for the node to find out. Source: ParseImageName in Kubernetes' pkg/util/parsers.
 */
export function defaultPullPolicy(image: Json | undefined): "Always" | "IfNotPresent" {
  return tagOf(typeof image === "string" ? image : "") === "latest" ? "Always" : "IfNotPresent";
}

function tagOf(image: string): string | undefined {
  // Sixty-four hexadecimal digits alone are an image's identifier, not its name.
  if (image.length > longest || /^[a-f0-9]{64}$/.test(image)) return undefined;
  const groups = reference.exec(image)?.groups;
  if (groups === undefined) return undefined;
  const { tag, digest } = groups;
  if (digest !== undefined && !digests.test(digest)) return undefined;
  return tag ?? (digest === undefined ? "latest" : undefined);
}
