/**
 * What of a change needs a second person where a rule says so: compares what there is with what there would be, and tells each value that lets more
 * through, reaches further or changes what models read of a locked server. What is only stricter is nothing here. Every way to a change comes
 * to the same comparison, because the handlers compare the rows that they read with those that they would write. Pure.
 */
import { canonicalJson, isSameJson, sha256 } from '../lib/json/canonical.ts';
import { originOf } from '../lib/url/baseUrl.ts';
import { FLOOR_RULE_IDS, FLOOR_RULES, type FloorSettings } from '../model/floorRules.ts';
import { isExceptionMark, type ToolRedaction } from '../model/governance/marked.ts';
import { ARGUMENT_CHECKS, MODES } from '../model/governance/modes.ts';
import type { GovernanceSettings, WordList } from '../model/governance/settings.ts';
import type { Policy } from '../model/policies.ts';
import type { ChangedValue, ChangeKind, Matter } from '../model/secondPerson.ts';
import { isLocked, membersOf, type ServerAuth, type ServerRow, type ServerSource } from '../model/server.ts';

import type { Tool } from '../model/tool.ts';

type Values = Readonly<Record<string, unknown>>;

const shown = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : canonicalJson(value);
const changed = (what: string, before: unknown, after: unknown): ChangedValue => {
  const [was, is] = [shown(before), shown(after)];
  return { what, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
};
/** Those of the kinds that have values. */
export const mattersOf = (values: Readonly<Partial<Record<ChangeKind, readonly ChangedValue[]>>>): Matter[] =>
  (Object.entries(values) as [ChangeKind, readonly ChangedValue[]][])
    .filter(([, each]) => each.length > 0)
    .map(([kind, each]) => ({ kind, values: each }));

type Comparison = (before: never, after: never) => boolean;
const hasMore = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  after.some((each) => !before.some((other) => isSameJson(each, other)));
const hasLess = (before: readonly unknown[], after: readonly unknown[]): boolean => hasMore(after, before);
const isOn = (before: boolean, after: boolean): boolean => after && !before;
const isOff = (before: boolean, after: boolean): boolean => before && !after;
const isNone = () => false;
const isLooser = (before: string, after: string, from: readonly string[]): boolean =>
  from.indexOf(after) > from.indexOf(before);
/** Of a name that may be one that every object inherits, such as `constructor`. */
const ownIn = (values: Values, key: string): unknown => (Object.hasOwn(values, key) ? values[key] : undefined);
const anyKey = (one: Values, other: Values, is: (before: unknown, after: unknown) => boolean): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].some((key) => is(ownIn(one, key), ownIn(other, key)));

const wordsOf = (lists: readonly WordList[]) => lists.flatMap(({ words }) => words);

/** Whether a setting lets more through than before. Size, form and texts of ours let nothing through. */
const IS_WEAKER: { readonly [Name in keyof GovernanceSettings]: Comparison } = {
  pii: isOff,
  mode: (before: string, after: string) => isLooser(before, after, MODES),
  keepParts: hasMore,
  dryRun: isOn,
  prose: isOff,
  actions: (before: Values, after: Values) =>
    anyKey(before, after, (was, is) => is !== was && (is === 'report' || was === 'refuse')),
  // One that is not named follows the mode.
  detectors: (before: Values, after: Values) =>
    anyKey(before, after, (was, is) => is !== was && (is === false || was === true)),
  allowFields: hasMore,
  customFields: hasLess,
  customPatterns: hasLess,
  wordLists: (before: readonly WordList[], after: readonly WordList[]) => hasLess(wordsOf(before), wordsOf(after)),
  keptWords: hasMore,
  answerDays: (before: number, after: number) => after > before,
  pseudonyms: isOn,
  placeholders: hasMore,
  placeholderTools: hasMore,
  placeholderQueries: isOn,
  checkArguments: (before: string, after: string) => isLooser(before, after, [...ARGUMENT_CHECKS].reverse()),
  truncation: isNone,
  maxItems: isNone,
  maxBytes: isNone,
  systemRules: isNone,
  holdAnswers: isOn,
  chooseFields: isNone,
  dropNulls: isNone,
  tables: isNone,
  outputSchemas: isNone,
};

/** The settings in effect that let more through than before. */
export const weakerGovernance = (before: GovernanceSettings, after: GovernanceSettings): ChangedValue[] =>
  (Object.keys(IS_WEAKER) as (keyof GovernanceSettings)[])
    .filter((name) => IS_WEAKER[name](before[name] as never, after[name] as never))
    .map((name) => changed(`governance ${name}`, ...different(before[name], after[name])));

/** Of two lists what only one of them has, so that whoever approves reads a change and not all of a long list twice. */
function different(before: unknown, after: unknown): [unknown, unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after];
  const without = (one: readonly unknown[], other: readonly unknown[]) =>
    one.filter((each) => !other.some((found) => isSameJson(each, found)));
  return [without(before, after), without(after, before)];
}

