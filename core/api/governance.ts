/** Schemas of governance: overrides in requests, effective values with their origin in responses. */
import * as z from 'zod';
import { validateGovernance } from '../governance/validate.ts';
import { InvalidInput } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { jsonObject, models, serverId, systemRules } from '../lib/zod/fields.ts';
import { ARGUMENT_CHECKS, KEPT_PARTS, KIND_ACTIONS, MODES } from '../model/governance/modes.ts';
import { PLACEHOLDER_KINDS } from '../model/governance/placeholderKinds.ts';
import { explanation } from '../tools/schemas/explanation.ts';
import { TOOL_NAME } from '../tools/schemas/tools.ts';

const customPattern = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, { error: 'must be 1 to 40 letters, digits or dashes.' })
    .describe('Shown in the mask: [REDACTED:<name>]'),
  pattern: z.string().min(1).max(LIMITS.customPatterns.length).describe('RE2 syntax'),
});

const ownWord = z.string().min(1).max(LIMITS.wordLists.length);
const wordList = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, { error: 'must be 1 to 40 letters, digits or dashes.' })
    .describe('Shown in the mask: [REDACTED:<name>]'),
  words: z.array(ownWord).max(LIMITS.wordLists.words),
});

const fieldPattern = z.string().min(1).max(200);

const shape = {
  pii: z.boolean().describe('Master switch of redaction'),
  mode: z
    .enum(MODES)
    .describe(
      'Which kinds of personal data are redacted where detectors says nothing: closed every text that is not known to be harmless, strict all, minimal only what gives access or money and official numbers',
    ),
  keepParts: z
    .array(z.enum(KEPT_PARTS))
    .max(KEPT_PARTS.length)
    .describe(
      'Parts of redacted values that stay, such as the town of an address, the domain of an e-mail address or the last four digits of a card',
    ),
  dryRun: z
    .boolean()
    .describe('Nothing is redacted; what would be is counted by kind, in test calls and in the audit log'),
  actions: z
    .record(z.string().max(60), z.enum(KIND_ACTIONS))
    .describe(
      'By detector, instead of redaction: report (it passes and is counted) or refuse (the whole answer is withheld: answer_refused)',
    ),
  prose: z
    .boolean()
    .describe(
      'Names of people in sentences are redacted where no title or salutation announces them, by the words around them (English, German, Spanish, French)',
    ),
  truncation: z.boolean().describe('Master switch of array truncation'),
  maxItems: z.int().min(LIMITS.items.min).max(LIMITS.items.max).describe('Array items kept'),
  maxBytes: z
    .int()
    .min(LIMITS.answerBytes.min)
    .max(LIMITS.answerBytes.max)
    .describe('Bytes of an answer after governance'),
  detectors: z
    .record(z.string().max(60), z.boolean())
    .describe('Detectors switched on or off by id; others follow the mode'),
  allowFields: z
    .array(fieldPattern)
    .max(200)
    .describe('Never redacted: field names, or JSON pointers with * (one segment) and ** (any number)'),
  customFields: z.array(fieldPattern).max(200).describe('Always redacted, in the same forms'),
  customPatterns: z.array(customPattern).max(LIMITS.customPatterns.count),
  wordLists: z
    .array(wordList)
    .max(LIMITS.wordLists.count)
    .describe('Words and phrases that are redacted wherever they stand as whole words, in any case'),
  keptWords: z.array(ownWord).max(LIMITS.wordLists.words).describe('Words and phrases that are never redacted'),
  systemRules,
  answerDays: z
    .literal([...LIMITS.answerDays])
    .describe('Days that governed answers are kept, encrypted, for members of the group answer-reader; 0 keeps none'),
  holdAnswers: z
    .boolean()
    .describe(
      'Governed answers are held for a quarter of an hour, encrypted, for their own connection: one that was cut is read on with a further tool',
    ),
  pseudonyms: z
    .boolean()
    .describe(
      'Masks of people, e-mail addresses, phone numbers, accounts, towns and states say which are the same: [REDACTED:email:k7m2c4x] is one address in every answer of the server',
    ),
  placeholders: z
    .array(z.enum(PLACEHOLDER_KINDS))
    .max(PLACEHOLDER_KINDS.length)
    .describe(
      'Kinds of values that JSON answers hold as placeholders, such as [EMAIL:…], instead of masks; id are the fields of customFields. A placeholder is valid for one connection, one to two days',
    ),
  placeholderTools: z
    .array(z.string().regex(TOOL_NAME, { error: 'must be 1 to 63 letters, digits, underscores or dashes.' }))
    .max(200)
    .describe(
      'Names of the tools that get the value of a placeholder that is a whole argument of its kind in the body',
    ),
  placeholderQueries: z
    .boolean()
    .describe(
      'These tools get the value in a query parameter too, of its kind or named as a search (q, query, search). Logs of the API may keep addresses with their query',
    ),
  chooseFields: z
    .boolean()
    .describe(
      'Each tool takes the fields of a JSON answer that are wanted as one more argument, applied after redaction',
    ),
  dropNulls: z.boolean().describe('Members of JSON answers that are null are left out'),
  tables: z
    .boolean()
    .describe('Lists of ten or more flat objects with the same members are written as a table where that saves tokens'),
  outputSchemas: z
    .boolean()
    .describe(
      'A flat list tells the form of JSON answers (outputSchema), and they come as structuredContent, too. Forms are read by the next import',
    ),
  checkArguments: z
    .enum(ARGUMENT_CHECKS)
    .describe(
      'What happens to a call whose arguments hold a key, a token, a private key or an address with a password in a published form, or a foreign placeholder: off nothing, tell a note in the answer and the audit log, refuse nothing is sent (argument_secret)',
    ),
};

