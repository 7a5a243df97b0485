/**
 * The MCP tool of a group, whose argument `action` names one of the group's tools. Made from the given tools only, so that a
 * token with a limited scope sees no others. Pure; the same tools give the same text.
 */
import type { JsonSchema } from '../json/value.ts';
import type { GroupPlan } from './exposition.ts';
import type { CacheHint, ToolAnnotations } from './model.ts';
import { firstSentence } from './sentence.ts';
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

/** Some clients cut longer descriptions (Claude Code at 2,048 characters); a longer list is put into the schema. */
const MAX_DESCRIPTION_LENGTH = 2_000;
/** Length of the list of a group above which it has less detail. */
const MAX_LIST_LENGTH = 12_000;
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

/** The list of actions, with as much detail as fits; '' if nothing fits, because the names are in the enum, too. */
function listOf(tools: readonly Action[]): string {
  return (
    linesOf(tools, (tool) => lineOf(tool, 'full')) ??
    linesOf(tools, (tool) => lineOf(tool, 'names')) ??
    linesOf(tools, (tool) => lineOf(tool, 'required')) ??
    linesOf(tools, (tool) => `- ${callOf(tool, 'required')}`) ??
    ''
  );
}

/** The lines of the list; undefined if they are too long. */
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
  return wordsOf(sentence) === wordsOf(name) ? '' : sentence;
}

const wordsOf = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(?:a|an|the|all)\b|_/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');
