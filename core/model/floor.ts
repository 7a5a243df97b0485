/**
 * Applies the rules of the floor (floorRules.ts): says what of something that is given is below them, and what is in effect where something that
 * was stored is. Nothing stored is changed, so that a lower floor gives each server its own settings back. Takes the rules of one layer, or
 * what those of the installation and of a project are together: of each rule the stricter value. Pure.
 */
import type { FieldFault } from '../lib/errors.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { originOf } from '../lib/url/baseUrl.ts';
import {
  type Bound,
  type Bounded,
  FLOOR_RULE_IDS,
  FLOOR_RULES,
  type FloorRuleId,
  type FloorSettings,
} from './floorRules.ts';
import { areAllowedEndpoints, isAllowedHost, isAllowedKind, type RuledAuth } from './floorValues.ts';
import type { ToolRedaction } from './governance/marked.ts';
import type { GovernanceSettings } from './governance/settings.ts';
import { authOf, otherOrigin } from './hosts.ts';
import { projectOf } from './projects.ts';
import { membersOf, type RowFloor, type ServerRow } from './server.ts';
import type { SettingsRow } from './settings.ts';
import type { Tool } from './tool.ts';

type Values = Readonly<Record<string, unknown>>;

/** The code of what is refused because of the floor. */
export const BELOW_FLOOR = 'below_floor';

/** What is set, with the bounds that it has for one kind of thing. */
const boundsOf = (floor: FloorSettings, of: Bounded): ReadonlyArray<readonly [FloorRuleId, Bound, unknown]> =>
  FLOOR_RULE_IDS.flatMap((id) => {
    const value = floor[id];
    if (value === undefined) return [];
    return FLOOR_RULES[id].bounds.filter((bound) => bound.of === of).map((bound) => [id, bound, value] as const);
  });

/** What a value of a rule asks for, as a sentence about a field. */
export const needOf = (id: FloorRuleId, value: unknown): string => FLOOR_RULES[id].needs(value as never);

/**
 * The faults of what is given, one for each field that is below a rule. Members that are absent or null follow the floor.
 * @param at JSON pointer of `given`
 * @param layer whose rules these are
 */
export function faultsBelow(
  of: Bounded,
  given: unknown,
  floor: FloorSettings,
  at = '',
  layer: 'installation' | 'project' = 'installation',
): FieldFault[] {
  if (typeof given !== 'object' || given === null) return [];
  return boundsOf(floor, of).flatMap(([id, { field, isBelow, isNeeded }, value]) => {
    const named = field === '' ? given : (given as Values)[field];
    if ((named === undefined || named === null) && !isNeeded) return [];
    if (!isBelow(named ?? undefined, value)) return [];
    const where = layer === 'project' ? 'with the project' : 'in the global settings';
    const message = `is below the floor of this ${layer}, which ${needOf(id, value)} (rule ${id}). An admin can change the floor ${where}.`;
    return [{ field: field === '' ? at : `${at}/${field}`, rule: id, message }];
  });
}

function held<Own extends object>(of: Bounded, own: Own, floor: FloorSettings): Own {
  let next = own;
  for (const [, { field, hold }, rule] of boundsOf(floor, of)) {
    if (!hold) continue;
    const before = (next as Values)[field];
    const value = hold(before, rule);
    if (!isSameJson(before, value)) next = { ...next, [field]: value };
  }
  return next;
}

/** The settings of governance in effect. */
export const heldGovernance = (own: GovernanceSettings, floor: FloorSettings | undefined): GovernanceSettings =>
  floor ? held('governance', own, floor) : own;

