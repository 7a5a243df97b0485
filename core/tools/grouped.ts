/**
 * A group as clients see it: one MCP tool whose argument `action` names one of its tools. Made of the tools themselves,
 * so that whoever may see only some of them is told of those only. Pure; the same tools give the same text.
 */
import type { JsonSchema } from '../json/value.ts';
import type { GroupPlan } from './exposition.ts';
import type { CacheHint, ToolAnnotations } from './model.ts';
import { firstSentence } from './sentence.ts';
import { type Detail, signatureOf } from './signature.ts';

/** What a group needs of a tool. */
export interface Action {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly answerFields?: string;
  readonly annotations: ToolAnnotations;
  readonly cacheHint: CacheHint;
}

/** A group; clients get it as a tool. */
export interface ToolGroup<T extends Action = Action> extends Action {
  /** By name, sorted. */
  readonly actions: ReadonlyMap<string, T>;
  /** The action that tells the full schema of another. */
  readonly describe: string;
}

/** Clients silently cut longer descriptions (Claude Code at 2,048 characters); the rest goes into the schema. */
const MAX_DESCRIPTION_LENGTH = 2_000;
/** Above this, the list of a group says less about each action. */
const MAX_LIST_LENGTH = 12_000;
const MAX_MEANING_LENGTH = 100;

/** The groups that have at least one of the tools, in the order of the plans. */
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
  const head = `${title}: ${tools.length === 1 ? '1 action' : `${tools.length} actions`}. Put the arguments of an action into "arguments" (? = optional); action "${describe}" with {"action": name} tells the full schema of one.`;
  const list = listOf(tools);
  const fits = head.length + 1 + list.length <= MAX_DESCRIPTION_LENGTH;
  return {
    name,
    title,
    description: fits ? `${head}\n${list}` : `${head} The actions are listed at the argument "action".`,
    inputSchema: {
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: [...actions.keys(), describe],
          ...(!fits && list !== '' && { description: list }),
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

/** An API may have a tool of that name. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  while (taken.has(free)) free += '_action';
  return free;
}

/** What holds for each of them: the stricter reading. */
export function commonAnnotations(tools: readonly Action[]): ToolAnnotations {
  const hints = tools.map(({ annotations }) => annotations);
  return {
    readOnlyHint: hints.every(({ readOnlyHint }) => readOnlyHint),
    destructiveHint: hints.some(({ destructiveHint }) => destructiveHint),
    idempotentHint: hints.every(({ idempotentHint }) => idempotentHint),
    openWorldHint: hints.some(({ openWorldHint }) => openWorldHint),
  };
}

/** What holds for every answer of them. */
export function commonHint(tools: readonly Action[]): CacheHint {
  if (tools.some(({ cacheHint }) => cacheHint === 'no-store')) return 'no-store';
  return tools.every(({ cacheHint }) => cacheHint === 'immutable') ? 'immutable' : 'none';
}

/** As much of each action as the list has room for; at last nothing, as the names are those of the enum. */
function listOf(tools: readonly Action[]): string {
  return (
    linesOf(tools, (tool) => lineOf(tool, 'full')) ??
    linesOf(tools, (tool) => lineOf(tool, 'names')) ??
    linesOf(tools, (tool) => lineOf(tool, 'required')) ??
    linesOf(tools, (tool) => `- ${callOf(tool, 'required')}`) ??
    ''
  );
}

/** Undefined as soon as they are too long. */
function linesOf(tools: readonly Action[], line: (tool: Action) => string): string | undefined {
  let list = '';
  for (const tool of tools) {
    list += `${list && '\n'}${line(tool)}`;
    if (list.length > MAX_LIST_LENGTH) return undefined;
  }
  return list;
}

function lineOf(tool: Action, detail: Detail): string {
  const meaning = meaningOf(tool);
  const mark = tool.annotations.destructiveHint ? ' [destructive]' : '';
  return `- ${callOf(tool, detail)}${mark}${meaning && `: ${meaning}`}`;
}

/** All that a model can be told of a tool. */
export const wholeOf = ({ name, title, description, annotations, inputSchema, answerFields }: Action) => ({
  name,
  title,
  description,
  annotations,
  inputSchema,
  ...(answerFields !== undefined && { answers: answerFields }),
});

/** `getPet(petId: int)`. */
export const callOf = ({ name, inputSchema }: Pick<Action, 'name' | 'inputSchema'>, detail: Detail = 'full'): string =>
  `${name}(${signatureOf(inputSchema, detail)})`;

/** The first sentence of the description, in one line; nothing when it says what the name says. */
export function meaningOf({ name, description }: Pick<Action, 'name' | 'description'>): string {
  const sentence = firstSentence(description, MAX_MEANING_LENGTH);
  return wordsOf(sentence) === wordsOf(name) ? '' : sentence;
}

const wordsOf = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(?:a|an|the|all)\b|_/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');
