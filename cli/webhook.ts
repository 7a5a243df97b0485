/** `portcullis webhook list | add | test | deliveries | rotate | remove`: webhooks, through the management API. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { AnswerOf } from '../core/api/routes/index.ts';
import { EVENT_TYPES } from '../core/telemetry/events/events.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';
import { pathFrom } from './options.ts';
import { projectNamed } from './project.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  name: { type: 'string' },
  address: { type: 'string' },
  events: { type: 'string' },
  project: { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/** Runs `portcullis webhook`. */
export const webhookCommand = actionCommand<typeof OPTIONS>({
  name: 'webhook',
  options: OPTIONS,
  actions: { list, add, test, deliveries, rotate, remove },
  check(action, rest) {
    const needsId = action !== 'list' && action !== 'add';
    if (rest.length !== (needsId ? 1 : 0)) {
      throw new UsageError(`webhook ${action} takes ${needsId ? 'one id' : 'no id'}.`);
    }
  },
});

const pathOf = ([id = '']: readonly string[], place = ''): string => `/v1/webhooks/${encodeURIComponent(id)}${place}`;

async function list({ request, print }: Context): Promise<undefined> {
  const answer = await request<AnswerOf<'listWebhooks'>>('GET', '/v1/webhooks');
  const lines = answer.items.map(
    ({ id, name, origin, types, project, stopped }) =>
      `${id}  ${name}  ${origin}  ${types.join(',')}${project ? `  in ${project}` : ''}${stopped ? '  stopped' : ''}`,
  );
  const none = answer.enabled ? 'No webhooks.' : 'Events are not switched on in this installation (events=true).';
  print(answer, lines.length > 0 ? lines : [none]);
}

async function add({ request, values, input, print }: Context): Promise<undefined> {
  const { name, address, events } = values;
  if (name === undefined || address === undefined) throw new UsageError('webhook add needs --name and --address.');
  const url = (address === '-' ? await text(input) : await readFile(pathFrom(address), 'utf8')).trim();
  const project = values.project === undefined ? undefined : (await projectNamed(request, values.project)).id;
  const types = events === undefined ? [...EVENT_TYPES] : events.split(',').map((type) => type.trim());
  const made = await request<AnswerOf<'createWebhook'>>('POST', '/v1/webhooks', {
    name,
    url,
    types,
    ...(project !== undefined && { project }),
  });
  print(made, [`✓ ${made.webhook.name} (${made.webhook.id})`, `  secret, shown once: ${made.secret}`]);
}

async function test({ request, rest, print }: Context): Promise<undefined> {
  const answer = await request<object>('POST', pathOf(rest, '/test'));
  print(answer, ['A test event is on its way. “webhook deliveries” shows what was answered.']);
}

async function deliveries({ request, rest, print }: Context): Promise<undefined> {
  const answer = await request<AnswerOf<'listDeliveries'>>('GET', pathOf(rest, '/deliveries'));
  const lines = answer.items.map(({ eventId, type, at, state, attempts }) => {
    const last = attempts.at(-1);
    return `${at}  ${type}  ${state}  ${last ? (last.status ?? last.code) : '-'}  ${attempts.length}×  ${eventId}`;
  });
  print(answer, lines.length > 0 ? lines : ['Nothing was delivered in the last 30 days.']);
}

async function rotate({ request, rest, print }: Context): Promise<undefined> {
  const made = await request<AnswerOf<'rotateWebhook'>>('POST', pathOf(rest, '/rotate'));
  print(made, [
    `✓ ${made.webhook.name}: new secret, shown once: ${made.secret}`,
    '  The previous one signs as well for a day.',
  ]);
}

async function remove({ request, rest, print }: Context): Promise<undefined> {
  await request<object>('DELETE', pathOf(rest));
  const [id = ''] = rest;
  print({ id }, [`✓ ${id} is deleted`]);
}
