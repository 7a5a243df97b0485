/**
 * The changed fields between two versions of a stored row, for audit entries. A created row has no version before, a
 * deleted one none after. Credentials, secret URLs and uploaded documents are recorded as replaced, without values.
 */
import { authorityViews } from '../lib/certificateAuthorities.ts';
import { LIMITED } from '../limiting/limits.ts';
import type { GovernanceOverrides } from '../model/governance/settings.ts';
import type { ServerAuth, ServerHeader, ServerRow, ServerSource } from '../model/server.ts';
import { SERVER_SETTINGS, SETTING_NAMES, type SettingName } from '../model/serverSettings.ts';
import type { TokenRow } from '../model/token.ts';
import type { Tool } from '../model/tool.ts';
import {
  type FieldChange,
  fieldChanges,
  governanceChanges,
  memberChanges,
  type PlainValue,
  replaced,
} from './fieldChanges.ts';

type ServerParts = Partial<ServerRow>;

/**
 * The changed fields of a server.
 * @param global the global governance settings, which apply where the server has none
 */
export function serverChanges(before: ServerParts, after: ServerParts, global: GovernanceOverrides): FieldChange[] {
  return [
    ...fieldChanges(before, after, [
      'name',
      'baseUrl',
      'status',
      'exposition',
      'signed',
      'access',
      'declared',
      ...SETTING_NAMES.filter((name) => SERVER_SETTINGS[name].values.type !== 'object'),
    ]),
    ...fieldChanges(ruleTexts(before), ruleTexts(after), ['accessRules']),
    ...SETTING_NAMES.flatMap((name) =>
      name === 'limits' || name === 'policies' ? [] : objectChanges(name, before, after),
    ),
    ...memberChanges('policies', policyTexts(before), policyTexts(after)),
    ...LIMITED.flatMap((each) =>
      memberChanges(`limits.${each}`, { ...before.limits?.[each] }, { ...after.limits?.[each] }),
    ),
    ...sourceChanges(before.source, after.source),
    ...authChanges('auth', before.auth, after.auth),
    ...hostChanges(before.hosts, after.hosts),
    ...headerChanges(before, after),
    ...fieldChanges(privateHostTexts(before), privateHostTexts(after), ['privateHosts']),
    ...governanceChanges(before.governance ?? {}, after.governance ?? {}, global),
  ];
}

/** The changed members of a setting that is an object. */
const objectChanges = (name: SettingName, before: ServerParts, after: ServerParts): FieldChange[] =>
  SERVER_SETTINGS[name].values.type === 'object'
    ? memberChanges(name, { ...(before[name] as object) }, { ...(after[name] as object) })
    : [];

/** One text per policy, so that a diff shows the changed one only. */
const policyTexts = ({ policies = [] }: ServerParts) =>
  Object.fromEntries(
    policies.map(({ name, mode, text, advice }) => [name, `${mode}: ${text}${advice ? `\n${advice}` : ''}`]),
  );

/** One text per rule, so that a diff shows the changed rule only. */
const ruleTexts = ({ accessRules }: ServerParts) => ({ accessRules: accessRules?.map((rule) => JSON.stringify(rule)) });

function sourceChanges(before: ServerSource | undefined, after: ServerSource | undefined): FieldChange[] {
  const [old, now] = [before as Record<string, unknown> | undefined, after as Record<string, unknown> | undefined];
  const changes = memberChanges('source', without(old), without(now));
  const isUploaded = now?.['uploadKey'] !== undefined && old?.['uploadKey'] !== now['uploadKey'];
  // The masked URLs are equal, but a value in the query was changed.
  const isSecretReplaced = old?.['url'] === now?.['url'] && old?.['sealedUrl'] !== now?.['sealedUrl'];
  return [
    ...changes,
    ...(isUploaded ? [replaced('source.document')] : []),
    ...(isSecretReplaced ? [replaced('source.url')] : []),
  ];
}

function without(source: Record<string, unknown> = {}): Record<string, unknown> {
  const { sealedUrl: _, uploadKey: __, digest: ___, ...rest } = source;
  return rest;
}

const NO_AUTH: ServerAuth = { type: 'none' };

/** The changes of a credential: of its public part, and whether it was replaced. */
function authChanges(field: string, before = NO_AUTH, after = NO_AUTH): FieldChange[] {
  const publicPart = ({
    type,
    headerName,
    keys,
    roleArn,
    region,
    service,
    grant,
    tokenUrl,
    authorizationUrl,
    scope,
    origin,
  }: ServerAuth) => ({
    type,
    headerName,
    keys: keys?.map(({ in: place, name }) => `${name} (${place})`),
    roleArn,
    region,
    service,
    grant,
    tokenUrl,
    authorizationUrl,
    scope,
    origin,
  });
  const isReplaced = after.ciphertext !== undefined && before.ciphertext !== after.ciphertext;
  return [
    ...memberChanges(field, publicPart(before), publicPart(after)),
    ...(isReplaced ? [replaced(`${field}.credential`)] : []),
  ];
}

function hostChanges(before: ServerRow['hosts'] = {}, after: ServerRow['hosts'] = {}): FieldChange[] {
  const list = (hosts: NonNullable<ServerRow['hosts']>) => ({ hosts: Object.keys(hosts).sort() });
  const kept = Object.keys(after).sort();
  return [
    ...fieldChanges(list(before), list(after), ['hosts']),
    ...kept.flatMap((origin) => authChanges(`hosts.${origin}`, before[origin]?.auth, after[origin]?.auth)),
  ];
}

