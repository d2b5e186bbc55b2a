import t from "tap";
import { checkRandomManifests } from "./check-random.ts";

const seed = Number(process.env.PODGRAFT_SEED ?? 20261132);

t.test(`5,000 random streams, seed ${seed}`, (t) => {
  t.comment(`seed ${seed}; PODGRAFT_SEED sets another`);
  const { cases, injected } = checkRandomManifests(5_000, seed);
  t.equal(cases, 5_000);
  t.ok(injected > cases / 2, `${injected} of them were injected`);
  t.end();
});
