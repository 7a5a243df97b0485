/**
 * `portcullis demo`: creates a server of the demo API on the running local stack, through the management API as the
 * dashboard's wizard does. Prints the MCP URL, which contains a connection token, and how to use it.
 */
import { type CreatedServer, untilLive } from './deployment.ts';
import { CliError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { apiClient, localStack, requestBy } from './stack.ts';
import { jsonOf } from './table.ts';

interface DemoStack {
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly dashboardUrl: string;
  readonly demo: { readonly specUrl: string; readonly auth: object } | null;
}

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
  const stack = await localStack<DemoStack>(values.stack);
  if (!stack.demo)
    throw new CliError('demo_missing', 'This stack runs without the demo API. Start it without --no-demo.');
  const request = requestBy(apiClient({ url: stack.apiUrl, token: stack.accessToken }));
  const made = await request<CreatedServer>('POST', '/v1/servers', {
    source: { kind: 'openapi', url: stack.demo.specUrl },
    auth: stack.demo.auth,
  });
  await untilLive(request, made, err);
  const { mcpUrl, config, server } = made;
  out.write(
    values.json
      ? jsonOf({ serverId: server.id, mcpUrl, config }, { isLine: true })
      : textOf(mcpUrl, stack.dashboardUrl),
  );
  return 0;
}

const textOf = (mcpUrl: string, dashboardUrl: string): string => `
The demo is live. Its MCP URL (whoever has it can call the tools):

  ${mcpUrl}

Claude Code    claude mcp add --transport http demo ${mcpUrl}
One call       npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http \\
                 --method tools/call --tool-name customers_read --tool-arg action=getCustomer \\
                 --tool-arg 'arguments={"customerId":"cus_000001"}'
Other clients  ${dashboardUrl} › Demo Store › Connection Tokens

`;

const OPTIONS = {
  json: { type: 'boolean' },
  stack: { type: 'string' },
} as const;
