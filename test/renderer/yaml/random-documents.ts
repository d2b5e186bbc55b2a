export { printRandomly } from "../random/print.ts";
export { randomSource, type Random } from "../random/source.ts";
export { anyJson, randomPatch } from "../random/values.ts";
