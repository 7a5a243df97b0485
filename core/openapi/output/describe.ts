/**
 * Title, description and annotations of a tool, from the texts of its operation and from the extensions that describe it
 * as a tool.
 */
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import { type Annotating, annotationsOf } from '../../model/annotations.ts';
import { humanTitle, isSpelledOut, pathTitle } from '../../model/title.ts';
import type { ToolAnnotations } from '../../model/tool.ts';
import { member, stringMember } from '../document/read.ts';
import type { BodyArguments } from '../model/bodyArguments.ts';
import type { Context, Operation } from '../model/operation.ts';
import { cleanText, cut, MAX_DESCRIPTION_LENGTH } from '../model/text.ts';
import { successTextOf } from './responseFields.ts';
import type { Success } from './successResponse.ts';

const NO_HINTS = { isDisabled: false } as const;

/** The extensions that describe an operation as a tool: `x-mcp`, `x-speakeasy-mcp`, `x-mcp-name`, `x-mcp-description`. */
export function hintsOf(raw: JsonObject): { name?: string; title?: string; description?: string; isDisabled: boolean } {
  const found = raw['x-mcp'] ?? raw['x-speakeasy-mcp'];
  if (found === undefined && raw['x-mcp-name'] === undefined && raw['x-mcp-description'] === undefined) return NO_HINTS;
  if (found === false) return { isDisabled: true };
  const name = stringMember(found, 'name') ?? stringMember(raw, 'x-mcp-name');
  const title = stringMember(found, 'title');
  const description = stringMember(found, 'description') ?? stringMember(raw, 'x-mcp-description');
  const isDisabled =
    member(found, 'disabled') === true || member(found, 'enabled') === false || member(found, 'ignore') === true;
  return { ...(name && { name }), ...(title && { title }), ...(description && { description }), isDisabled };
}

/**
 * The title: the hint, else the summary, else one made from the name or the path.
 * @param name of the tool
 */
export function titleOf({ raw, verb, path }: Operation, hint: string | undefined, name: string): string {
  const text = hint === undefined ? summaryOf(raw, 100).replace(/\.$/, '') : cleanText(hint, 100).replace(/\.$/, '');
  if (text !== '') return cut(text, 80);
  return isSpelledOut(name, verb, path)
    ? cut(pathTitle(verb, path), 80)
    : humanTitle(name.replace(/_[0-9a-f]{6,}$/, ''));
}

/** The summary; as words if it is only the name of a function: `addBoards()`, or the operationId again. */
function summaryOf(raw: JsonObject, length: number): string {
  const text = cleanText(raw['summary'], length);
  const called = text.endsWith('()') ? /^([A-Za-z_][\w.-]*)\(\)$/.exec(text)?.[1] : undefined;
  if (called !== undefined) return humanTitle(called);
  return text === raw['operationId'] && !/\s/.test(text) ? humanTitle(text) : text;
}

/**
 * The tool's description, never empty: summary and description in one text, then what the schema cannot express. An
 * operation without texts gets those of its path item and of its response.
 * @param hint description from an extension, which replaces the operation's own texts
 */
export function describe(
  operation: Operation,
  hint: string | undefined,
  body: BodyArguments | undefined,
  success: Success,
  context: Context,
): string {
  const { raw } = operation;
  const notes: string[] = [];
  if (body && body.requiredTogether.length > 0) {
    notes.push(`When a body is sent it needs: ${cut(body.requiredTogether.join(', '), 300)}.`);
  }
  if (raw['deprecated'] === true) notes.push('Deprecated.');
  const room = notes.length === 0 ? MAX_DESCRIPTION_LENGTH : MAX_DESCRIPTION_LENGTH - notes.join(' ').length - 2;
  const hinted = hint === undefined ? '' : cleanText(hint, MAX_DESCRIPTION_LENGTH);
  const summary = summaryOf(raw, MAX_DESCRIPTION_LENGTH);
  const description = cleanText(raw['description'], MAX_DESCRIPTION_LENGTH);
  const own = hinted || joined(summary, description) || fallback(operation, success, context);
  const text = cut(own, room);
  if (notes.length === 0) return text;
  return [asSentence(text), ...notes].join(' ');
}

/** `GET /path`, then the texts of the path item and of the response. */
function fallback(operation: Operation, success: Success, context: Context): string {
  const { verb, path, item } = operation;
  const ofPath = joined(
    cleanText(item['summary'], MAX_DESCRIPTION_LENGTH),
    cleanText(item['description'], MAX_DESCRIPTION_LENGTH),
  );
  const sentences = [/^todo\b/i.test(ofPath) ? '' : ofPath, successTextOf(success, context)]
    .filter((text) => text !== '')
    .map(asSentence);
  return sentences.length === 0 ? `${verb} ${path}` : `${verb} ${path}: ${sentences.join(' ')}`;
}

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

function joined(summary: string, description: string): string {
  if (summary === '' || description === '') return summary || description;
  const bare = summary.replace(/\.$/, '');
  if (description.slice(0, bare.length).toLowerCase() === bare.toLowerCase()) return description;
  return `${bare}. ${description}`;
}

/** The annotations of an operation, and the claims of its document that are not taken. */
export interface Annotated {
  readonly annotations: ToolAnnotations;
  /** As written: `readOnlyHint: true`. */
  readonly notTaken: readonly string[];
}

/** Which value of a hint is the careful one. */
const CAREFUL: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/**
 * Annotations by the request. An extension may make an operation look more dangerous and never less: tokens and clients go by them, and they are
 * the document's own words. The owner may say otherwise.
 */
export function annotated(program: Annotating, raw: JsonObject): Annotated {
  const byRequest = annotationsOf(program);
  const given = member(raw['x-mcp'] ?? raw['x-speakeasy-mcp'], 'annotations');
  if (!isObject(given)) return { annotations: byRequest, notTaken: [] };
  const taken: Record<keyof ToolAnnotations, boolean> = { ...byRequest };
  const notTaken: string[] = [];
  for (const hint of Object.keys(CAREFUL) as (keyof ToolAnnotations)[]) {
    const said = given[hint];
    if (typeof said !== 'boolean' || said === byRequest[hint]) continue;
    if (said === CAREFUL[hint]) taken[hint] = said;
    else notTaken.push(`${hint}: ${said}`);
  }
  // What may destroy something does not only read.
  if (taken.destructiveHint) taken.readOnlyHint = false;
  return { annotations: taken, notTaken };
}