const isWeakerMark = (was: unknown, is: unknown): boolean =>
  was !== is &&
  is !== 'redact' &&
  !(was === 'keep' && is === 'found') &&
  (isExceptionMark(is) || (was !== undefined && !isExceptionMark(was)));

type Answering = Pick<Tool, 'name' | 'redaction' | 'fields'>;

/** What a tool's owner decides about its answers that lets more through than before, beside the settings of its server. */
export function weakerTool(
  before: Answering | undefined,
  after: Answering,
  { mode, dryRun, prose }: Pick<GovernanceSettings, 'mode' | 'dryRun' | 'prose'>,
): ChangedValue[] {
  const [was, is]: [ToolRedaction, ToolRedaction] = [before?.redaction ?? {}, after.redaction ?? {}];
  const isWeaker =
    isLooser(was.mode ?? mode, is.mode ?? mode, MODES) ||
    isOn(was.dryRun ?? dryRun, is.dryRun ?? dryRun) ||
    isOff(was.prose ?? prose, is.prose ?? prose) ||
    (was.about !== is.about && is.about !== 'person' && (is.about !== undefined || was.about === 'person')) ||
    anyKey(was.fields ?? {}, is.fields ?? {}, isWeakerMark) ||
    anyKey(was.values ?? {}, is.values ?? {}, (old, now) => now !== undefined && !isSameJson(old, now));
  const hasMoreFields = before?.fields !== undefined && hasMore(before.fields, after.fields ?? [undefined]);
  return [
    ...(isWeaker ? [changed(`redaction of ${after.name}`, before?.redaction, after.redaction)] : []),
    ...(hasMoreFields
      ? [changed(`fields of ${after.name} that are let out`, before.fields, after.fields ?? 'all')]
      : []),
  ];
}

const hostsOf = ({ tokenUrl, parts = [] }: ServerAuth): (string | undefined)[] => [
  tokenUrl,
  ...parts.map((part) => (part as { readonly tokenUrl?: string }).tokenUrl),
];
const descriptionOf = (source: ServerSource): string =>
  'url' in source ? source.url : 'digest' in source ? String(source.digest) : source.kind;

type Reaching = Pick<ServerRow, 'baseUrl' | 'hosts' | 'privateHosts' | 'auth' | 'source'>;

/** Every place that calls of a server may go to, with what is trusted there; of a toolset its members, whose places are their own. */
export function placesOf(row: Reaching): string[] {
  const members = membersOf(row);
  if (members !== undefined) return members.map(({ serverId }) => `the tools of server ${serverId}`);
  const { baseUrl, hosts = {}, privateHosts = {}, auth, source } = row;
  const endpoints = [auth, ...Object.values(hosts).map((host) => host.auth)].flatMap((each) =>
    each ? hostsOf(each).flatMap((url) => (url === undefined ? [] : [`${originOf(url)} (token endpoint)`])) : [],
  );
  const inside = Object.entries(privateHosts).map(
    ([origin, { certificateAuthorities: pem }]) =>
      `${origin} (private network${pem === undefined ? '' : `, authorities ${sha256(pem).slice(0, 16)}`})`,
  );
  // The import takes the first server of the description.
  const base = baseUrl === '' ? `the server that the description names (${descriptionOf(source)})` : originOf(baseUrl);
  return [...new Set([base, ...Object.keys(hosts), ...endpoints, ...inside])];
}

function furtherPlaces(before: Reaching | undefined, after: Reaching): ChangedValue[] {
  const known = before ? placesOf(before) : [];
  return placesOf(after)
    .filter((place) => !known.includes(place))
    .map((place) => changed('calls go to', undefined, place));
}

const isInForce = ({ mode }: Policy): boolean => mode !== 'shadow';
/** Whatever else a text begins with counts as a permit. */
const isForbid = ({ text }: Policy): boolean => /^\s*forbid\b/.test(text);

/**
 * The policies that let more calls through than before. Where none is in force every call passes, so the first ones only refuse. Advice refuses
 * nothing, and what another text means is not judged: a changed one counts.
 */
export function weakerPolicies(before: readonly Policy[] = [], after: readonly Policy[] = []): ChangedValue[] {
  const [was, is] = [before.filter(isInForce), after.filter(isInForce)];
  if (was.length === 0) return [];
  const told = (policy: Policy | undefined) => policy && `${policy.mode}: ${policy.text}`;
  const isWeaker = (old: Policy | undefined, now: Policy | undefined): boolean => {
    if (old === undefined) return now !== undefined && !isForbid(now);
    if (now === undefined) return isForbid(old) || is.length === 0;
    return old.text !== now.text || (isForbid(old) && old.mode === 'enforce' && now.mode === 'approve');
  };
  return [...new Set([...was, ...is].map(({ name }) => name))].flatMap((name) => {
    const [old, now] = [was, is].map((some) => some.find((each) => each.name === name));
    const shadow = after.find((each) => each.name === name);
    return isWeaker(old, now) ? [changed(`policy ${name}`, told(old), told(now ?? shadow))] : [];
  });
}

