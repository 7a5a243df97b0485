/**
 * The floor of the installation: read by members, changed by admins; that of a project is in projectFloor.ts. A change is in effect for what exists: tokens and limits as soon as the rows of the servers
 * have it, what bundles have as soon as they are published again, several in parallel. What a crash left undone is done with the next change
 * or reading.
 */
import { auditItem, type ManagementAction } from '../../../aws/audit.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { publishKill } from '../../../aws/regions/push.ts';
import { listServers } from '../../../aws/tables/servers.ts';
import { floorSpread, readSettings, writeSettings } from '../../../aws/tables/settings.ts';
import { markSignInUsed } from '../../../aws/tables/signIns.ts';
import { listLivingTokens } from '../../../aws/tables/tokens.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import type { FloorChange } from '../../../core/api/floor.ts';
import { bounded, memberChanges } from '../../../core/audit/fieldChanges.ts';
import { endOf } from '../../../core/auth/tokens/check.ts';
import { isoNow, msSince } from '../../../core/lib/ids.ts';
import { isSameJson } from '../../../core/lib/json/canonical.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import { takesTokens } from '../../../core/model/accessRules.ts';
import { floorAt, raisedIn, rowFloorOf } from '../../../core/model/floor.ts';
import type { FloorSettings } from '../../../core/model/floorRules.ts';
import { effectiveGovernance } from '../../../core/model/governance/settings.ts';
import { OF_INSTALLATION } from '../../../core/model/secondPerson.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { lowerFloor } from '../../../core/tools/secondPerson.ts';
import { pushed } from '../../shared/pushing.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { demandSecondPerson } from '../http/secondPerson.ts';
import { isActive } from '../serverRow/views.ts';
import { handOn, LEFT_AFTER_MS, resealMany } from './resealMany.ts';
import { spreadFloor } from './spreadFloor.ts';
import { checkTwoPersons } from './twoPersons.ts';

/** Rows that are written, or servers that are looked at, at the same time. */
const AT_ONCE = 8;
/** A preview looks at no further server after this time. API Gateway's limit is 30 s. */
const LOOKS_FOR_MS = 15_000;

/** Handlers of the floor. */
export const floor: HandlersOf<'getFloor' | 'changeFloor' | 'previewFloor'> = {
  getFloor: async () => {
    const settings = await readSettings();
    const { floor: set } = settings;
    if (set?.isSpreading && msSince(set.updatedAt) > LEFT_AFTER_MS) {
      await handOn(await spread(settings));
      await floorSpread(set.version);
    }
    return floorView(settings);
  },

  changeFloor: async ({ body, actor }) => {
    const before = await readSettings();
    checkVersion(before, body);
    const rules = changedRules(before.floor?.rules, body);
    await demandSecondPerson(lowerFloor(before.floor?.rules, rules), { project: OF_INSTALLATION });
    await checkTwoPersons(before.floor?.rules, rules);
    // Clients are told how to sign in before they have to.
    if (rules.signIn) await markSignInUsed();
    const { projects } = before.floor ?? {};
    const changes = memberChanges('floor', { ...before.floor?.rules }, { ...rules });
    const deed = { actor, action: 'floor.change', detail: bounded(changes) };
    const { settings, raised } = await inEffect(before, { rules, ...(projects && { projects }) }, deed);
    return { ...floorView(settings), raised };
  },

  previewFloor: async ({ body }) => {
    const settings = await readSettings();
    checkVersion(settings, body);
    const after = changedRules(settings.floor?.rules, body);
    const until = Date.now() + LOOKS_FOR_MS;
    const queue = (await listServers()).filter(({ status }) => status !== 'deleting');
    const servers: Awaited<ReturnType<typeof wouldChange>>[] = [];
    await atOnce(queue, async (row) => servers.push(await wouldChange(row, settings, after)), until);
    const changed = servers.filter(({ held, tokens }) => held.length > 0 || tokens > 0);
    return { servers: changed.sort((one, other) => (one.name < other.name ? -1 : 1)), unread: queue.length };
  },
};

/**
 * Stores a changed floor, and has it in effect.
 * @param isMeant whether a server is of what has changed
 */
