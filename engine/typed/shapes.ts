import { PodgraftError } from "../errors.ts";
import { podFields } from "./pod-fields.ts";

/** What Kubernetes' decoder takes at one place of a Pod. */
export type Shape =
  { readonly kind: ScalarKind } | { readonly kind: "list" | "map"; readonly item: Shape } | StructShape;

/** An object of a type with fields, in the order of Kubernetes' Go struct. */
export type StructShape = { readonly kind: "struct"; readonly fields: ReadonlyMap<string, Shape> };

/** A value without structure; `any` is taken unread. */
export type ScalarKind = "string" | "bool" | "int32" | "int64" | "Quantity" | "Time" | "IntOrString" | "any";

const scalarShapes: ReadonlyMap<string, Shape> = new Map(
  (["string", "bool", "int32", "int64", "Quantity", "Time", "IntOrString", "any"] as const).map((kind) => [
    kind,
    { kind },
  ]),
);

const structShapes = new Map<string, StructShape>();

/**
 * The shape of a type of the table in pod-fields.ts, such as `Container`, with its fields in the order of Kubernetes' Go struct.
 * Read from the table at the first call for the type. Throws PodgraftError
 * `internal.decision` for a name that the table lacks.
 */
export function structShape(type: string): StructShape {
  const known = structShapes.get(type);
  if (known !== undefined) return known;
  const text = Object.hasOwn(podFields, type) ? podFields[type] : undefined;
  if (text === undefined) throw new PodgraftError("internal.decision", `Kubernetes' field table has no type ${type}`);
  const fields = new Map<string, Shape>();
  const shape: StructShape = { kind: "struct", fields };
  structShapes.set(type, shape);
  for (const field of text.split(", ")) {
    const space = field.indexOf(" ");
    fields.set(field.slice(0, space), readShape(field.slice(space + 1)));
  }
  return shape;
}

function readShape(text: string): Shape {
  if (text.startsWith("[]")) return { kind: "list", item: readShape(text.slice(2)) };
  if (text.startsWith("map[]")) return { kind: "map", item: readShape(text.slice(5)) };
  return scalarShapes.get(text) ?? structShape(text);
}
