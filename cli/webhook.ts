/** `portcullis webhook list | add | test | deliveries | rotate | remove`: webhooks, through the management API. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { EVENT_TYPES } from '../core/events/events.ts';
import { UsageError } from './errors.ts';
import { parsedOptions, pathFrom } from './options.ts';
import { type ApiRequest, apiClient, bodyOf, type Environment, stackOf } from './stack.ts';
import { printable } from './table.ts';
import { usageOf } from './usage.ts';

interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly types: readonly string[];
  readonly stopped?: string;
}

interface Command {
  readonly request: ApiRequest;
  readonly id: string | undefined;
  readonly values: {
    readonly name?: string | undefined;
    readonly address?: string | undefined;
    readonly events?: string | undefined;
  };
  readonly input: NodeJS.ReadableStream;
  /** The answer as JSON, or as lines of text. */
  readonly print: (body: object, lines: readonly string[]) => void;
}

/**
 * Runs `portcullis webhook`.
 * @param input standard input, for `--address -`
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API
 */
export async function webhookCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  {
    environment = process.env,
    input = process.stdin,
  }: { environment?: Environment; input?: NodeJS.ReadableStream } = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (values.help) {
    out.write(usageOf('webhook'));
    return 0;
  }
  const [action = '', id, ...others] = positionals;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined;
  if (!run) throw new UsageError('webhook needs an action: list, add, test, deliveries, rotate or remove.');
  const needsId = action !== 'list' && action !== 'add';
  if (others.length > 0 || needsId !== (id !== undefined)) {
    throw new UsageError(`webhook ${action} takes ${needsId ? 'one id' : 'no id'}.`);
  }
  const request = apiClient(await stackOf(values, environment));
  const print = (body: object, lines: readonly string[]) =>
    out.write(values.json ? `${JSON.stringify(body, null, 2)}\n` : `${lines.map(printable).join('\n')}\n`);
  await run({ request, id, values, input, print });
  return 0;
}

const ACTIONS = { list, add, test, deliveries, rotate, remove };

const pathOf = (id = '', rest = ''): string => `/v1/webhooks/${encodeURIComponent(id)}${rest}`;

async function list({ request, print }: Command): Promise<void> {
  const answer = bodyOf(await request<{ enabled: boolean; items: Webhook[] }>('GET', '/v1/webhooks'));
  const lines = answer.items.map(
    ({ id, name, origin, types, stopped }) =>
      `${id}  ${name}  ${origin}  ${types.join(',')}${stopped ? '  stopped' : ''}`,
  );
  const none = answer.enabled
    ? 'There is no webhook.'
    : 'Events are not switched on in this installation (events=true).';
  print(answer, lines.length > 0 ? lines : [none]);
}

async function add({ request, values, input, print }: Command): Promise<void> {
  const { name, address, events } = values;
  if (name === undefined || address === undefined) throw new UsageError('webhook add needs --name and --address.');
  const url = (address === '-' ? await text(input) : await readFile(pathFrom(address), 'utf8')).trim();
  const types = events === undefined ? [...EVENT_TYPES] : events.split(',').map((type) => type.trim());
  const made = bodyOf(
    await request<{ webhook: Webhook; secret: string }>('POST', '/v1/webhooks', { name, url, types }),
  );
  print(made, [`✓ ${made.webhook.name} (${made.webhook.id})`, `  secret, shown once: ${made.secret}`]);
}

async function test({ request, id, print }: Command): Promise<void> {
  const answer = bodyOf(await request<object>('POST', pathOf(id, '/test')));
  print(answer, ['A test event is on its way. “webhook deliveries” shows what was answered.']);
}

interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly at: string;
  readonly state: string;
  readonly attempts: readonly { readonly status?: number; readonly code?: string }[];
}

async function deliveries({ request, id, print }: Command): Promise<void> {
  const answer = bodyOf(await request<{ items: Delivery[] }>('GET', pathOf(id, '/deliveries')));
  const lines = answer.items.map(({ eventId, type, at, state, attempts }) => {
    const last = attempts.at(-1);
    return `${at}  ${type}  ${state}  ${last ? (last.status ?? last.code) : '-'}  ${attempts.length}×  ${eventId}`;
  });
  print(answer, lines.length > 0 ? lines : ['Nothing was delivered in the last 30 days.']);
}

async function rotate({ request, id, print }: Command): Promise<void> {
  const made = bodyOf(await request<{ webhook: Webhook; secret: string }>('POST', pathOf(id, '/rotate')));
  print(made, [
    `✓ ${made.webhook.name}: new secret, shown once: ${made.secret}`,
    '  The previous one signs as well for a day.',
  ]);
}

async function remove({ request, id, print }: Command): Promise<void> {
  bodyOf(await request<object>('DELETE', pathOf(id)));
  print({ id }, [`✓ ${id} is deleted`]);
}

const OPTIONS = {
  name: { type: 'string' },
  address: { type: 'string' },
  events: { type: 'string' },
  json: { type: 'boolean' },
  stack: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
