/** `portcullis apply`: brings servers to what files declare, through `POST /v1/apply`: plans, looks secrets up, checks, and does it. */
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Applied, ApplyAnswer } from '../core/api/apply.ts';
import { declarationSchema } from '../core/api/declarations.ts';
import { serverPath } from '../core/declarations/step.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { type Item, type Sending, sent } from './declarationRun.ts';
import { DECLARATION_OPTIONS, type Declared, declaredAt, withValues } from './declarations.ts';
import { UsageError } from './errors.ts';
import { reimportPreview, surfaceLines } from './lock.ts';
import { parsedOptions, pathFrom } from './options.ts';
import { type ApiSend, apiClient, bodyOf, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  ...DECLARATION_OPTIONS,
  yes: { type: 'boolean' },
  approve: { type: 'string', multiple: true },
  tokens: { type: 'string' },
  schema: { type: 'boolean' },
} as const;

/** Times that is planned anew because somebody else has changed what has to be sent. */
const MAX_ROUNDS = 3;

type Made = Pick<ApplyAnswer, 'tokens' | 'webhooks'>;

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
  if (positionals.length > 0) throw new UsageError('apply takes files and folders with -f.');
  if (values.schema) {
    out.write(jsonOf(declarationSchema()));
    return 0;
  }
  const declared = await declaredAt(values, { environment, err });
  const request = apiClient(await stackOf(values, environment));
  const tokens: ApplyAnswer['tokens'] = [];
  const webhooks: ApplyAnswer['webhooks'] = [];
  const onMade = async (made: Made) => {
    const lines = [...made.tokens, ...made.webhooks.map(({ name, ...rest }) => ({ webhook: name, ...rest }))];
    if (values.tokens === undefined) {
      tokens.push(...made.tokens);
      webhooks.push(...made.webhooks);
    } else if (lines.length > 0)
      await appendFile(pathFrom(values.tokens), lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
        mode: 0o600,
      });
  };
  const { credentials = false, approve: approved = [] } = values;
  const sending = { request, credentials, approved, err, onMade };
  const confirmed = async (gone: readonly Applied[]) => {
    if (gone.length > 0 && !values.yes) await confirm(gone, input, err);
  };
  let failure: unknown;
  const servers = await brought(declared, sending, confirmed).catch((error: unknown) => {
    failure = error;
    return [];
  });
  // Also when a later request has failed: nobody is told again.
  if (failure !== undefined && tokens.length + webhooks.length === 0) throw failure;
  for (const { key, id, error } of servers)
    if (error?.code === 'surface_changed' && id !== undefined) await tellSurface(request, key, id, err);
  out.write(
    values.json
      ? jsonOf({ servers: servers.map(shownEntry), tokens, webhooks })
      : linesText([...servers.map(lineOf), ...tokens.flatMap(tokenLines), ...webhooks.flatMap(webhookLines)]),
  );
  if (failure !== undefined) throw failure;
  return servers.some(({ error }) => error) ? 1 : 0;
}

/** Plans everything, then does what differs. */
async function brought(
  { items, references }: Declared,
  sending: Omit<Sending, 'mode'>,
  confirmed: (gone: readonly Applied[]) => Promise<void>,
): Promise<Applied[]> {
  const results = new Map<string, Applied>();
  let open: readonly Item[] = items;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round++) {
    const plan = await sent(open, { ...sending, mode: 'plan' });
    for (const entry of plan) results.set(entry.key, { ...entry, done: results.get(entry.key)?.done ?? [] });
    const differing = new Set(plan.filter(({ state }) => state === 'differs').map(({ key }) => key));
    const gone = plan.filter(({ steps }) => steps.some(({ kind }) => kind === 'delete'));
    if (round === 0) await confirmed(gone);
    const todo = open.filter(({ key, prune }) => differing.has(key) || (prune && gone.length > 0));
    const whole = await withValues(todo, plan, references, sending.err);
    await sent(whole, { ...sending, mode: 'check' });
    const done = await sent(whole, { ...sending, mode: 'apply' });
    for (const entry of done)
      results.set(entry.key, { ...entry, done: [...(results.get(entry.key)?.done ?? []), ...entry.done] });
    const again = new Set(done.filter(({ error }) => error?.code === 'value_missing').map(({ key }) => key));
    open = open.filter(({ key }) => again.has(key));
  }
  return [...results.values()];
}

async function confirm(
  gone: readonly Applied[],
  input: NodeJS.ReadableStream,
  err: NodeJS.WritableStream,
): Promise<void> {
  const names = gone.map(({ key, id }) => `${key} (${id})`).join(', ');
  if (!(input as NodeJS.ReadStream).isTTY) throw new UsageError(`--prune would delete ${names}. Give --yes as well.`);
  const asked = createInterface({ input, output: err });
  const answer = await asked.question(`Delete ${names} with their tokens? Type yes: `);
  asked.close();
  if (answer.trim() !== 'yes') throw new UsageError('Nothing was changed.');
}

/** What would change for the models of a signed server. */
async function tellSurface(request: ApiSend, key: string, id: string, err: NodeJS.WritableStream): Promise<void> {
  const preview = bodyOf(await reimportPreview(request, serverPath(id)));
  err.write(linesText([`${key}: its tools would change`, ...surfaceLines(preview)]));
}

const shownEntry = ({ key, id, done, error }: Applied) => ({
  key,
  ...(id !== undefined && { id }),
  done: done.map(({ says }) => says),
  ...(error && { error }),
});

function lineOf({ key, id, done, error }: Applied): string {
  const name = id === undefined ? key : `${key} (${id})`;
  if (error) {
    const { code, message, approve } = error;
    return `✗ ${name}: ${code}: ${message}${approve === undefined ? '' : ` When you have read it: --approve ${approve}.`}`;
  }
  return done.length === 0 ? `= ${name}: as declared` : `✓ ${name}: ${done.map(({ says }) => says).join('; ')}`;
}

const tokenLines = ({ server, label, mcpUrl }: ApplyAnswer['tokens'][number]): string[] => [
  `${server}, token ${label}: its MCP URL, shown once (whoever has it can call the tools):`,
  `  ${mcpUrl}`,
];

const webhookLines = ({ name, secret }: ApplyAnswer['webhooks'][number]): string[] => [
  `webhook ${name}: its secret, shown once: ${secret}`,
];
