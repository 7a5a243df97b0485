/**
 * `portcullis demo`: creates a server of the demo API on the running local stack, through the management API as the
 * dashboard's wizard does. Prints the MCP URL, which contains a connection token, and how to use it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeploymentView } from '../core/api/deployments.ts';
import { CliError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { type ApiFault, apiClient, localStack } from './stack.ts';
import { printable } from './table.ts';
import { usageOf } from './usage.ts';

interface DemoStack {
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly dashboardUrl: string;
  readonly demo: { readonly specUrl: string; readonly auth: object } | null;
}

interface Made {
  readonly server: { readonly id: string; readonly name: string };
  readonly deployment: DeploymentView;
  readonly mcpUrl: string;
  readonly config: object;
}

const POLL_MS = 100;

/**
 * Runs `portcullis demo`.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError when the stack has no demo API or the deployment fails
 */
export async function demoCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
): Promise<number> {
  const { values } = parsedOptions(args, OPTIONS);
  if (values.help) {
    out.write(usageOf('demo'));
    return 0;
  }
  const stack = await localStack<DemoStack>(values.stack);
  if (!stack.demo)
    throw new CliError('demo_missing', 'This stack runs without the demo API. Start it without --no-demo.');
  const request = apiClient({ url: stack.apiUrl, token: stack.accessToken });
  const made = bodyOf(
    await request<Made>('POST', '/v1/servers', {
      source: { kind: 'openapi', url: stack.demo.specUrl },
      auth: stack.demo.auth,
      // The printed example calls a tool by its name.
      exposition: 'flat',
    }),
  );
  const path = `/v1/servers/${made.server.id}/deployments/${made.deployment.id}`;
  let deployment = made.deployment;
  const printed = new Set<string>();
  for (;;) {
    for (const { name, label, status, detail } of deployment.phases) {
      if (status !== 'done' || printed.has(name)) continue;
      printed.add(name);
      err.write(`${printable(`✓ ${label}${detail ? `: ${detail}` : ''}`)}\n`);
    }
    if (deployment.status !== 'running') break;
    await sleep(POLL_MS);
    deployment = bodyOf(await request<DeploymentView>('GET', path));
  }
  if (deployment.status === 'failed') {
    const { code = 'deployment_failed', message = 'The deployment failed.' } = deployment.error ?? {};
    throw new CliError(code, message);
  }
  const { mcpUrl, config, server } = made;
  out.write(
    values.json ? `${JSON.stringify({ serverId: server.id, mcpUrl, config })}\n` : textOf(mcpUrl, stack.dashboardUrl),
  );
  return 0;
}

/**
 * The body of a response.
 * @throws CliError with the error code of the API
 */
function bodyOf<T>(answer: { body: T } | { error: ApiFault }): T {
  if ('error' in answer) throw new CliError(answer.error.code, answer.error.message);
  return answer.body;
}

const textOf = (mcpUrl: string, dashboardUrl: string): string => `
The demo is live. Its MCP URL (whoever has it can call the tools):

  ${mcpUrl}

Claude Code    claude mcp add --transport http demo ${mcpUrl}
One call       npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http \\
                 --method tools/call --tool-name getCustomer --tool-arg customerId=cus_000001
Other clients  ${dashboardUrl} › Demo Store › Tokens

`;

const OPTIONS = {
  json: { type: 'boolean' },
  stack: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
