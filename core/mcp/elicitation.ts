/**
 * Asking the person behind a client before a call (MCP 2026-07-28, multi round-trip requests and elicitation): for their consent to a
 * destructive call, and for an argument that the model left out. Nothing is stored between the rounds: what was asked, and what was
 * answered so far, is in `requestState`, under a MAC over exactly this call, so that an answer confirms nothing else. Pure; who is asked,
 * and when, is decided by its caller.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import type { BundleTool } from '../model/bundle.ts';
import { type Json, META, MODERN } from './protocol.ts';

/** What a call brings along for it; as sent, not trusted. */
export interface ClientInput {
  /** Whether the client can show forms. */
  readonly offered: boolean;
  /** Whether it can have a person open a page. */
  readonly opensPages?: true;
  readonly state?: string;
  readonly responses: Json;
}

/** The result of a call that needs an answer first (InputRequiredResult). */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests: Readonly<Record<string, { readonly method: 'elicitation/create'; readonly params: Json }>>;
  /** Absent where nothing has to come back: what was decided is stored. */
  readonly requestState?: string;
}

/**
 * Keys of the two questions, and of the page on which a call is approved; and what stands for those of an MCP server behind ours, which have
 * keys of their own.
 */
export const CONFIRM = 'confirm';
export const MISSING = 'arguments';
export const APPROVAL = 'approval';
export const UPSTREAM = 'upstream';

/** How long a person may take. */
const LIFE_MS = 600_000;
/** Characters of a `requestState`, and of arguments that a person is shown. */
export const MAX_STATE_LENGTH = 24_000;
const MAX_SHOWN_LENGTH = 2_000;
/** Questions in one form. */
export const MAX_FIELDS = 10;

/** Of a client that is never asked. */
export const NO_INPUT: ClientInput = { offered: false, responses: {} };

/**
 * Reads what a message brings along. Legacy clients tell their capabilities at `initialize`, of which nothing is kept, and would answer in a
 * POST of its own, which reaches another instance: they are never asked.
 */
