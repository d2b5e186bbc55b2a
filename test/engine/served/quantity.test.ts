import t from "tap";
import { canonicalQuantity } from "../../../engine/config/go/quantity.ts";
import { servedQuantity, servedResourceList } from "../../../engine/served/quantity.ts";

t.test("a quantity", async (t) => {
  t.equal(servedQuantity("1024Ki"), "1Mi");
  t.equal(servedQuantity(0.5), "500m");
  t.equal(servedQuantity("1n"), "1n");
  t.equal(servedQuantity(undefined), "0");
  t.equal(servedQuantity(null), "0");
});

t.test("what is none stays as it is", async (t) => {
  t.equal(servedQuantity("many"), "many");
  t.equal(servedQuantity(true), true);
});

t.test("resources are no finer than thousandths", async (t) => {
  t.strictSame(
    servedResourceList({ a: "1n", b: "0.0011", c: "2500u", d: null, e: "1", f: undefined, constructor: "1k" }),
    {
      a: "1m",
      b: "2m",
      c: "3m",
      d: "0",
      e: "1",
      f: "0",
      constructor: "1k",
    },
  );
});

t.test("rounding goes away from zero", async (t) => {
  t.equal(canonicalQuantity("-2500u", -3), "-3m");
  t.equal(canonicalQuantity("-0.5", -3), "-500m");
  t.equal(canonicalQuantity("0.1Ki", -3), "102400m");
  t.equal(canonicalQuantity("0.12345Ki", -3), "126413m");
});
