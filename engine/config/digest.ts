import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { isJsonList, isJsonObject, type Json } from "../json.ts";
import type { Config } from "./config.ts";

/** SHA-256 in hexadecimal of the resolved configuration: equal settings give equal digests, wherever they came from and in whatever order. */
export function configDigest(config: Config): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(config))));
}

/** JSON text without white space and with every object's keys sorted by code unit. */
export function canonicalJson(value: Json | undefined): string {
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
}