/** Overrides of a server or of the global settings; in a change, null removes an override. */
export const governanceChange = z
  .strictObject(
    Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.nullable().optional()])) as {
      [Key in keyof typeof shape]: z.ZodOptional<z.ZodNullable<(typeof shape)[Key]>>;
    },
  )
  .superRefine(
    (change, context) => {
      if (typeof change !== 'object' || change === null) return;
      const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
      try {
        validateGovernance(values);
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        for (const { field, rule, message } of error.faults) {
          context.addIssue({ code: 'custom', path: field.split('/').slice(1), message, params: { rule } });
        }
      }
    },
    { when: () => true },
  )
  .register(models, {
    id: 'GovernanceChange',
    description: 'Each value set here overrides the global one; null removes the override; what is absent stays.',
  });
/** {@link governanceChange} as a value. */
export type GovernanceChange = z.infer<typeof governanceChange>;

/** The overrides of a server, in responses. */
export const governanceOverrides = z
  .object(shape)
  .partial()
  .register(models, { id: 'GovernanceOverrides', description: 'Only what is overridden.' });

const origin = z.enum(['server', 'global', 'default', 'floor']);
/** Where an effective value comes from: the server's override, the global setting, the default, or the floor where that is stricter. */
export type GovernanceOrigin = z.infer<typeof origin>;

/** Governance of a server, in responses: its overrides, the effective values, and where each value comes from. */
export const governanceView = z
  .object({
    overrides: governanceOverrides,
    effective: z.object(shape),
    origins: z
      .object(
        Object.fromEntries(Object.keys(shape).map((key) => [key, origin])) as {
          [Key in keyof typeof shape]: typeof origin;
        },
      )
      .describe('Where each effective value comes from'),
  })
  .register(models, { id: 'Governance' });
/** {@link governanceView} as a value. */
export type GovernanceView = z.infer<typeof governanceView>;

/** Request to apply governance to a document as a trial; nothing is stored. */
export const governanceTrial = z
  .strictObject({
    document: z.unknown().refine((value) => value !== undefined, { error: 'is missing; give a JSON value or a text.' }),
    contentType: z.string().max(200).optional().describe('Of a text document; JSON when it parses as JSON'),
    settings: governanceChange.optional().describe('Laid over the effective settings'),
    serverId: serverId.optional().describe("Start from this server's settings instead of the global ones"),
    explain: z.boolean().optional().describe('Tells for each value which rule decided that it goes or stays'),
  })
  .register(models, { id: 'GovernanceTrial' });

/** The governed document of a trial, and how long governance took, in milliseconds. */
export const governanceTrialResult = z
  .object({
    governed: z.unknown().describe('The document as a model would see it, in the shape it came: a JSON value, or text'),
    findings: z.array(z.object({ type: z.string(), count: z.int() })).describe('Redactions by type, most first'),
    redactions: z
      .object({
        count: z.int(),
        byType: z.record(z.string(), z.int()),
        pointers: z.array(z.string()),
        wouldRedact: z.record(z.string(), z.int()).optional().describe('What was only counted, by type'),
      })
      .describe('Where they are, never what was there; the first 100'),
    truncations: z.array(jsonObject).describe('Arrays that were cut: {pointer, total, kept}'),
    capped: z.boolean().describe('True when the size cap cut something'),
    explanation: explanation.optional().describe('With `explain`'),
    timing: z.object({ compileMs: z.number(), governMs: z.number() }),
  })
  .register(models, { id: 'GovernanceTrialResult' });