/** The values of headers by name; of a sealed one that it is sealed, and whether it was replaced. */
function headerChanges(before: ServerParts, after: ServerParts): FieldChange[] {
  const textsOf = ({ headers = [] }: ServerParts) =>
    Object.fromEntries(
      headers.map(({ name, value = '(sealed)', tools }) => [name, `${value}${tools ? ` (${tools.join(', ')})` : ''}`]),
    );
  const old = new Map((before.headers ?? []).map(({ name, sealed }) => [name, sealed?.ciphertext]));
  const isReplaced = ({ name, sealed }: ServerHeader) =>
    old.get(name) !== undefined && sealed !== undefined && old.get(name) !== sealed.ciphertext;
  return [
    ...memberChanges('headers', textsOf(before), textsOf(after)),
    ...(after.headers ?? []).filter(isReplaced).map(({ name }) => replaced(`headers.${name}`)),
  ];
}

/** One text per host, with the fingerprints of its certificate authorities. */
const privateHostTexts = ({ privateHosts = {} }: ServerParts) => {
  const texts = Object.entries(privateHosts).map(([origin, { certificateAuthorities = '' }]) =>
    [origin, ...authorityViews(certificateAuthorities).map(({ fingerprint }) => fingerprint)].join(' '),
  );
  return { privateHosts: texts.length > 0 ? texts.sort() : undefined };
};

const TOOL_FIELDS = [
  'name',
  'title',
  'description',
  'enabled',
  'verb',
  'path',
  'tag',
  'cacheHint',
  'maxItems',
  'fields',
  'listStyle',
  'slashes',
  'longMs',
  'inputSchema',
  'parameters',
  'body',
] as const;

const redactionOf = ({ redaction }: Partial<Tool>) => ({
  'redaction.mode': redaction?.mode,
  'redaction.dryRun': redaction?.dryRun,
  'redaction.prose': redaction?.prose,
  'redaction.about': redaction?.about,
});

/** The changed fields of a tool. */
export const toolChanges = (before: Partial<Tool>, after: Partial<Tool>): FieldChange[] => [
  ...fieldChanges(before, after, TOOL_FIELDS),
  ...memberChanges('annotations', { ...before.annotations }, { ...after.annotations }),
  ...fieldChanges(redactionOf(before), redactionOf(after), [
    'redaction.mode',
    'redaction.dryRun',
    'redaction.prose',
    'redaction.about',
  ]),
  ...memberChanges('headers', { ...before.headers }, { ...after.headers }),
  ...memberChanges('redaction.fields', { ...before.redaction?.fields }, { ...after.redaction?.fields }),
];

/**
 * What one change did to many tools: each changed field once, with the values that the tools had before, and the value that they have now.
 * @param pairs of which each has the same fields changed to the same values, but for those that a tool had before
 */
export function sharedToolChanges(
  pairs: ReadonlyArray<{ readonly before: Partial<Tool>; readonly after: Partial<Tool> }>,
): FieldChange[] {
  const byField = new Map<string, { readonly olds: Map<string, PlainValue>; readonly now: PlainValue }>();
  for (const { before, after } of pairs) {
    for (const change of toolChanges(sharable(before), sharable(after))) {
      if (!('new' in change)) continue;
      const known = byField.get(change.field) ?? { olds: new Map(), now: change.new };
      byField.set(change.field, known);
      if (known.olds.size < MAX_OLD_VALUES) known.olds.set(JSON.stringify(change.old), change.old);
    }
  }
  return [...byField].map(([field, { olds, now }]) => {
    const [old = null, ...others] = olds.values();
    return {
      field,
      old: others.length === 0 ? old : [old, ...others].map((each) => String(each ?? '')).sort(),
      new: now,
    };
  });
}

/** What one change did to several tools, each in its own way: the changed fields with the name of their tool. */
export const namedToolChanges = (
  pairs: ReadonlyArray<{ readonly before: Partial<Tool>; readonly after: Tool }>,
): FieldChange[] =>
  pairs.flatMap(({ before, after }) =>
    toolChanges(sharable(before), sharable(after)).map((change) => ({
      ...change,
      field: `${after.name}: ${change.field}`,
    })),
  );

/** Of the values that many tools had before. */
const MAX_OLD_VALUES = 10;

/** The fields that one change may set of many tools. */
const sharable = ({ enabled, annotations, cacheHint, tag, redaction, longMs }: Partial<Tool>): Partial<Tool> =>
  ({ enabled, annotations, cacheHint, tag, redaction, longMs }) as Partial<Tool>;

/** The fields of a created token; of a token nothing but its limits is changed later. */
export const tokenChanges = (
  { label, expiresAt, limits }: Pick<TokenRow, 'label' | 'expiresAt' | 'limits'>,
  scopes: { access?: string; tools?: string[] } = {},
) => [
  ...fieldChanges({}, { label, expiresAt }, ['label', 'expiresAt']),
  ...memberChanges('scopes', {}, scopes),
  ...memberChanges('limits', {}, { ...limits }),
];

/** The changed limits of a token. */
export const limitChanges = (
  before: Pick<TokenRow, 'limits'>,
  after: { readonly limits: TokenRow['limits'] | undefined },
) => memberChanges('limits', { ...before.limits }, { ...after.limits });