/** What a tool's owner decided, as far as it is in effect; undefined when nothing is left of it. */
export function heldRedaction(own: ToolRedaction | undefined, floor: FloorSettings): ToolRedaction | undefined {
  if (own === undefined) return undefined;
  const members = Object.entries(held('tool', own, floor)).filter(([, value]) => value !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** Whether calls may go to a host with this credential. */
export const isOpenHost = (url: string, auth: RuledAuth, { hosts, credentialKinds }: FloorSettings): boolean =>
  (hosts === undefined || (isAllowedHost(url, hosts) && areAllowedEndpoints(auth, hosts))) &&
  (credentialKinds === undefined || isAllowedKind(auth, credentialKinds));

type Placed = Pick<ServerRow, 'baseUrl' | 'auth' | 'hosts' | 'privateHosts' | 'headers'>;

/** The row as far as its places are in effect: without approved hosts that are closed, and without sealed headers of a kind that is not allowed. */
export function heldPlaces<Row extends Placed>(row: Row, floor: FloorSettings | undefined): Row {
  if (floor?.hosts === undefined && floor?.credentialKinds === undefined) return row;
  const { hosts, privateHosts, headers } = row;
  const isKept = (origin: string) => floor.hosts === undefined || isAllowedHost(origin, floor.hosts);
  const where = <Value>(places: Readonly<Record<string, Value>>, isIn: (origin: string, value: Value) => boolean) =>
    Object.fromEntries(Object.entries(places).filter(([origin, value]) => isIn(origin, value)));
  const areSealedAllowed = floor.credentialKinds?.includes('header') ?? true;
  return {
    ...row,
    ...(hosts && { hosts: where(hosts, (origin, { auth }) => isOpenHost(origin, auth ?? { type: 'none' }, floor)) }),
    ...(privateHosts && { privateHosts: where(privateHosts, isKept) }),
    ...(headers && !areSealedAllowed && { headers: headers.filter(({ sealed }) => sealed === undefined) }),
  };
}

/** The tools as they are in effect: what their owners decided of redaction is held, and tools on closed hosts are off. */
export function heldTools<Each extends Tool>(
  tools: readonly Each[],
  server: Placed,
  floor: FloorSettings | undefined,
): readonly Each[] {
  if (floor === undefined) return tools;
  const arePlacesFree = floor.hosts === undefined && floor.credentialKinds === undefined;
  const isOpen = (tool: Each) =>
    arePlacesFree ||
    isOpenHost(otherOrigin(tool, server.baseUrl) ?? originOf(server.baseUrl), authOf(tool, server), floor);
  return tools.map((tool) => {
    const { redaction: own, ...rest } = tool;
    const redaction = heldRedaction(own, floor);
    const isClosed = tool.enabled && !isOpen(tool);
    if (!isClosed && isSameJson(own, redaction)) return tool;
    return { ...rest, ...(redaction && { redaction }), enabled: tool.enabled && !isClosed } as Each;
  });
}

/** A setting of a server that is in effect otherwise than the server has it. */
export interface Raised {
  /** Path of the member, as in the row. */
  readonly field: string;
  readonly rule: FloorRuleId;
}

/** Which of the settings of a server are below the floor, so that the floor's are in effect. Of its tools only what is given. */
export function raisedIn(
  row: ServerRow,
  governance: GovernanceSettings,
  floor: FloorSettings,
  tools: readonly Pick<Tool, 'redaction'>[] = [],
): Raised[] {
  const isToolset = membersOf(row) !== undefined;
  const { limits = {}, access = 'tokens', hosts = {}, privateHosts = {} } = row;
  const places = (each: Readonly<Record<string, object>>) =>
    Object.entries(each).map(([origin, value]) => ({ ...value, origin }));
  const server = {
    ...(!isToolset && { signed: row.signed, baseUrl: row.baseUrl, auth: row.auth, headers: row.headers }),
    access,
    limits,
    hosts: places(hosts),
    privateHosts: places(privateHosts),
  };
  const below = [
    ...faultsBelow('server', server, floor),
    ...faultsBelow('governance', governance, floor, '/governance'),
    ...tools.flatMap(({ redaction }) => faultsBelow('tool', redaction, floor, '/tools/redaction')),
  ].map(({ field, rule }) => ({ field, rule: rule as FloorRuleId }));
  // What is not set at all follows the floor, too.
  const followed = Object.entries(heldGovernance(governance, floor))
    .filter(([name, value]) => !isSameJson(value, governance[name as keyof GovernanceSettings]))
    .map(([name]) => ({ field: `/governance/${name}`, rule: ruleOf('governance', name, floor) }));
  const isLimited = floor.limits !== undefined && !isSameJson(held('server', { limits }, floor).limits, limits);
  const all = [...below, ...followed, ...(isLimited ? [{ field: '/limits', rule: 'limits' as const }] : [])];
  return all.filter((each, at) => all.findIndex((other) => isSameJson(other as never, each as never)) === at);
}

/** The first rule that is set for a member. */
const ruleOf = (of: Bounded, field: string, floor: FloorSettings): FloorRuleId =>
  boundsOf(floor, of).find(([, bound]) => bound.field === field)?.[0] as FloorRuleId;

/** The rules of a project alone; undefined when it has none. */
export const ownRulesOf = (
  { floor }: Pick<SettingsRow, 'floor'>,
  project: string | undefined,
): FloorSettings | undefined => floor?.projects?.[projectOf({ project })];

/**
 * The rules in effect for a server: those of the installation and of its project, and where both have one the stricter value. Undefined before
 * anybody set a rule.
 * @param project of the server; undefined for `default`
 */
export function floorAt(settings: Pick<SettingsRow, 'floor'>, project: string | undefined): FloorSettings | undefined {
  const own = ownRulesOf(settings, project);
  const rules = settings.floor?.rules;
  if (!rules || !own) return rules;
  const both = FLOOR_RULE_IDS.filter((id) => rules[id] !== undefined && own[id] !== undefined);
  const stricter = both.map((id) => [id, FLOOR_RULES[id].stricter(rules[id] as never, own[id] as never)]);
  return { ...rules, ...own, ...Object.fromEntries(stricter) };
}

/** What of the floor the row of a server has; undefined before anybody set a rule. */
export function rowFloorOf(settings: Pick<SettingsRow, 'floor'>, project: string | undefined): RowFloor | undefined {
  const { floor } = settings;
  if (!floor) return undefined;
  const { lockedTools, signIn, tokenDays, limits } = floorAt(settings, project) ?? {};
  return {
    version: floor.version,
    ...(lockedTools && { lockedTools }),
    ...(signIn && { signIn }),
    ...(tokenDays !== undefined && { tokenDays }),
    ...(limits && { limits }),
  };
}