/** A server with the governance in effect for it. */
export interface Governed {
  readonly row: ServerRow;
  readonly governance: GovernanceSettings;
}

/**
 * What a change of a server's row is, or a new server.
 * @param before of a new one its row is absent, and the governance that of a server without settings of its own
 * @param words digest of words of tools that the request approves
 */
export function serverMatters(
  before: Partial<Pick<Governed, 'row'>> & Pick<Governed, 'governance'>,
  after: Governed,
  words?: string,
): Matter[] {
  const isToolset = membersOf(after.row) !== undefined;
  const wasLocked = before.row ? isLocked(before.row) : !isToolset;
  return mattersOf({
    hosts: furtherPlaces(before.row, after.row),
    policies: weakerPolicies(before.row?.policies, after.row.policies),
    governance: weakerGovernance(before.governance, after.governance),
    toolList: [
      ...(wasLocked && !isLocked(after.row) ? [changed('tool list', 'locked', 'not locked')] : []),
      ...(isLocked(after.row) && after.row.resourcesAndPrompts && before.row && !before.row.resourcesAndPrompts
        ? [changed('resources and prompts of the MCP server', 'not passed on', 'passed on')]
        : []),
      ...(words === undefined ? [] : [changed('words of tools that become visible', undefined, words)]),
    ],
  });
}

/**
 * Whether a lockfile has a field of a tool (bundle/lockfile.ts): what clients read of it, and the request that it makes. What else an owner sets is
 * governance or tuning. Each field has its line, so that a new one cannot be forgotten.
 */
const IN_LOCKFILE: Readonly<Record<keyof Tool, boolean>> = {
  name: true,
  title: true,
  description: true,
  verb: true,
  path: true,
  baseUrl: true,
  inputSchema: true,
  parameters: true,
  body: true,
  headers: true,
  lists: true,
  listStyle: true,
  slashes: true,
  mcp: true,
  annotations: true,
  answerFields: true,
  answerSchema: true,
  answerHeaders: true,
  described: true,
  tag: true,
  tags: true,
  serverId: false,
  toolId: false,
  origin: false,
  originals: false,
  edited: false,
  unread: false,
  createdAt: false,
  updatedAt: false,
  version: false,
  operationId: false,
  deprecated: false,
  enabled: false,
  cacheHint: false,
  maxItems: false,
  fields: false,
  redaction: false,
  longMs: false,
};
const READ = (Object.keys(IN_LOCKFILE) as (keyof Tool)[]).filter((field) => IN_LOCKFILE[field]);

/** What an edit changes of what clients read. A tool that becomes visible is told by its words, and bound by a digest of all of it. */
function readChanges(before: Tool | undefined, after: Tool | undefined): ChangedValue[] {
  if (!after?.enabled) return [];
  if (before?.enabled)
    return READ.filter((field) => !isSameJson(before[field], after[field])).map((field) =>
      changed(`${field} of ${before.name}`, before[field], after[field]),
    );
  const { name, title = '', description = '', verb, path } = after;
  const digest = sha256(canonicalJson(READ.map((field) => after[field] ?? null))).slice(0, 16);
  return [changed(`tool ${name} becomes visible`, undefined, `${verb} ${path} ${title}: ${description} (${digest})`)];
}

/** An edit of a tool; `after` is absent for one that is removed. */
export interface ToolPair {
  readonly before?: Tool | undefined;
  readonly after?: Tool | undefined;
}

/** What edits of tools are: weaker redaction, and of a locked server what models read. A tool that is hidden or removed lets nothing through. */
export const toolMatters = (
  pairs: readonly ToolPair[],
  { row, governance }: { readonly row: Pick<ServerRow, 'signed' | 'floor'> } & Pick<Governed, 'governance'>,
): Matter[] =>
  mattersOf({
    governance: pairs.flatMap(({ before, after }) => (after ? weakerTool(before, after, governance) : [])),
    toolList: isLocked(row) ? pairs.flatMap(({ before, after }) => readChanges(before, after)) : [],
  });

/** Which rules of a floor are lower than before. */
export function lowerFloor(before: FloorSettings = {}, after: FloorSettings = {}): Matter[] {
  const inOrder = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
  const lower = FLOOR_RULE_IDS.filter((id) => {
    const [was, is] = [before[id], after[id]];
    if (was === undefined || FLOOR_RULES[id].lower === undefined) return false;
    return is === undefined || !isSameJson(inOrder(FLOOR_RULES[id].stricter(was as never, is as never)), inOrder(is));
  });
  const kinds = [...new Set(lower.map((id) => FLOOR_RULES[id].lower as ChangeKind))];
  const of = (kind: ChangeKind) => lower.filter((id) => FLOOR_RULES[id].lower === kind);
  return mattersOf(
    Object.fromEntries(
      kinds.map((kind) => [kind, of(kind).map((id) => changed(`floor ${id}`, before[id], after[id]))]),
    ),
  );
}
