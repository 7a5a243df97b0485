/** `portcullis server create` makes a server of an OpenAPI document, with a credential of any kind; `server set` changes one. Both use the management API. */
import { readFile } from 'node:fs/promises';
import { type AwaitedConsent, awaitedConsents, consentLines } from './consent.ts';
import { credentialFrom } from './credentialFile.ts';
import { type CreatedServer, untilLive } from './deployment.ts';
import { UsageError } from './errors.ts';
import { parsedOptions, pathFrom, tagsOf } from './options.ts';
import { apiClient, bodyOf, type Environment, stackOf } from './stack.ts';
import { printable } from './table.ts';
import { usageOf } from './usage.ts';

/**
 * Runs `portcullis server create` and `server set`.
 * @param input standard input, for `--credential -`
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API or of the deployment
 */
export async function serverCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  {
    environment = process.env,
    input = process.stdin,
  }: { environment?: Environment; input?: NodeJS.ReadableStream } = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (values.help) {
    out.write(usageOf('server'));
    return 0;
  }
  const [action, document, ...others] = positionals;
  if (action === 'set') return setServer(values, [document, ...others], out, environment);
  if (action !== 'create') throw new UsageError('server needs an action: server create or server set.');
  if (document === undefined || others.length > 0) throw new UsageError('server create needs one file or url.');
  const stack = await stackOf(values, environment);
  const request = apiClient(stack);
  const source = await sourceOf(document);
  const tags = values.tags && tagsOf(values.tags);
  const auth = values.credential === undefined ? { type: 'none' } : await credentialFrom(values.credential, input);
  const made = bodyOf(
    await request<CreatedServer>('POST', '/v1/servers', {
      source,
      auth,
      ...(values.name !== undefined && { name: values.name }),
      ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
      ...(await privateHostsOf(values)),
      ...(tags && { tags }),
      ...(values['trace-context'] !== undefined && { traceContext: switched(values['trace-context']) }),
    }),
  );
  await untilLive(request, made, err);
  const { server, mcpUrl, config } = made;
  const connect = await awaitedConsents(request, stack.url, server.id);
  out.write(
    values.json ? `${JSON.stringify({ serverId: server.id, mcpUrl, config, connect })}\n` : textOf(made, connect),
  );
  return 0;
}

/** Runs `portcullis server set <server id> --trace-context on|off`. */
async function setServer(
  values: ReturnType<typeof parsedOptions<typeof OPTIONS>>['values'],
  [id, ...others]: readonly (string | undefined)[],
  out: NodeJS.WritableStream,
  environment: Environment,
): Promise<number> {
  if (id === undefined || others.length > 0) throw new UsageError('server set needs one server id.');
  if (values['trace-context'] === undefined) throw new UsageError('server set needs --trace-context on or off.');
  const request = apiClient(await stackOf(values, environment));
  const body = { traceContext: switched(values['trace-context']) };
  const { name, traceContext } = bodyOf(
    await request<{ name: string; traceContext: boolean }>('PATCH', `/v1/servers/${encodeURIComponent(id)}`, body),
  );
  out.write(
    values.json
      ? `${JSON.stringify({ serverId: id, traceContext })}\n`
      : `${printable(name)} (${printable(id)}): trace context is ${traceContext ? 'on' : 'off'}.\n`,
  );
  return 0;
}

function switched(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError('--trace-context is on or off.');
  return text === 'on';
}

/** `--private`, with the authorities of `--authorities`. Throws UsageError. */
async function privateHostsOf({
  private: isPrivate = false,
  authorities,
  'base-url': baseUrl,
}: {
  readonly private?: boolean | undefined;
  readonly authorities?: string | undefined;
  readonly 'base-url'?: string | undefined;
}): Promise<object> {
  if (!isPrivate && authorities === undefined) return {};
  if (!isPrivate) throw new UsageError('--authorities goes with --private.');
  if (baseUrl === undefined || !URL.canParse(baseUrl)) throw new UsageError('--private goes with --base-url.');
  const entry = { origin: new URL(baseUrl).origin };
  if (authorities === undefined) return { privateHosts: [entry] };
  return { privateHosts: [{ ...entry, certificateAuthorities: await textOfFile(authorities) }] };
}

async function textOfFile(path: string): Promise<string> {
  try {
    return await readFile(pathFrom(path), 'utf8');
  } catch (error) {
    throw new UsageError(`${path}: ${(error as NodeJS.ErrnoException).code ?? 'cannot be read'}.`);
  }
}

/** An address is read by the installation itself, when it imports; a file is sent to it. */
async function sourceOf(document: string): Promise<object> {
  if (/^https?:\/\//i.test(document)) return { kind: 'openapi', url: document };
  return { kind: 'openapi', document: await textOfFile(document) };
}

const textOf = ({ server, mcpUrl }: CreatedServer, consents: readonly AwaitedConsent[]): string =>
  `${[
    `${server.name} (${server.id}) is live. Its MCP URL (whoever has it can call the tools):`,
    `  ${mcpUrl}`,
    ...consentLines(consents),
  ]
    .map(printable)
    .join('\n')}\n`;

const OPTIONS = {
  credential: { type: 'string' },
  name: { type: 'string' },
  'base-url': { type: 'string' },
  private: { type: 'boolean' },
  authorities: { type: 'string' },
  tags: { type: 'string', multiple: true },
  'trace-context': { type: 'string' },
  json: { type: 'boolean' },
  stack: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
