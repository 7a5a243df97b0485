/**
 * The small parts that requests and answers of the management API are made of. Each says its own rule, so that a fault
 * can name it; limits come from core/limits.ts. Requests are strict objects (an unknown field is a fault), answers are
 * open ones (a field may be added). No defaults are filled in here: what is unset stays visible to the code that decides.
 * Zod is imported as a namespace in this folder, so that bundlers leave out what is not used of it.
 */
import * as z from 'zod';
import { AUDIT_ID, DEPLOYMENT_ID, SERVER_ID, TOKEN_ID, TOOL_ID } from '../ids.ts';
import { LIMITS } from '../limits.ts';

/** Schemas with a name of their own in the API description (`#/components/schemas/<id>`). */
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

/** ISO 8601 with a time zone; answers always use UTC with milliseconds. */
export const time = z.iso
  .datetime({ offset: true })
  // Another zone may carry a time out of the years that UTC writes with four digits, and times are compared as texts.
  .refine((text) => /^\d/.test(new Date(text).toJSON() ?? ''), {
    error: 'must lie in the years 0000 to 9999 in UTC.',
    params: { rule: 'range' },
  });

/** Who made something. */
export const creator = {
  createdBy: z.string().describe("The login's subject; of what earlier versions made a name"),
  createdByName: z.string().optional().describe('The name that the login vouched for, when it had one'),
};

/** Control characters would let a name forge lines in logs and terminals. Ranges, not \p{Cc}: not every reader of patterns knows that. */
const PRINTABLE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
/** What is left of a text of spaces is nothing. */
const SOME_INK = /[^\s\ufeff]/;

const printable = (max: number) =>
  z.string().max(max).regex(PRINTABLE, { error: 'must be one line without control characters.' });

/** One line of text for people, or nothing: trimmed, printable. */
export const lineOrNone = (max: number) => printable(max).trim();

/** One line of text for people: trimmed, printable. */
export const line = (max: number) =>
  printable(max).min(1).regex(SOME_INK, { error: 'may not be empty.', abort: true }).trim();

/** Text of several lines. */
export const prose = (max: number) => z.string().max(max);

/** Name of a server. */
export const serverName = line(80).describe('Shown to people and AI clients');
/** Label of a token. */
export const label = line(80).describe('Which client uses the token, for people');
/** Free text here: the rules of an address are checkBaseUrl's. */
export const address = z.string().max(2_048);
/** The owner's rules for models. */
export const systemRules = prose(LIMITS.systemRules).describe('Appended to every answer as a block of its own');

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown());

/** Where the next page starts; opaque, and made of characters that an address can hold. */
export const cursorOf = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w.~+/=-]*$/);
/** Where a list goes on; opaque to clients. */
export const cursor = cursorOf(2_000);

/** Whether clients see a change already. */
export const resealed = z
  .boolean()
  .optional()
  .describe(
    'In the answer to a change: true when a new bundle is live because of it, false when there was no need or no live server',
  );

/** A whole list, or a page of one when a `cursor` stands beside it. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });
