import t from "tap";
import { textOption } from "../../../cli/command.ts";
import { parseCall } from "../../../cli/parse-call.ts";
import { serveCommand } from "../../../cli/serve.ts";
import { addressOption, choiceOption, countOption, durationOption } from "../../../cli/serve/values.ts";
import { listAt, only, render, skip } from "./render.ts";
import { valueSets } from "./value-sets.ts";

for (const [title, values] of Object.entries(valueSets)) {
  t.test(`podgraft serve takes the arguments that the chart gives: ${title}`, { skip }, async (t) => {
    const [word, ...args] = listAt(
      only(await render(values), "Deployment"),
      "spec.template.spec.containers.0.args",
    ).map(String);
    t.equal(word, serveCommand.name);
    const call = parseCall(serveCommand, args);
    t.same(call.operands, []);
    for (const name of ["deadline", "lookup-deadline", "cache-max-age", "drain", "config-reload"])
      durationOption(call, name, "none");
    for (const name of ["max-body", "max-concurrent"]) t.ok(countOption(call, name, 0) > 0, name);
    t.same(addressOption(call, "listen", ""), { host: undefined, port: 8443 });
    t.same(addressOption(call, "metrics-listen", ""), { host: undefined, port: 8080 });
    t.ok(choiceOption(call, "log-level", ["debug", "info", "warn", "error"], "info"));
    t.equal(textOption(call, "config"), "/etc/podgraft/config/podgraft.yaml");
  });
}
