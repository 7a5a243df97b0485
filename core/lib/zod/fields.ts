/**
 * Schemas of the fields that several requests and responses of the management API share; limits come from core/lib/limits.ts.
 * In this folder, requests are strict objects (an unknown field is a fault) and responses are open ones (fields may be
 * added). Schemas set no defaults: the code that uses a value sees whether it was given. Zod is imported as a namespace,
 * so that bundlers remove the unused parts.
 */
import * as z from 'zod';
import { AUDIT_ID, DEPLOYMENT_ID, SERVER_ID, TOKEN_ID, TOOL_ID } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { visibleText } from '../visible.ts';

/** Schemas that the API description refers to by name (`#/components/schemas/<id>`). */
export const models = z.registry<{ id: string; description?: string }>();

/** Id of a server. */
export const serverId = z.string().regex(SERVER_ID).describe('srv_ and 12 characters');
/** Id of a tool. */
export const toolId = z.string().regex(TOOL_ID).describe('tool_ and a ULID');
/** Id of a token. */
export const tokenId = z.string().regex(TOKEN_ID).describe('tok_ and a ULID');
/** Id of an audit entry. */
export const entryId = z.string().regex(AUDIT_ID).describe('A ULID');
/** Id of a deployment. */
export const deploymentId = z.string().regex(DEPLOYMENT_ID).describe('dep_ and a ULID');

/** ISO 8601 with a time zone; responses always use UTC with milliseconds. */
export const time = z.iso
  .datetime({ offset: true })
  // Times are compared as texts, so in UTC the year needs four digits; the conversion from another zone can leave that range.
  .refine((text) => /^\d/.test(new Date(text).toJSON() ?? ''), {
    error: 'must lie in the years 0000 to 9999 in UTC.',
    params: { rule: 'range' },
  });

/** Who created an object. */
export const creator = {
  createdBy: z.string().describe("The login's subject; of what earlier versions made a name"),
  createdByName: z.string().optional().describe('The name that the login vouched for, when it had one'),
};

/**
 * No control characters and line separators: with them, a name could forge lines in logs and terminals. Written as ranges,
 * because not every validator of the API description supports \p{Cc}.
 */
const PRINTABLE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
/** At least one character that is not white space: a text of spaces would be empty once trimmed. */
const NOT_BLANK = /[^\s\ufeff]/;

const printable = (max: number) =>
  z.string().max(max).regex(PRINTABLE, { error: 'must be one line without control characters.' });

/** One line of printable text, trimmed; may be empty. `max` is in UTF-16 code units, before trimming. */
export const lineOrNone = (max: number) => printable(max).trim();

/** One line of printable text, trimmed and not empty. `max` is in UTF-16 code units, before trimming. */
export const line = (max: number) =>
  printable(max).min(1).regex(NOT_BLANK, { error: 'must not be empty.', abort: true }).trim();

/** Nothing that nobody sees: it could make a name look like another one, or turn the text around it. */
export const seen = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine((text) => visibleText(text) === text, {
    error: 'must not have characters that nobody sees.',
    params: { rule: 'hidden_characters' },
  });

/** A name for people, on one line. */
export const name = (max: number) => seen(line(max));

/** Text of several lines. */
export const prose = (max: number) => z.string().max(max);

/** Name of a server. */
export const serverName = name(80).describe('Shown to people and AI clients');
/** Key of a server that is declared in a file: the name of the group of declarations, and its own within it. */
export const declaredKey = z
  .string()
  .max(129)
  .regex(/^[a-z0-9][a-z0-9-]{0,63}\/[a-z0-9][a-z0-9-]{0,63}$/, {
    error: 'must be two names of small letters, digits and dashes with a slash between them, such as payments/orders.',
  })
  .describe('Key of a server that a file declares, as group/name: no two servers have the same');
/** Label of a token. */
export const label = name(80).describe('Which client uses the token, for people');
/** A URL. Only its length is checked here; base URLs are checked by checkBaseUrl, documents' by checkDocumentUrl. */
export const address = z.string().max(2_048);
/** The owner's rules for models. */
export const systemRules = prose(LIMITS.systemRules).describe('Appended to every answer as a block of its own');

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown());

/** An opaque cursor of at most `max` characters. */
export const cursorOf = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w.~+/=-]*$/);
/** The cursor of the next page of a list; opaque to clients. */
export const cursor = cursorOf(2_000);

/** Whether a new bundle is live because of the change, so that clients see it already. */
export const resealed = z
  .boolean()
  .optional()
  .describe(
    'In the answer to a change: true when a new version is live because of it, false when there was no need or no live server, or while it is being published',
  );

/** The number of a change, by which a client can tell later whether it is live. */
export const revision = z
  .int()
  .optional()
  .describe(
    'In the answer to a change: its number. Also where `resealed` is false the change is stored; it is live once the server has no `unsealed`, or a `sealed` that is not below this number',
  );

/** A list; a page of it if the response also has a `cursor`. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });

/** The digest of what the refusal `words_unapproved` shows. */
export const approvedWords = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be a lower-case hex SHA-256.' })
  .describe('Of a signed server: digest of the words that nobody was asked about yet and a person has approved');