export function clientInputOf(message: unknown): ClientInput {
  const params = isObject(message) && isObject(message['params']) ? message['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const capabilities = meta[META.clientCapabilities];
  if (meta[META.protocolVersion] !== MODERN || !isObject(capabilities)) return NO_INPUT;
  const { elicitation } = capabilities;
  const { requestState: state, inputResponses: responses } = params;
  return {
    // An empty object means forms (MCP 2025-11-25, elicitation, capabilities).
    offered: isObject(elicitation) && (Object.keys(elicitation).length === 0 || isObject(elicitation['form'])),
    ...(isObject(elicitation) && isObject(elicitation['url']) && { opensPages: true as const }),
    ...(typeof state === 'string' && { state }),
    responses: isObject(responses) ? responses : {},
  };
}

/** Has a person open a page (URL mode); what comes of it there, the client is not told. */
export const pageToOpen = (message: string, url: string): Json => ({ mode: 'url', message, url });

/** The content of an accepted form; 'declined' for any other answer, undefined for none. */
export function answerOf(responses: Json, key: string): Json | 'declined' | undefined {
  if (!Object.hasOwn(responses, key)) return undefined;
  const response = responses[key];
  if (!isObject(response) || response['action'] !== 'accept') return 'declined';
  return isObject(response['content']) ? response['content'] : {};
}

/** What a round was about. */
export interface Round {
  readonly asked: typeof CONFIRM | typeof MISSING | typeof UPSTREAM;
  /** Arguments that a person has given so far. */
  readonly given: JsonObject;
  /** Of questions of an MCP server: their keys, and what it wants back. */
  readonly upstream?: { readonly keys: readonly string[]; readonly state?: string };
  /** When the state was made, milliseconds since 1970, and its random id. */
  readonly at: number;
  readonly nonce: string;
}

/**
 * Seals a round.
 * @param key derived from the client's token, so that no other client can use the state
 * @param call text that names exactly this call
 */
export function sealRound(
  key: Uint8Array,
  call: string,
  { asked, given, upstream }: Pick<Round, 'asked' | 'given' | 'upstream'>,
  now = Date.now(),
): string {
  const nonce = randomBytes(16).toString('hex');
  const round: Round = { asked, given, ...(upstream && { upstream }), at: now, nonce };
  const body = Buffer.from(JSON.stringify(round)).toString('base64url');
  return `${body}.${macOf(key, body, call)}`;
}

/** The round of a state; undefined for one that was not made for this call, was changed, or is too old. */
export function openRound(key: Uint8Array, call: string, state: string, now = Date.now()): Round | undefined {
  if (state.length > MAX_STATE_LENGTH) return undefined;
  const dot = state.lastIndexOf('.');
  const body = state.slice(0, Math.max(dot, 0));
  const [mac, expected] = [Buffer.from(state.slice(dot + 1)), Buffer.from(macOf(key, body, call))];
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
  const round = JSON.parse(Buffer.from(body, 'base64url').toString()) as Round;
  return now - round.at <= LIFE_MS ? round : undefined;
}

const macOf = (key: Uint8Array, body: string, call: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([body, call]))
    .digest('base64url');

/** Whether a state with these arguments would be taken back. */
export const fitsState = (given: JsonObject): boolean => JSON.stringify(given).length < MAX_STATE_LENGTH / 2;

/** Asks for consent to a call. The person sees the whole of it, or how much is not shown. */
export function confirmationOf(server: string, { title, name, program }: BundleTool, args: string): Json {
  const shown =
    args.length > MAX_SHOWN_LENGTH ? `${args.slice(0, MAX_SHOWN_LENGTH)}… (${args.length} characters in all)` : args;
  const what = `${server}: ${title || name} (${program.verb} ${program.path})`;
  return {
    mode: 'form',
    message: `${what}\nThis may delete or overwrite something. Arguments: ${shown.toWellFormed()}`,
    requestedSchema: {
      type: 'object',
      properties: { ok: { type: 'boolean', title: 'Make this call', default: false } },
      required: ['ok'],
    },
  };
}

/** Values that forms must not ask for (MCP 2026-07-28, elicitation, safety: no sensitive information). */
export const SECRET = /passw|passphrase|secret|token|api[-_ ]?key|private[-_ ]?key|credential|\bpin\b|cvv|cvc|otp|ssn/i;
const FORMATS = ['email', 'uri', 'date', 'date-time'];

/**
 * A form for missing arguments; undefined when one of them is no primitive value, or nothing that a form may ask for.
 * @param names of the tool's own arguments
 */
export function formFor(server: string, tool: BundleTool, names: readonly string[]): Json | undefined {
  const { properties } = tool.inputSchema;
  if (names.length === 0 || names.length > MAX_FIELDS || !isObject(properties)) return undefined;
  const fields: Record<string, Json> = {};
  for (const name of names) {
    const field = SECRET.test(name) ? undefined : fieldOf(properties[name]);
    if (!field) return undefined;
    fields[name] = field;
  }
  return {
    mode: 'form',
    message: `${server}: ${tool.title || tool.name} needs ${names.join(', ')}.`,
    requestedSchema: { type: 'object', properties: fields, required: [...names] },
  };
}

const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
};

/** The schema of one primitive value as forms take it (MCP 2026-07-28, PrimitiveSchemaDefinition). */
export function fieldOf(schema: JsonValue | undefined): Json | undefined {
  if (!isObject(schema) || schema['writeOnly'] === true || schema['format'] === 'password') return undefined;
  const [type, ...others] = [schema['type']].flat().filter((each) => each !== 'null');
  if (typeof type !== 'string' || others.length > 0 || !Object.hasOwn(KEPT, type)) return undefined;
  const { title, description, format, enum: values } = schema;
  const field: Json = { type };
  if (Array.isArray(values)) {
    const texts = values.filter((value) => value !== null);
    if (type !== 'string' || !texts.every((value) => typeof value === 'string')) return undefined;
    field['enum'] = texts;
  }
  for (const [key, text] of Object.entries({ title, description }))
    if (typeof text === 'string' && text !== '') field[key] = text;
  for (const key of KEPT[type] ?? []) if (typeof schema[key] === 'number') field[key] = schema[key];
  if (type === 'string' && typeof format === 'string' && FORMATS.includes(format)) field['format'] = format;
  return field;
}
