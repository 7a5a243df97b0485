/**
 * The three tools of a server with exposition by search: one finds and describes tools, two call them, separately for
 * reading and for changing ones, so that a deletion does not make clients confirm every read. Made from the given tools
 * only, so that a token with a limited scope sees no others. Pure; the same tools give the same text.
 */
import type { JsonSchema } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { compactTool } from './compact.ts';
import { subjectsOf } from './exposition.ts';
import { type Action, callOf, commonAnnotations, commonHint, meaningOf, wholeOf } from './grouped.ts';
import { signatureOf } from './signature.ts';

/** Name of the search tool. An API tool with the same name can be found and called like all others. */
export const SEARCH = 'search';
/** Name of the tool that calls read-only tools. */
export const CALL_READ = 'call_read';
/** Name of the tool that calls all other tools. */
export const CALL_CHANGE = 'call_change';

/** A tool that can be found by search. */
export interface FoundAction extends Action {
  readonly program: { readonly path: string };
  readonly findable?: { readonly tags?: readonly string[] };
}

/** Maximum number of tools in one answer. */
export const FOUND = 10;
/** Maximum characters of the schema and of the description of the best match; longer ones are shortened. */
const MAX_SCHEMA_LENGTH = 4_000;
const MAX_DESCRIPTION_LENGTH = 500;
/** Maximum characters of all lines in one answer; the first line is always included. */
const MAX_LINES_LENGTH = 3_000;

/** The tools in the order of the list; a calling tool only if there are tools that it can call. */
export function searchingTools(tools: readonly FoundAction[]): Action[] {
  const reading = tools.filter(({ annotations }) => annotations.readOnlyHint);
  const changing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  return [
    searchTool(tools),
    ...(reading.length > 0 ? [callingTool(CALL_READ, 'Call a tool that reads', reading)] : []),
    ...(changing.length > 0 ? [callingTool(CALL_CHANGE, 'Call a tool that changes something', changing)] : []),
  ];
}

const ABOUT = ' about ';

function searchTool(tools: readonly FoundAction[]): Action {
  const before = `Finds tools of this API by words and tells how they are called: ${count(tools.length)}`;
  const after = `. Search before saying that something is not possible. Use the words of an API reference, verb and resource ("list invoices", "create webhook"), not the person's sentence; for a task of several steps search once for each. The answer has up to ${FOUND} tools with arguments (? = optional) and, after →, the fields of their answers, the full schema of the best, and the words that no tool has. The exact name of a tool gives all of that tool.`;
  const subjects = subjectList(tools, LIMITS.listedText - before.length - ABOUT.length - after.length);
  return {
    name: SEARCH,
    title: 'Search tools',
    description: before + (subjects && ABOUT + subjects) + after,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Two to six words of an API reference, or the exact name of a tool' },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    cacheHint: 'none',
  };
}

function callingTool(name: string, title: string, tools: readonly Action[]): Action {
  const kind = name === CALL_READ ? 'read' : 'change';
  return {
    name,
    title,
    description: `Calls a tool that ${SEARCH} marks [${kind}${kind === 'change' ? '] or [destructive' : ''}].`,
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: `Its name, as ${SEARCH} told it` },
        arguments: { type: 'object', additionalProperties: true },
      },
      required: ['tool'],
    } as JsonSchema,
    annotations: commonAnnotations(tools),
    cacheHint: commonHint(tools),
  };
}

/** The name of the tool that calls a found tool. */
export const callerOf = ({ annotations }: Pick<Action, 'annotations'>): string =>
  annotations.readOnlyHint ? CALL_READ : CALL_CHANGE;

const count = (tools: number): string => (tools === 1 ? '1 tool' : `${tools.toLocaleString('en-US')} tools`);

const MORE = ', …';

/** The list of subjects, the largest first, in at most as many characters. */
function subjectList(tools: readonly FoundAction[], max: number): string {
  const plain = tools.map(({ name, annotations, program, findable }) => ({
    name,
    annotations,
    path: program.path,
    tag: findable?.tags?.[0] ?? '',
  }));
  const named: string[] = [];
  let length = 0;
  const subjects = subjectsOf(plain);
  for (const subject of subjects) {
    length += subject.length + 2;
    if (length + MORE.length > max) break;
    named.push(subject);
  }
  return named.join(', ') + (named.length > 0 && named.length < subjects.length ? MORE : '');
}

/**
 * The answer of a search.
 * @param tools the found tools, best first
 * @param matching number of tools with any of the words
 * @param unknown words that no tool has
 */
export function foundText(tools: readonly FoundAction[], matching: number, unknown: readonly string[]): string {
  const parts: string[] = [];
  const [best] = tools;
  if (best === undefined) parts.push('No tool is about this. Nothing was called.');
  else {
    const lines = linesOf(tools);
    const more = matching > lines.length ? `; ${matching} have some of the words` : '';
    parts.push(`The best ${lines.length === 1 ? 'match' : `${lines.length} matches`}${more}:`, ...lines);
    parts.push(`All of ${best.name}: ${outlinedTool(best)}`);
    parts.push(`It is called with ${callerOf(best)} {"tool": "${best.name}", "arguments": {…}}.`);
  }
  if (unknown.length > 0) {
    parts.push(
      `No tool has ${unknown.length === 1 ? 'the word' : 'the words'} ${unknown.join(', ')}: say it as the API would, or there is nothing for it.`,
    );
  }
  return parts.join('\n');
}

function linesOf(tools: readonly FoundAction[]): string[] {
  const lines: string[] = [];
  let length = 0;
  for (const tool of tools) {
    const line = lineOf(tool);
    length += line.length;
    if (length > MAX_LINES_LENGTH && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}

function lineOf(tool: FoundAction): string {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  const mark = readOnlyHint ? 'read' : destructiveHint ? 'destructive' : 'change';
  const meaning = meaningOf(tool);
  const answer = tool.answerFields === undefined ? '' : ` → ${tool.answerFields}`;
  return `- ${callOf(tool)}${answer} [${mark}]${meaning && `: ${meaning}`}`;
}

/** A tool as JSON, with its whole description and schema. */
export const describedTool = (tool: FoundAction): string => JSON.stringify(wholeOf(tool));

/** A tool as JSON, with a long description cut and a long schema replaced by its outline. */
function outlinedTool(tool: FoundAction): string {
  const { name, description, inputSchema } = tool;
  const shortened = { description: description.length > MAX_DESCRIPTION_LENGTH ? cut(description) : description };
  if (lengthOf(inputSchema) <= MAX_SCHEMA_LENGTH) return JSON.stringify({ ...shortened, inputSchema });
  const outline = compactTool(tool).inputSchema;
  return JSON.stringify({
    ...shortened,
    ...(lengthOf(outline) <= MAX_SCHEMA_LENGTH ? { inputSchema: outline } : { arguments: signatureOf(inputSchema) }),
    note: `An outline; ${SEARCH} with {"query": "${name}"} tells all of it.`,
  });
}

const lengthOf = (schema: JsonSchema): number => JSON.stringify(schema).length;

const cut = (text: string): string => `${text.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed()}…`;
