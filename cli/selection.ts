/** `portcullis selection run | set`: whether sentences find the tools that they are for, with an exit code for pipelines. */
import { createReadStream } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import type { Selection } from '../core/api/selection.ts';
import { EXPOSED, type Exposed } from '../core/model/exposition.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  file: { type: 'string' },
  top: { type: 'string' },
  list: { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/** The place up to which a tool counts as found, unless given. */
const TOP = 5;
/** 200 sentences of 500 characters, with room for their form. */
const MAX_BYTES = 1024 * 1024;
const COLUMN = 10;

/** Runs `portcullis selection`. */
export const selectionCommand = actionCommand<typeof OPTIONS>({
  name: 'selection',
  options: OPTIONS,
  actions: { run, set },
  check(action, rest, { file, top, list }) {
    if (rest.length !== 1) throw new UsageError(`selection ${action} takes one server id.`);
    if (action === 'set' && file === undefined) throw new UsageError('selection set needs --file.');
    topOf(top);
    if (list !== undefined && !(EXPOSED as readonly string[]).includes(list))
      throw new UsageError(`--list is one of ${EXPOSED.join(', ')}.`);
  },
});

const pathOf = ([id = '']: readonly string[], place = ''): string =>
  `/v1/servers/${encodeURIComponent(id)}/selection${place}`;

function topOf(given: string | undefined): number {
  const top = given === undefined ? TOP : Number(given);
  if (!Number.isInteger(top) || top < 1 || top > 50) throw new UsageError('--top needs a whole number from 1 to 50.');
  return top;
}

async function run({ request, rest, values, input, print }: Context): Promise<number> {
  const { file, list } = values;
  const answer =
    file === undefined
      ? await request<Selection>('GET', pathOf(rest))
      : await request<Selection>('POST', pathOf(rest, '/run'), { sentences: await sentencesIn(file, input) });
  const [top, way] = [topOf(values.top), (list as Exposed | undefined) ?? answer.exposition];
  const missed = answer.items.filter(({ ranks }) => (ranks[way] ?? Number.POSITIVE_INFINITY) > top);
  const head = ['', ...EXPOSED.map((each) => (each === way ? `${each}*` : each).padStart(COLUMN))].join(' ');
  const summary = `${answer.items.length - missed.length} of ${answer.items.length} sentences find their tool among the first ${top} (${way})`;
  const lines =
    answer.items.length === 0
      ? ['No sentences are stored.']
      : [head, ...answer.items.flatMap((item) => linesOf(item, missed.includes(item))), summary];
  print(answer, lines);
  return missed.length > 0 ? 1 : 0;
}

function linesOf({ sentence, tool, ranks, was }: Selection['items'][number], isMissed: boolean): string[] {
  const cell = (way: Exposed) => {
    const before = was === undefined || was[way] === ranks[way] ? '' : `${was[way] ?? '-'}→`;
    return `${before}${ranks[way] ?? '-'}`.padStart(COLUMN);
  };
  const state = tool.state === 'listed' ? '' : tool.state === 'off' ? ' (not listed)' : ' (there is no such tool)';
  return [`${isMissed ? '✗' : '✓'} ${sentence} → ${tool.name}${state}`, ['', ...EXPOSED.map(cell)].join(' ')];
}

async function set({ request, rest, values, input, print }: Context): Promise<undefined> {
  const sentences = await sentencesIn(values.file ?? '-', input);
  const answer = await request<Selection>('PUT', pathOf(rest), { sentences });
  print(answer, [`✓ ${answer.items.length} sentences stored`]);
}

/** The list in a YAML or JSON file, or on standard input for `-`; its members are checked by the API. Throws UsageError. */
async function sentencesIn(file: string, input: NodeJS.ReadableStream): Promise<unknown[]> {
  const name = file === '-' ? 'standard input' : file;
  const text = await textOf(file === '-' ? input : createReadStream(pathFrom(file)), name);
  let value: unknown;
  try {
    value = load(text, { schema: CORE_SCHEMA });
  } catch {
    throw new UsageError(`${name} is neither YAML nor JSON.`);
  }
  if (!Array.isArray(value))
    throw new UsageError(`${name} has no list, such as [{sentence: refund an order, tool: createRefund}].`);
  return value;
}

async function textOf(stream: NodeJS.ReadableStream, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > MAX_BYTES) throw new UsageError(`${name} is longer than ${MAX_BYTES} bytes, which is too much.`);
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} ${unreadBecause(error)}.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
