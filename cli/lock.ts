/**
 * `portcullis lock check`: whether the API descriptions of live servers still give the surface that their lockfiles have, for a
 * nightly job or a pipeline of the API's own. Asks the management API, which compares as a deployment would; changes nothing.
 */
import { readFile } from 'node:fs/promises';
import { UsageError } from './errors.ts';
import { parsedOptions, pathFrom } from './options.ts';
import { printable } from './table.ts';

export const lockUsage = `lock check [<server id>…] [--json] [--stack local.json | --url address]

Compares the signed surface of live servers with what their API descriptions say today.
Without server ids: all servers that were imported.

  --json    one JSON array over all servers
  --stack   the local stack's file (.portcullis/local.json)
  --url     address of another installation; PORTCULLIS_TOKEN holds an access token of an editor

Exit code: 0 every surface is as locked, 1 at least one differs, 2 the command line is wrong or a server could not be asked.
`;

interface Change {
  readonly change: string;
  readonly severity: string;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly reasons: readonly string[];
}

interface LockReport {
  readonly server: string;
  readonly name?: string;
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly locked?: string;
  readonly surface?: string;
  readonly changes?: readonly Change[];
}

export async function lockCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (values.help) {
    out.write(`Usage: npm run portcullis -- ${lockUsage}`);
    return 0;
  }
  const [action, ...ids] = positionals;
  if (action !== 'check') throw new UsageError('lock needs an action: lock check.');
  const ask = asker(await stackOf(values, environment));
  const servers = ids.length > 0 ? ids : await importedServers(ask);
  const reports: LockReport[] = [];
  for (const server of servers) {
    const report = await check(server, ask);
    reports.push(report);
    if (!values.json) out.write(textOf(report));
  }
  if (values.json) out.write(`${JSON.stringify(reports, null, 2)}\n`);
  else if (reports.length === 0) out.write('There is no imported server.\n');
  if (reports.some(({ error }) => error)) return 2;
  return reports.every(({ ok }) => ok) ? 0 : 1;
}

async function check(server: string, ask: Ask): Promise<LockReport> {
  const path = `/v1/servers/${encodeURIComponent(server)}`;
  const seen = await ask<{ name: string }>('GET', path);
  if ('error' in seen) return { server, ok: false, error: seen.error };
  const { name } = seen.body;
  const answer = await ask<{ surface: string; liveSurface?: string; changes: Change[] }>(
    'POST',
    `${path}/reimport/preview`,
  );
  if ('error' in answer) return { server, name, ok: false, error: answer.error };
  const { surface, liveSurface, changes } = answer.body;
  if (liveSurface === undefined) {
    return { server, name, ok: false, error: { code: 'lockfile_not_found', message: 'The server was never live.' } };
  }
  return { server, name, ok: surface === liveSurface, locked: liveSurface, surface, changes };
}

function textOf({ server, name, ok, error, locked = '', surface, changes = [] }: LockReport): string {
  const title = name ? `${name} (${server})` : server;
  const lines = error
    ? [`! ${title}`, `  ${error.code}: ${error.message}`]
    : ok
      ? [`✓ ${title}: as locked, ${locked.slice(0, 12)}`]
      : [`✗ ${title}: differs from ${locked.slice(0, 12)}`, ...changes.map(lineOf), `  to approve: ${surface}`];
  return `${lines.map(printable).join('\n')}\n`;
}

const lineOf = ({ severity, change, verb, path, name, reasons }: Change): string =>
  `  ${severity.padEnd(8)} ${change.padEnd(7)} ${verb.padEnd(6)} ${path} (${name})${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`;

interface Stack {
  readonly url: string;
  readonly token: string;
}

async function stackOf(
  { stack, url }: { stack?: string | undefined; url?: string | undefined },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Stack> {
  if (url !== undefined) {
    if (stack !== undefined) throw new UsageError('Give either --stack or --url.');
    // A secret of a pipeline often ends in a line break.
    const token = environment['PORTCULLIS_TOKEN']?.trim();
    if (!token) throw new UsageError('--url needs an access token in PORTCULLIS_TOKEN.');
    return { url: originOf(url), token };
  }
  const file = stack === undefined ? '.portcullis/local.json' : pathFrom(stack);
  try {
    const { apiUrl, accessToken } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    if (!apiUrl || !accessToken) throw new Error('no stack');
    return { url: apiUrl, token: accessToken };
  } catch {
    throw new UsageError(`${file} names no running local stack. Start it (npm start), or give --stack or --url.`);
  }
}

/** The token goes there: in plain text to this machine only. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || isHere)) {
    throw new UsageError('--url must be an https address, or one on this machine.');
  }
  return url.origin;
}

type Ask = <T>(method: string, path: string) => Promise<{ body: T } | { error: { code: string; message: string } }>;

const asker =
  ({ url, token }: Stack): Ask =>
  async (method, path) => {
    try {
      const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      const body = await response.json().catch(() => ({}));
      if (response.ok) return { body };
      const {
        code = `http_${response.status}`,
        detail = response.status === 401
          ? 'The access token is not good, or not any more; get a new one.'
          : `The management API answered with status ${response.status}.`,
      } = body as { code?: string; detail?: string };
      return { error: { code, message: detail } };
    } catch {
      return { error: { code: 'unreachable', message: `${url} cannot be reached.` } };
    }
  };

async function importedServers(ask: Ask): Promise<string[]> {
  const answer = await ask<{ items: { id: string; source: { kind: string }; bundle?: object }[] }>(
    'GET',
    '/v1/servers',
  );
  if ('error' in answer) throw new UsageError(`${answer.error.code}: ${answer.error.message}`);
  return answer.body.items.filter(({ source, bundle }) => source.kind === 'openapi' && bundle).map(({ id }) => id);
}

const OPTIONS = {
  json: { type: 'boolean' },
  stack: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
