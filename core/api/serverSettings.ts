/**
 * The schemas of a server's settings (core/model/serverSettings.ts): in requests to make and to change a server, in answers, and in exported
 * definitions. Those of objects are written here, all others follow from the table.
 */
import * as z from 'zod';
import {
  COPIED_SETTINGS,
  type CopiedSetting,
  FIRST_SETTINGS,
  type FirstSetting,
  SERVER_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from '../model/serverSettings.ts';
import { breakerSettings, serverLimits, serverLimitsChange, serverLimitsSet } from './limits.ts';
import { policies } from './policies.ts';

/** Questions to the person behind a client. */
const elicitation = z.strictObject({
  confirm: z
    .enum(['never', 'offered', 'always'])
    .describe(
      'Whether a person confirms calls of destructive tools: offered asks where the client can (MCP 2026-07-28 with elicitation) and makes other calls without; always refuses those',
    ),
  missing: z
    .boolean()
    .describe(
      'Whether a required argument that is missing, a text, number or boolean, is asked for where the client can',
    ),
  upstream: z
    .literal(true)
    .optional()
    .describe(
      'Of an MCP server of 2026-07-28: its questions (forms) are passed to the person where the client can show them; refused unless given',
    ),
});

/** Of each object: as it is given as a whole, as it is changed, and as answers have it. */
const OBJECTS = {
  elicitation: { whole: elicitation, change: elicitation, shown: elicitation },
  policies: { whole: policies, change: policies, shown: policies },
  limits: { whole: serverLimitsSet, change: serverLimitsChange, shown: serverLimits },
  breaker: {
    whole: breakerSettings,
    change: breakerSettings.nullable().describe('Replaced as a whole; null switches it off'),
    shown: breakerSettings.describe('Absent while it is off'),
  },
} as const;
type Part = keyof (typeof OBJECTS)['limits'];

type SchemaOf<Name extends SettingName, As extends Part> = Name extends keyof typeof OBJECTS
  ? (typeof OBJECTS)[Name][As]
  : z.ZodType<SettingValue<Name>>;

function schemaOf(name: SettingName, part: Part): z.ZodType {
  const { values, says } = SERVER_SETTINGS[name];
  if (values.type === 'boolean') return z.boolean().describe(says);
  if (values.type === 'choice') return z.enum(values.names).describe(says);
  if (values.type === 'integer') return z.int().min(values.min).max(values.max).describe(says);
  const schema: z.ZodType = OBJECTS[name as keyof typeof OBJECTS][part];
  return schema.description === undefined ? schema.describe(says) : schema;
}

const optional = (names: readonly SettingName[], schema: (name: SettingName) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schema(name).optional()]));

/** Members of a request to make a server. */
export const firstSettings = optional(FIRST_SETTINGS, (name) => schemaOf(name, 'whole')) as {
  [Name in FirstSetting]: z.ZodOptional<SchemaOf<Name, 'whole'>>;
};

/** Members of a request to change a server. A number can be null, as it has no other word for its default. */
export const settingChanges = optional(SETTING_NAMES, (name) =>
  SERVER_SETTINGS[name].values.type === 'integer'
    ? schemaOf(name, 'change').nullable().describe('null takes the default again')
    : schemaOf(name, 'change'),
) as {
  [Name in SettingName]: z.ZodOptional<
    SettingValue<Name> extends number ? z.ZodNullable<SchemaOf<Name, 'change'>> : SchemaOf<Name, 'change'>
  >;
};

/** Members of a server's definition, as it is exported and imported. */
export const copiedSettings = optional(COPIED_SETTINGS, (name) => schemaOf(name, 'whole')) as {
  [Name in CopiedSetting]: z.ZodOptional<SchemaOf<Name, 'whole'>>;
};

/** Members of a server in answers. */
export const settingViews = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const schema = schemaOf(name, 'shown');
    return [name, SERVER_SETTINGS[name].isShownOnlyIfSet ? schema.optional() : schema];
  }),
) as { [Name in Exclude<SettingName, 'breaker' | 'policies'>]: SchemaOf<Name, 'shown'> } & {
  [Name in 'breaker' | 'policies']: z.ZodOptional<SchemaOf<Name, 'shown'>>;
};
