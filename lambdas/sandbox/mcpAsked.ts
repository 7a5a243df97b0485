/**
 * Questions of an MCP server to the person behind the client (MCP 2026-07-28, multi round-trip requests): what of them leaves the sandbox.
 * Only forms, a few and small; a request for sampling, roots or a page to open is refused with all others of the call. Words are governed as
 * those of progress are (mcpProgress.ts); what the server gives beside its questions is opaque, and refused where it holds the credential.
 */
import { isPlainObject } from '../../core/lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import type { AskedQuestions, CallOutcome } from '../../core/sandbox/protocol.ts';
import { upstreamInvalid } from './mcpExchange.ts';
import { governedWords, type ProgressContext } from './mcpProgress.ts';
import { outcomeOf } from './outcome.ts';

/** Questions of one answer, and characters of one. */
const MAX_QUESTIONS = 5;
const MAX_FORM = 16_000;
/** Characters of what the server gives beside them, which comes back with the answers. */
const MAX_STATE = 8_000;
/** Characters of a text in a form. */
const MAX_TEXT = 2_000;
const KEY = /^[\w.:/-]{1,100}$/;

/** The questions. @param result of the server. Throws PortcullisError `upstream_invalid`. */
function questionsOf(result: JsonObject, context: ProgressContext): AskedQuestions {
  const { inputRequests, requestState: state } = result;
  const given = isPlainObject(inputRequests ?? null) ? Object.entries(inputRequests as JsonObject) : [];
  if (given.length === 0 || given.length > MAX_QUESTIONS) throw notPassed('it asks nothing, or too much at once');
  if (state !== undefined && !isState(state, context))
    throw notPassed('what it wants back with the answer cannot be kept');
  const forms = given.map(([key, asked]): [string, JsonObject] => {
    const { method, params } = isPlainObject(asked) ? asked : ({} as JsonObject);
    const isForm = method === 'elicitation/create' && isPlainObject(params ?? null);
    if (!isForm || !KEY.test(key) || JSON.stringify(params).length > MAX_FORM) throw notPassed('it is no form');
    const { mode, message, requestedSchema } = params as JsonObject;
    if (mode !== undefined && mode !== 'form') throw notPassed('it wants a page to be opened');
    return [key, { message: shown(message, context), requestedSchema: shownSchema(requestedSchema, context) }];
  });
  return { forms: Object.fromEntries(forms), ...(state !== undefined && { state: state as string }) };
}

/** The outcome of a call whose server asks first. Throws PortcullisError `upstream_invalid`. */
export const askedOutcome = (
  wants: JsonObject,
  context: ProgressContext,
  more: Pick<CallOutcome, 'auditArguments'> & Partial<CallOutcome>,
): CallOutcome =>
  outcomeOf({ ...more, content: [], isError: true, errorCode: 'input_required', asked: questionsOf(wants, context) });

const isState = (state: JsonValue, { masker }: ProgressContext): boolean =>
  typeof state === 'string' && state.length <= MAX_STATE && state.isWellFormed() && masker().label(state) === state;

const notPassed = (why: string) =>
  upstreamInvalid(`The MCP server wants something of the client before it answers, which is not passed on: ${why}.`);

/** The schema with the words of its fields governed; what fields there may be is decided where the form is made (core/mcp/elicitation.ts). */
function shownSchema(schema: JsonValue | undefined, context: ProgressContext): JsonObject {
  const { properties, required = [] } = isPlainObject(schema ?? null) ? (schema as JsonObject) : {};
  const fields = isPlainObject(properties ?? null) ? Object.entries(properties as JsonObject) : [];
  const own = fields.map(([name, field]): [string, JsonValue] => {
    if (!isPlainObject(field)) return [name, {}];
    const { title, description, ...rest } = field;
    const words = Object.entries({ title, description }).flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, shown(text, context)] as const] : [],
    );
    return [name, { ...rest, ...Object.fromEntries(words) }];
  });
  const masked = context.masker().text(JSON.stringify(Object.fromEntries(own)), { isJson: true });
  return { properties: JSON.parse(masked) as JsonObject, required };
}

function shown(text: JsonValue | undefined, context: ProgressContext): string {
  const words = typeof text === 'string' ? governedWords(text, context, MAX_TEXT) : undefined;
  if (words === undefined) throw notPassed('its words cannot be governed');
  return words;
}
