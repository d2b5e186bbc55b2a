import type { Json, JsonObject, Segment } from "../json.ts";
import { isJsonList, isJsonObject } from "../json.ts";
import { isQuantity } from "./quantity.ts";
import { structShape, type ScalarKind, type Shape } from "./shapes.ts";
import { isTime } from "./time.ts";
import { describeFound, describeTypeFault, expectation, type TypeFault } from "./type-fault.ts";

export { describeTypeFault, type TypeFault };

/** A fault on its way up: the path grows from the inside out, so that a Pod without faults costs no path at all. */
type Rising = { readonly reversedPath: Segment[]; readonly expected: string; readonly found: string };

/** `takesParameters`: inside an OpenShift Template, where a text `${{NAME}}` stands for a number, a boolean or any other scalar. */
export type CheckOptions = { readonly takesParameters?: boolean };

const parameter = /^\$\{\{[A-Za-z0-9_]+\}\}$/;

/**
 * The first place, in document order, that the decoder of the Kubernetes API server (sigs.k8s.io/json into core/v1 Pod) would
 * refuse, or null. Unknown fields are taken unread, whatever their depth; null stands for the zero value everywhere.
 *
 * Two rules are ours: a null item in a list of objects is refused, for the decoder would make an object without a name of it; and
 * integers are judged by value, for parsed JSON no longer knows `1` from `1.0`.
 */
export function checkPod(pod: Json, { takesParameters = false }: CheckOptions = {}): TypeFault | null {
  const shape = structShape("Pod");
  const rising = pod === null ? fault(pod, shape) : check(pod, shape, takesParameters);
  if (rising === null) return null;
  return { path: rising.reversedPath.reverse(), expected: rising.expected, found: rising.found };
}

function check(value: Json, shape: Shape, takesParameters: boolean): Rising | null {
  if (value === null) return null;
  switch (shape.kind) {
    case "struct":
      return isJsonObject(value) ? checkFields(value, shape.fields, takesParameters) : fault(value, shape);
    case "list":
      return isJsonList(value) ? checkItems(value, shape.item, takesParameters) : fault(value, shape);
    case "map":
      return isJsonObject(value) ? checkMembers(value, shape.item, takesParameters) : fault(value, shape);
    default:
      return isScalar(value, shape.kind) || (takesParameters && isParameter(value)) ? null : fault(value, shape);
  }
}

function isParameter(value: Json): boolean {
  return typeof value === "string" && parameter.test(value);
}

function isScalar(value: Json, kind: ScalarKind): boolean {
  switch (kind) {
    case "any":
      return true;
    case "string":
      return typeof value === "string";
    case "bool":
      return typeof value === "boolean";
    case "int32":
      return isInteger(value, 2 ** 31);
    case "int64":
      return isInteger(value, 2 ** 63);
    case "IntOrString":
      return typeof value === "string" || isInteger(value, 2 ** 31);
    case "Quantity":
      return typeof value === "number" || (typeof value === "string" && isQuantity(value));
    case "Time":
      return typeof value === "string" && isTime(value);
  }
}

function checkFields(object: JsonObject, fields: ReadonlyMap<string, Shape>, takesParameters: boolean): Rising | null {
  for (const name in object) {
    const shape = fields.get(name);
    if (shape === undefined) continue;
    const rising = checkMember(object, name, shape, takesParameters);
    if (rising !== null) return rising;
  }
  return null;
}

function checkMembers(object: JsonObject, item: Shape, takesParameters: boolean): Rising | null {
  for (const name in object) {
    const rising = checkMember(object, name, item, takesParameters);
    if (rising !== null) return rising;
  }
  return null;
}

function checkMember(object: JsonObject, name: string, shape: Shape, takesParameters: boolean): Rising | null {
  const value = object[name];
  if (value === undefined || value === null || !Object.hasOwn(object, name)) return null;
  return within(name, check(value, shape, takesParameters));
}

function checkItems(list: readonly Json[], shape: Shape, takesParameters: boolean): Rising | null {
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    const rising = item === null && shape.kind === "struct" ? fault(item, shape) : check(item, shape, takesParameters);
    if (rising !== null) return within(index, rising);
  }
  return null;
}

function within(segment: Segment, rising: Rising | null): Rising | null {
  rising?.reversedPath.push(segment);
  return rising;
}

function fault(value: Json, shape: Shape): Rising {
  return { reversedPath: [], expected: expectation(shape), found: describeFound(value, shape) };
}

/** Bound is the first positive number that does not fit; as a double, 2^63 also stands for the highest int64, so it is taken. */
function isInteger(value: Json, bound: number): boolean {
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  return value >= -bound && (value < bound || (bound === 2 ** 63 && value === bound));
}
