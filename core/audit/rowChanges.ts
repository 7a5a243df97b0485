/**
 * What differs between two versions of a stored row, field by field, for the trail. A row that is made differs from nothing, one that is removed
 * ends as nothing. Credentials, sealed addresses and uploaded documents appear as replaced, never as a value.
 */
import type { GovernanceOverrides } from '../governance/settings.ts';
import type { ServerAuth, ServerRow, ServerSource, TokenRow } from '../records.ts';
import type { Tool } from '../tools/model.ts';
import { type FieldChange, fieldChanges, governanceChanges, memberChanges, replaced } from './fieldChanges.ts';

type ServerParts = Partial<ServerRow>;

/** `global` are the settings that a server follows where it sets none. */
export function serverChanges(before: ServerParts, after: ServerParts, global: GovernanceOverrides): FieldChange[] {
  return [
    ...fieldChanges(before, after, ['name', 'baseUrl', 'status', 'exposition', 'signed', 'access', 'upstreamMs']),
    ...fieldChanges(ruleTexts(before), ruleTexts(after), ['accessRules']),
    ...sourceChanges(before.source, after.source),
    ...authChanges('auth', before.auth, after.auth),
    ...hostChanges(before.hosts, after.hosts),
    ...governanceChanges(before.governance ?? {}, after.governance ?? {}, global),
  ];
}

/** A line for each rule, so that a change of one is read as one. */
const ruleTexts = ({ accessRules }: ServerParts) => ({ accessRules: accessRules?.map((rule) => JSON.stringify(rule)) });

function sourceChanges(before: ServerSource | undefined, after: ServerSource | undefined): FieldChange[] {
  const [old, now] = [before as Record<string, unknown> | undefined, after as Record<string, unknown> | undefined];
  const changes = memberChanges('source', without(old), without(now));
  const isUploaded = now?.['uploadKey'] !== undefined && old?.['uploadKey'] !== now['uploadKey'];
  // The same address as it is shown, with another value in its query.
  const isRekeyed = old?.['url'] === now?.['url'] && old?.['sealedUrl'] !== now?.['sealedUrl'];
  return [
    ...changes,
    ...(isUploaded ? [replaced('source.document')] : []),
    ...(isRekeyed ? [replaced('source.url')] : []),
  ];
}

function without(source: Record<string, unknown> = {}): Record<string, unknown> {
  const { sealedUrl: _, uploadKey: __, ...rest } = source;
  return rest;
}

const NO_AUTH: ServerAuth = { type: 'none' };

/** Of a credential its kind, header and origin; that it is another one; never what it is. */
function authChanges(field: string, before = NO_AUTH, after = NO_AUTH): FieldChange[] {
  const visibleAuth = ({ type, headerName, keys, region, service, grant, tokenUrl, scope, origin }: ServerAuth) => ({
    type,
    headerName,
    keys: keys?.map(({ in: place, name }) => `${name} (${place})`),
    region,
    service,
    grant,
    tokenUrl,
    scope,
    origin,
  });
  const isReplaced = after.ciphertext !== undefined && before.ciphertext !== after.ciphertext;
  return [
    ...memberChanges(field, visibleAuth(before), visibleAuth(after)),
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
  'inputSchema',
  'parameters',
  'body',
] as const;

/** The changed fields of a tool, for the trail. */
export const toolChanges = (before: Partial<Tool>, after: Partial<Tool>): FieldChange[] => [
  ...fieldChanges(before, after, TOOL_FIELDS),
  ...memberChanges('annotations', { ...before.annotations }, { ...after.annotations }),
];

/** Of a token that is made; it has no value here, and nothing of it is changed but that it ends. */
export const tokenChanges = ({ label, expiresAt }: TokenRow, scopes: { access?: string; tools?: string[] } = {}) => [
  ...fieldChanges({}, { label, expiresAt }, ['label', 'expiresAt']),
  ...memberChanges('scopes', {}, scopes),
];