export async function inEffect(
  before: SettingsRow,
  changed: Pick<NonNullable<SettingsRow['floor']>, 'rules' | 'projects'>,
  deed: ManagementAction,
  isMeant: (server: ServerRow) => boolean = () => true,
) {
  const { actor } = deed;
  const floor = {
    ...changed,
    version: (before.floor?.version ?? 0) + 1,
    updatedAt: isoNow(),
    updatedBy: actor.id,
    ...(actor.name !== undefined && { updatedByName: actor.name }),
    isSpreading: true as const,
  };
  const settings = await writeSettings({ ...before, floor }, auditItem(deed));
  // What another change began and did not end is done with this one.
  const servers = await spread(settings, before.floor?.isSpreading ? undefined : isMeant);
  const idle = servers.filter(({ deploying }) => !deploying);
  const { done, failed, later } = await resealMany(idle.filter(({ bundle }) => bundle !== undefined));
  await floorSpread(floor.version);
  const empty = idle.filter(({ bundle }) => bundle === undefined).length;
  return { settings, raised: { servers: done + empty, failed, later: later + servers.length - idle.length } };
}

function floorView({ floor: set }: SettingsRow) {
  if (!set) return { rules: {}, version: 0 };
  const { rules, version, updatedAt, updatedBy, updatedByName } = set;
  type Rules = Awaited<ReturnType<(typeof floor)['getFloor']>>['rules'];
  return { rules: rules as Rules, version, updatedAt, updatedBy, ...(updatedByName && { updatedByName }) };
}

/** Throws Refused `floor_changed`. */
export function checkVersion({ floor: set }: SettingsRow, { version }: FloorChange): void {
  const now = set?.version ?? 0;
  if (version === undefined || version === now) return;
  throw new Refused('floor_changed', 'Somebody else has changed the floor meanwhile. Read it again.', {
    context: { version: now },
  });
}

/** What a change makes of the rules of a layer. */
export const changedRules = (set: FloorSettings | undefined, { rules }: FloorChange): FloorSettings =>
  Object.fromEntries(Object.entries({ ...set, ...rules }).filter(([, value]) => value !== null && value !== undefined));

/** Takes from the queue, several at the same time, until it is empty or the time is over. */
async function atOnce<Item>(queue: Item[], run: (item: Item) => Promise<unknown>, until = Number.POSITIVE_INFINITY) {
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await run(item);
      if (Date.now() > until) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Writes the floor into the rows of the servers that are meant, and has open streams look whether they still may be. Resolves to the servers. */
async function spread(
  settings: SettingsRow,
  isMeant: (server: ServerRow) => boolean = () => true,
): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  await atOnce((await listServers()).filter(isMeant), async (before) => {
    if (before.status === 'deleting') return;
    const row = await spreadFloor(before.serverId, settings);
    if (!row) return;
    rows.push(row);
    if (admissionOf(before) !== admissionOf(row)) await pushed(publishKill(row.serverId));
  });
  return rows;
}

const admissionOf = ({ floor: held }: ServerRow): string => JSON.stringify([held?.signIn, held?.tokenDays]);

/** What the changed floor would do to a server and its tokens, beside what the present one does. */
async function wouldChange(row: ServerRow, settings: SettingsRow, after: FloorSettings) {
  const { serverId, name } = row;
  const [tools, tokens] = await Promise.all([listTools(serverId), tokensOf(serverId)]);
  const governance = effectiveGovernance(settings.governance, row.governance);
  const heldBy = (rules: FloorSettings | undefined) => (rules ? raisedIn(row, governance, rules, tools) : []);
  const present = floorAt(settings, row.project);
  const { version = 0, updatedAt = '', updatedBy = '', projects } = settings.floor ?? {};
  const changed = { floor: { rules: after, ...(projects && { projects }), version, updatedAt, updatedBy } };
  const coming = floorAt(changed, row.project) ?? {};
  const now = heldBy(present);
  const changesValue = ({ rule }: { readonly rule: keyof FloorSettings }) =>
    !isSameJson((present?.[rule] ?? null) as JsonValue, (coming[rule] ?? null) as JsonValue);
  const held = heldBy(coming)
    .filter((each) => changesValue(each) || !now.some((other) => isSameJson({ ...other }, { ...each })))
    .map((each) => ({ ...each }));
  const { floor: _, ...unheld } = row;
  const next = rowFloorOf(changed, row.project);
  const later: ServerRow = { ...unheld, ...(next && { floor: next }) };
  const ending = tokens.filter((token) => {
    if (!takesTokens(row) || !isActive(token, Date.now(), row)) return false;
    return !takesTokens(later) || isSooner(endOf(token, later), endOf(token, row));
  });
  return { id: serverId, name, held, tokens: ending.length };
}

const isSooner = (end: string | undefined, than: string | undefined): boolean =>
  end !== undefined && (than === undefined || Date.parse(end) < Date.parse(than));

/** Tokens are counted for information only, so that a fault of their index refuses no preview. */
const tokensOf = (serverId: string) =>
  listLivingTokens(serverId).catch((error: unknown) => {
    logError('tokens_not_counted', { serverId, reason: reasonOf(error) });
    return [];
  });
