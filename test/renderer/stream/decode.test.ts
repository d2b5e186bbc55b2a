import t from "tap";
import { decodeText } from "../../../renderer/stream/decode.ts";

t.equal(decodeText(new TextEncoder().encode("\uFEFFé\r\n")), "\uFEFFé\r\n", "keeps a byte order mark");
t.throws(() => decodeText(Uint8Array.of(0x61, 0xff), "a.yaml"), {
  code: "input.not_yaml",
  location: { file: "a.yaml" },
});
t.throws(() => decodeText(Uint8Array.of(0xc3)), { code: "input.not_yaml", location: {} });
