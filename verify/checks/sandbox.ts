/** Checks that ask the sandbox itself: its lock-down under the real runtime, and one environment per server. */
import { bodyOf } from '../../cli/stack.ts';
import type { SandboxInspection } from '../../core/sandbox/inspection.ts';
import type { Check } from '../installation/check.ts';
import type { Installation } from '../installation/installation.ts';
import { callTool } from '../installation/mcp.ts';

const ROUNDS = 4;

const inspect = async ({ request }: Installation, serverId: string): Promise<SandboxInspection> =>
  bodyOf(await request<SandboxInspection>('POST', `/v1/servers/${serverId}/sandbox/inspect`));

/** What the sandbox tries must be denied. */
export const lockdown: Check = {
  id: 'sandbox.lockdown',
  title: 'The sandbox denies files, processes, network and keys',
  why: 'The lock-down is JavaScript that runs first. Lambda’s runtime starts it, and brings its own modules and variables.',
  todo: 'Take the installation offline: something that the lock-down denies is possible. Compare the Node version with package.json, and report it (SECURITY.md).',
  onlyOnAws: 'the lock-down under Lambda’s own runtime',
  usesServers: true,
  async run(installation) {
    const { tries, node } = await inspect(installation, installation.server().id);
    const open = tries.filter(({ isDenied }) => !isDenied);
    return {
      holds: tries.length > 0 && open.length === 0,
      measured: `${tries.length - open.length} of ${tries.length} denied, Node ${node}`,
      details: tries.map(
        ({ action, isDenied, result }) => `${isDenied ? 'denied' : 'NOT DENIED'}: ${action} (${result})`,
      ),
    };
  },
};

/** Two servers never share an environment. */
export const tenants: Check = {
  id: 'sandbox.tenants',
  title: 'Two servers never share an environment',
  why: 'Environments are separated by tenant (PER_TENANT), and invoked with response streaming. Nothing published shows both together.',
  todo: 'Take the installation offline: calls of one server run where another server’s credential is in memory. Look at TenancyConfig of SandboxCalls.',
  onlyOnAws: 'tenant isolation of Lambda together with response streaming',
  usesServers: true,
  async run(installation, signal) {
    const both = [installation.server(0), installation.server(1)];
    const seen = await Promise.all(
      both.map(async (server) => {
        const found: SandboxInspection[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          // Calls at the same time make Lambda start further environments.
          const [inspection] = await Promise.all([
            inspect(installation, server.id),
            callTool(server, 'echo', { body: { round } }, signal),
            callTool(server, 'echo', { body: { round } }, signal),
          ]);
          found.push(inspection);
        }
        return found;
      }),
    );
    const [first = new Set(), second = new Set()] = seen.map(
      (found) => new Set(found.map(({ environment }) => environment)),
    );
    const shared = [...first].filter((environment) => second.has(environment));
    return {
      holds: shared.length === 0 && seen.flat().every(({ isTenant }) => isTenant),
      measured: `${first.size} and ${second.size} environments, ${shared.length} shared; the runtime named the tenant in ${seen.flat().filter(({ isTenant }) => isTenant).length} of ${seen.flat().length} calls`,
    };
  },
};
