/** Schemas of the floor: what nothing in the installation may be set below. Each rule has its member, made from core/model/floorRules.ts. */
import * as z from 'zod';
import { DETECTOR_IDS } from '../governance/policy.ts';
import { models, serverId, time } from '../lib/zod/fields.ts';
import { SINGLE_TYPES } from '../model/credentialKinds/index.ts';
import { FLOOR_RULE_IDS, FLOOR_RULES, type FloorRuleId, type FloorSettings } from '../model/floorRules.ts';
import { HOST_PATTERN } from '../model/floorValues.ts';
import { SECOND_PERSON_RULES } from '../model/secondPerson.ts';
import { serverLimitsSet } from './limits.ts';

const hostPattern = z.string().max(253).regex(HOST_PATTERN, {
  error: 'must be the name of a host in lower case, such as api.example.com, or *.example.com for all below it.',
});

const NAMES = {
  kinds: z.enum([...DETECTOR_IDS] as [string, ...string[]]),
  hosts: hostPattern,
  credentials: z.enum(SINGLE_TYPES as unknown as [string, ...string[]]),
  changes: z.enum(SECOND_PERSON_RULES as unknown as [string, ...string[]]),
};

function schemaOf(id: FloorRuleId): z.ZodType {
  const { values, help } = FLOOR_RULES[id];
  if (values.type === 'switch') return z.literal(true).describe(help);
  if (values.type === 'choice') return z.enum(values.names).describe(help);
  if (values.type === 'integer') return z.int().min(values.min).max(values.max).describe(help);
  if (values.type === 'number') return z.literal([...values.names]).describe(help);
  if (values.type === 'limits') return serverLimitsSet.describe(help);
  return z.array(NAMES[values.of]).max(values.most).describe(help);
}

type Mutable<Value> = Value extends object ? { -readonly [Name in keyof Value]: Mutable<Value[Name]> } : Value;
type Rule<Id extends FloorRuleId> = z.ZodType<Mutable<NonNullable<FloorSettings[Id]>>>;
const members = <Schema>(make: (id: FloorRuleId) => Schema) =>
  Object.fromEntries(FLOOR_RULE_IDS.map((id) => [id, make(id)]));

const rules = z.object(members((id) => schemaOf(id).optional()) as { [Id in FloorRuleId]: z.ZodOptional<Rule<Id>> });

/** The floor. */
export const floor = z
  .object({
    rules: rules.describe('The rules that are set'),
    updatedAt: time.optional(),
    updatedBy: z.string().optional(),
    updatedByName: z.string().optional(),
    version: z.int().describe('Counts the changes; 0 before the first'),
    raised: z
      .object({
        servers: z.int().describe('Servers that were published again or have nothing to publish'),
        failed: z.array(z.object({ serverId, name: z.string(), code: z.string(), message: z.string() })),
        later: z.int().describe('Still being published after this answer'),
      })
      .optional()
      .describe('In the answer to a change: what became of the servers'),
  })
  .register(models, { id: 'Floor', description: 'What nothing in this installation can be set below.' });

/** The floor of a project. */
export const projectFloor = z
  .object({
    ...floor.shape,
    rules: rules.describe('The rules that the project has set, beside those of the installation'),
    installation: rules.describe('The rules of the installation'),
    effective: rules.describe('What is in effect: of each rule the stricter value'),
  })
  .register(models, { id: 'ProjectFloor', description: 'What nothing in a project can be set below.' });

/** Request to change the floor. */
export const floorChange = z
  .strictObject({
    rules: z
      .strictObject(
        members((id) => schemaOf(id).nullable().optional()) as {
          [Id in FloorRuleId]: z.ZodOptional<z.ZodNullable<Rule<Id>>>;
        },
      )
      .describe('Rules that are named are replaced, or removed by null; others stay'),
    version: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe('The version that was read; if the floor has changed since, the request is refused'),
  })
  .register(models, { id: 'FloorChange' });
/** {@link floorChange} as a value. */
export type FloorChange = z.infer<typeof floorChange>;

/** A setting that the floor holds. */
export const heldSetting = z
  .object({
    field: z.string().describe('JSON pointer of the setting; /tools/redaction for what tools have of their own'),
    rule: z.enum(FLOOR_RULE_IDS as unknown as [string, ...string[]]).describe('The rule of the floor'),
    layer: z
      .literal('project')
      .optional()
      .describe('The value is that of the project, which is stricter; absent: of the installation'),
  })
  .register(models, { id: 'HeldSetting' });

/** What a change of the floor would do. */
export const floorPreview = z
  .object({
    servers: z
      .array(
        z.object({
          id: serverId,
          name: z.string(),
          held: z.array(heldSetting).describe('Settings for which the changed floor would be in effect'),
          tokens: z.int().describe('Active connection tokens that would end earlier, or be refused'),
        }),
      )
      .describe('The servers for which something would change'),
    unread: z.int().describe('Servers that there was no time to look at'),
  })
  .register(models, { id: 'FloorPreview' });
