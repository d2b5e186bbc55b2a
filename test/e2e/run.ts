// Runs the end-to-end suites against a real API server: `npm run -s e2e -- [SUITE…]`; without names all of them.
// The last line counts: `N passed, N failed`.
import { createClient } from "./client/client.ts";
import { createKubectl } from "./client/kubectl.ts";
import { startCluster, type Cluster } from "./cluster/cluster.ts";
import { findClusterTools, type ClusterTools } from "./cluster/tools.ts";
import { within } from "./cluster/wait.ts";
import { createCount, type Count } from "./count.ts";
import type { Suite } from "./suite.ts";
import { suites } from "./suites.ts";

/** Far beyond what a suite takes, in milliseconds: it ends a run that hangs. */
const suiteLimit = 20 * 60_000;

/** So many failures are repeated at the end, where only that may be seen. */
const repeated = 15;

async function main(names: readonly string[]): Promise<number> {
  const count = createCount(print);
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  for (const name of unknown)
    count.ok(`there is a suite ${name}`, false, () => suites.map(({ name }) => name).join(", "));
  const tools = findClusterTools();
  if ("reason" in tools) count.skip("end to end", tools.reason);
  else if (unknown.length === 0) await runSuites(chosenSuites(names), tools, count);
  const { passed, failures } = count.totals();
  for (const failure of failures.slice(0, repeated)) print(failure.split("\n", 1).join(""));
  print(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

function chosenSuites(names: readonly string[]): Suite[] {
  return suites.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function runSuites(chosen: readonly Suite[], tools: ClusterTools, count: Count): Promise<void> {
  try {
    const cluster = await startCluster({ tools, controllerManager: true });
    try {
      for (const suite of chosen) await runSuite(suite, cluster, tools, count);
    } finally {
      if (count.totals().failures.length > 0) print(cluster.describe());
      await cluster.stop();
    }
  } catch (error) {
    count.ok("a cluster to test with", false, () => (error instanceof Error ? error.message : String(error)));
  }
}

async function runSuite(suite: Suite, cluster: Cluster, tools: ClusterTools, count: Count): Promise<void> {
  const started = performance.now();
  const before = count.totals();
  const client = createClient({ url: cluster.url, ca: cluster.ca, token: cluster.adminToken });
  const kubectl = createKubectl(tools.kubectl, cluster.kubeconfig, cluster.folder);
  print(`=== ${suite.name}`);
  try {
    await within(suite.name, suite.run({ cluster, client, kubectl, count, print }), suiteLimit);
  } catch (error) {
    count.ok(suite.name, false, () => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  } finally {
    client.close();
  }
  const { passed, failures } = count.totals();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const failed = failures.length - before.failures.length;
  print(`--- ${suite.name}: ${passed - before.passed} passed, ${failed} failed (${seconds} s)`);
}

function print(line: string): void {
  console.log(line);
}

// Every process and folder of the cluster goes when this one exits.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
// A suite that was cut off may still hold connections; nothing waits for those.
process.exit(await main(process.argv.slice(2)));
