import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { configuration, deployment } from "../manifests.ts";
import { makeShop, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

/** Nothing outside of the workspace is read or written, whatever inputs say and wherever links in the repository lead. */
export const pathsSuite: Suite = {
  name: "paths",
  async run(surroundings) {
    const repository = makeShop();
    try {
      repository.write({
        "../outside/secret.yaml": deployment("outside"),
        "../outside/podgraft.yaml": configuration,
      });
      repository.commit("first");
      await leadingOut(repository, surroundings);
      await links(repository, surroundings);
      await chartsAndConfiguration(repository, surroundings);
      await fromTheRoot(repository, surroundings);
    } finally {
      repository.remove();
    }
  },
};

async function leadingOut({ folder }: Repository, { action, count, path }: Surroundings): Promise<void> {
  const outside = join(folder, "../outside");
  symlinkSync(outside, join(folder, "link"));
  const leading = ["path", "config", "context", "sarif-file", "report-dir", "directory", "working-directory", "values"];
  for (const input of leading) {
    for (const value of ["../outside/new", "link/new", "/etc/new"]) {
      const inputs = { path: "apps", mode: "inject", [input]: value };
      const result = await action.run({ workspace: folder, inputs, env: { PATH: path() } });
      count.equal(`${input}: ${value} fails`, result.status, 1);
      count.match(
        `${input}: ${value} is named`,
        result.log,
        new RegExp(`input ${input}: "${value}" leads out of the workspace`),
      );
    }
  }
  const glob = await action.run({ workspace: folder, inputs: { path: "**/*.yaml" }, env: { PATH: path() } });
  count.ok("globs do not follow links", !glob.log.includes("outside") && !glob.summary.includes("outside"));
  count.ok("nothing was written outside", !existsSync(join(outside, "new")));
}

async function links({ folder, write }: Repository, { action, count, path }: Surroundings): Promise<void> {
  const named = await action.run({ workspace: folder, inputs: { path: "*" }, env: { PATH: path() } });
  count.match(
    "a folder that a glob reaches by a link is left out",
    named.log,
    /link: the link leads out of the workspace/,
  );
  count.ok("and not looked at", !named.log.includes("shop/outside") && !named.summary.includes("shop/outside"));
  symlinkSync("../../outside/secret.yaml", join(folder, "apps/linked.yaml"));
  symlinkSync("nowhere.yaml", join(folder, "apps/broken.yaml"));
  for (const found of ["apps", "apps/*.yaml"]) {
    const { log, commands } = await action.run({ workspace: folder, inputs: { path: found }, env: { PATH: path() } });
    const faults = commands.filter(({ properties }) => properties.title === "Podgraft could not judge this");
    count.equal(
      `${found}: links out, and to nothing, are faults of their own`,
      faults.map(({ properties, text }) => [properties.file, text.split(":")[0]]),
      [
        ["apps/broken.yaml", "cannot be read"],
        ["apps/linked.yaml", "a symbolic link that leads out of the workspace"],
      ],
    );
    count.ok(
      `${found}: the rest is judged, what is outside is not`,
      /: 1 Pod\b/.test(log) && !log.includes("shop/outside"),
    );
  }
  write({ "apps/linked.yaml": null, "apps/broken.yaml": null, link: null });
}

async function chartsAndConfiguration(
  { folder, write }: Repository,
  { action, count, path }: Surroundings,
): Promise<void> {
  const outside = join(folder, "../outside");
  write({
    "linked/Chart.yaml": "apiVersion: v2\nname: linked\nversion: 1.0.0\n",
    "linked/templates/all.yaml": '{{ .Files.Get "secret.yaml" }}\n',
  });
  symlinkSync(join(outside, "secret.yaml"), join(folder, "linked/secret.yaml"));
  const chart = await action.run({ workspace: folder, inputs: { path: "linked" }, env: { PATH: path("helm3") } });
  count.match("a link in a chart", chart.log, /linked\/secret\.yaml: a symbolic link that leads out of the workspace/);
  count.ok("Helm does not get to read it", !chart.log.includes("shop/outside"));
  write({ linked: null });
  symlinkSync("../../outside/podgraft.yaml", join(folder, "apps/podgraft.yaml"));
  const configured = await action.run({
    workspace: folder,
    inputs: { "working-directory": "apps" },
    env: { PATH: path() },
  });
  count.match("a configuration by a link", configured.log, /podgraft\.yaml: a symbolic link that leads out/);
  write({ "apps/podgraft.yaml": null });
}

async function fromTheRoot({ folder, write }: Repository, { action, count, path }: Surroundings): Promise<void> {
  const whole = {
    path: join(folder, "apps"),
    config: join(folder, "podgraft.yaml"),
    "report-dir": join(folder, "out"),
  };
  const absolute = await action.run({ workspace: folder, inputs: whole, env: { PATH: path() } });
  count.match("paths from the root mean what is within", absolute.log, /1 Pod/);
  count.equal("and so do those of results", absolute.outputs.report, join(folder, "out/report.json"));
  write({ out: null });
}
