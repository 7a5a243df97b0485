/** `portcullis apply`: brings servers to what files declare, through the management API. bring.ts does the steps of a server. */
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { ServerView } from '../core/api/serverViews.ts';
import { declarationSchema } from '../core/declarations/schema.ts';
import { type Brought, bring, type MadeToken } from './bring.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { AT_A_TIME, DECLARATION_OPTIONS, type Planned, planned } from './declarationPlans.ts';
import { UsageError } from './errors.ts';
import { serverPath } from './observe.ts';
import { parsedOptions, pathFrom } from './options.ts';
import { inParallel } from './parallel.ts';
import type { ApiRequest } from './stack.ts';
import { jsonOf, linesText } from './table.ts';
import { usageOf } from './usage.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  ...DECLARATION_OPTIONS,
  yes: { type: 'boolean' },
  approve: { type: 'string', multiple: true },
  tokens: { type: 'string' },
  schema: { type: 'boolean' },
} as const;

/**
 * Runs `portcullis apply`.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError `declaration_invalid`, before anything was changed
 */
export async function applyCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  { environment = process.env, input = process.stdin }: Surroundings = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (values.help) {
    out.write(usageOf('apply'));
    return 0;
  }
  if (positionals.length > 0) throw new UsageError('apply takes files and folders with -f.');
  if (values.schema) {
    out.write(jsonOf(declarationSchema()));
    return 0;
  }
  const plan = await planned(values, { environment, err, checks: true });
  if (plan.gone.length > 0 && !values.yes) await confirm(plan.gone, input, err);
  const tokens: MadeToken[] = [];
  const onToken = async (token: MadeToken) => {
    if (values.tokens === undefined) tokens.push(token);
    else await appendFile(pathFrom(values.tokens), `${JSON.stringify(token)}\n`, { mode: 0o600 });
  };
  const { request, references } = plan;
  const { credentials = false, approve: approved = [] } = values;
  const run = { request, references, credentials, approved, err, onToken };
  const brought = await inParallel(plan.servers, AT_A_TIME, ({ declaration, server, plan: { steps } }) =>
    steps.length === 0
      ? Promise.resolve({ key: declaration.key, ...(server && { id: server.id }), done: [] })
      : bring(run, declaration, server),
  );
  const pruned = await inParallel(plan.gone, AT_A_TIME, (server) => removed(request, server, err));
  const servers: readonly Brought[] = [...brought, ...pruned];
  out.write(
    values.json ? jsonOf({ servers, tokens }) : linesText([...servers.map(lineOf), ...tokens.flatMap(tokenLines)]),
  );
  return servers.some(({ error }) => error) ? 1 : 0;
}

async function confirm(gone: Planned['gone'], input: NodeJS.ReadableStream, err: NodeJS.WritableStream): Promise<void> {
  const names = gone.map(({ declared, id }) => `${declared} (${id})`).join(', ');
  if (!(input as NodeJS.ReadStream).isTTY) throw new UsageError(`--prune would delete ${names}. Give --yes as well.`);
  const asked = createInterface({ input, output: err });
  const answer = await asked.question(`Delete ${names} with their tokens? Type yes: `);
  asked.close();
  if (answer.trim() !== 'yes') throw new UsageError('Nothing was changed.');
}

async function removed(
  request: ApiRequest,
  { id, declared = '' }: ServerView,
  err: NodeJS.WritableStream,
): Promise<Brought> {
  const answer = await request<object>('DELETE', serverPath(id));
  // Somebody else may have deleted it meanwhile.
  if ('error' in answer && answer.error.code !== 'server_not_found')
    return { key: declared, id, done: [], error: answer.error };
  err.write(linesText([`${declared}: ✓ delete the server`]));
  return { key: declared, id, done: ['delete the server'] };
}

function lineOf({ key, id, done, error }: Brought): string {
  const name = id === undefined ? key : `${key} (${id})`;
  if (error) return `✗ ${name}: ${error.code}: ${error.message}`;
  return done.length === 0 ? `= ${name}: as declared` : `✓ ${name}: ${done.join('; ')}`;
}

const tokenLines = ({ server, label, mcpUrl }: MadeToken): string[] => [
  `${server}, token ${label}: its MCP URL, shown once (whoever has it can call the tools):`,
  `  ${mcpUrl}`,
];
