/**
 * The MCP tool of a group, whose argument `action` names one of the group's tools. Made from the given tools only, so that a
 * token with a limited scope sees no others. Pure; the same tools give the same text.
 */
import type { JsonSchema } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { firstSentence } from '../lib/sentence.ts';
import type { GroupPlan } from '../model/bundle.ts';
import type { CacheHint, ToolAnnotations } from '../model/tool.ts';
import { sameWords } from './listed.ts';
import { type Detail, signatureOf } from './signature.ts';

/** A tool in a group. */
export interface Action {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly answerFields?: string;
  readonly annotations: ToolAnnotations;
  readonly cacheHint: CacheHint;
}

/** The tool of a group. */
export interface ToolGroup<T extends Action = Action> extends Action {
  /** The group's tools by name, sorted. */
  readonly actions: ReadonlyMap<string, T>;
  /** Name of the action that gives the full schema of another one. */
  readonly describe: string;
}

/** Length of the list of a group that its own action tells, above which it has less detail. */
const MAX_TOLD_LENGTH = 12_000;
const MAX_MEANING_LENGTH = 100;

/** The groups with at least one of the tools, in the order of the plans. */
export function groupsOf<T extends Action>(plans: readonly GroupPlan[], tools: readonly T[]): ToolGroup<T>[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return plans.flatMap((plan) => {
    const members = plan.tools.flatMap((name) => byName.get(name) ?? []);
    return members.length === 0 ? [] : [groupOf(plan, members)];
  });
}

function groupOf<T extends Action>({ name, title }: GroupPlan, tools: readonly T[]): ToolGroup<T> {
  const actions = new Map(tools.map((tool) => [tool.name, tool]));
  const describe = freeName('describe', actions);
  const count = tools.length === 1 ? '1 action' : `${tools.length} actions`;
  const head = `${title}: ${count}, called with "action" and its "arguments" (? = optional). "${describe}" with {"action": name} tells all of one, with {} how each is called.`;
  const [first, rest] = listOf(tools, [LIMITS.listedText - head.length - 1, LIMITS.listedText]);
  return {
    name,
    title,
    description: first === '' ? head : `${head}\n${first}`,
    inputSchema: {
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: [...actions.keys(), describe],
          ...(rest !== '' && { description: rest }),
        },
        arguments: { type: 'object', additionalProperties: true },
      },
      required: ['action'],
    },
    annotations: commonAnnotations(tools),
    cacheHint: commonHint(tools),
    actions,
    describe,
  };
}

/** A name that is not taken, because the API may have a tool of that name. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  while (taken.has(free)) free += '_action';
  return free;
}

/** Annotations that are true for all of the tools, by the strictest value of each hint. */
export function commonAnnotations(tools: readonly Action[]): ToolAnnotations {
  const hints = tools.map(({ annotations }) => annotations);
  return {
    readOnlyHint: hints.every(({ readOnlyHint }) => readOnlyHint),
    destructiveHint: hints.some(({ destructiveHint }) => destructiveHint),
    idempotentHint: hints.every(({ idempotentHint }) => idempotentHint),
    openWorldHint: hints.some(({ openWorldHint }) => openWorldHint),
  };
}

/** The cache hint that is true for the answers of all tools. */
export function commonHint(tools: readonly Action[]): CacheHint {
  if (tools.some(({ cacheHint }) => cacheHint === 'no-store')) return 'no-store';
  return tools.every(({ cacheHint }) => cacheHint === 'immutable') ? 'immutable' : 'none';
}

/** How a line of the list is written, the most telling first. */
const LINES: readonly ((tool: Action) => string)[] = [
  (tool) => lineOf(tool, 'full'),
  (tool) => lineOf(tool, 'names'),
  (tool) => lineOf(tool, 'required'),
  (tool) => `- ${callOf(tool, 'required')}`,
];

/**
 * The list of actions, with as much detail as fits, in parts of the given lengths. Empty if nothing fits: the names are in
 * the enum, and the group's own action tells the rest.
 */
function listOf(tools: readonly Action[], lengths: readonly [number, number]): [string, string] {
  for (const line of LINES) {
    const parts = partsOf(tools.map(line), lengths);
    if (parts) return parts;
  }
  return ['', ''];
}

/** The lines in two parts; undefined if they are too long. */
function partsOf(lines: readonly string[], [first, second]: readonly [number, number]): [string, string] | undefined {
  const parts: [string, string] = ['', ''];
  let place = 0;
  for (const line of lines) {
    let part = parts[place] ?? '';
    if (place === 0 && part.length + 1 + line.length > first) {
      place = 1;
      part = parts[1];
    }
    parts[place] = `${part}${part && '\n'}${line}`;
  }
  return parts[0].length <= first && parts[1].length <= second ? parts : undefined;
}

/** The list of a group's actions that its own action tells: with their arguments, in as much detail as is affordable. */
export function actionList({ actions }: ToolGroup): string {
  const tools = [...actions.values()];
  const lists = LINES.map((line) => tools.map(line).join('\n'));
  return lists.find(({ length }) => length <= MAX_TOLD_LENGTH) ?? lists.at(-1) ?? '';
}

function lineOf(tool: Action, detail: Detail): string {
  const meaning = meaningOf(tool);
  const mark = tool.annotations.destructiveHint ? ' [destructive]' : '';
  return `- ${callOf(tool, detail)}${mark}${meaning && `: ${meaning}`}`;
}

/** The full description of a tool for AI clients. */
export const wholeOf = ({ name, title, description, annotations, inputSchema, answerFields }: Action) => ({
  name,
  title,
  description,
  annotations,
  inputSchema,
  ...(answerFields !== undefined && { answers: answerFields }),
});

/** A tool with its arguments: `getPet(petId: int)`. */
export const callOf = ({ name, inputSchema }: Pick<Action, 'name' | 'inputSchema'>, detail: Detail = 'full'): string =>
  `${name}(${signatureOf(inputSchema, detail)})`;

/** The first sentence of the description on one line; '' if it only repeats the name. */
export function meaningOf({ name, description }: Pick<Action, 'name' | 'description'>): string {
  const sentence = firstSentence(description, MAX_MEANING_LENGTH);
  return sameWords(sentence, name) ? '' : sentence;
}
