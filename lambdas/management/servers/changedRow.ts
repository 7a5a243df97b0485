/**
 * The row of a server after a change, and the row with a change taken back. A member that has its default is not stored. Nothing is read
 * or written here; servers.ts does that.
 */
import type { ServerChange } from '../../../core/api/servers.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { isSameJson } from '../../../core/lib/json/canonical.ts';
import type { Person } from '../../../core/lib/person.ts';
import { LIMITED, type ServerLimits } from '../../../core/limiting/limits.ts';
import type { AccessRule } from '../../../core/model/accessRules.ts';
import type { GovernanceOverrides } from '../../../core/model/governance/settings.ts';
import type { ApprovedHost, ServerAuth, ServerHeader, ServerRow } from '../../../core/model/server.ts';
import { SETTING_NAMES, withSettings } from '../../../core/model/serverSettings.ts';
import { withHosts } from '../credentials/hosts.ts';
import { withPrivateHosts } from '../credentials/privateHosts.ts';
import { isAt } from '../serverRow/binding.ts';
import { takenBack } from '../serverRow/resealing.ts';
import { changedOverrides } from '../settings/governance.ts';
import { type PreparedSource, withChoices } from '../tools/source.ts';

/** What was checked and sealed for a change before the row is written. */
export interface Prepared {
  readonly actor: Person;
  /** Another API description. */
  readonly source?: PreparedSource | undefined;
  /** The checked base URL. */
  readonly baseUrl?: string | undefined;
  /** The credential that is set together with the base URL. */
  readonly auth?: ServerAuth | undefined;
  /** Its headers, sealed. */
  readonly headers?: readonly ServerHeader[] | undefined;
}

/** The row after a change. Throws Refused. */
export function changedRow(
  row: ServerRow,
  change: ServerChange,
  { actor, source, baseUrl, auth, headers }: Prepared,
): ServerRow {
  const { tags, withoutRepairs, name, signed, exposition, access, accessRules, systemRules } = change;
  const overrides = { ...change.governance, ...(systemRules !== undefined && { systemRules }) };
  const nextSource = source?.over(row.source) ?? withChoices(row.source, { tags, withoutRepairs });
  const plain: ServerRow = {
    ...row,
    source: nextSource,
    ...(!isSameJson(nextSource, row.source) && { sourceChangedAt: isoNow() }),
    ...(change.declared !== undefined && { declared: change.declared }),
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(auth && { auth }),
    ...(signed !== undefined && { signed }),
    ...(exposition !== undefined && { exposition }),
    ...(access !== undefined && { access }),
    ...(accessRules !== undefined && { accessRules: accessRules as AccessRule[] }),
    governance: changedOverrides(row.governance, overrides),
  };
  const limits = change.limits && changedLimits(row.limits, change.limits);
  const optional = withHeaders(withSettings(plain, { ...change, limits }), headers);
  // A breaker that is switched on again begins closed.
  const isSwitchedOff = row.breaker !== undefined && optional.breaker === undefined;
  const resumed = isSwitchedOff ? { ...optional, resumedAt: isoNow() } : optional;
  return withHosts(withPrivateHosts(resumed, change.privateHosts), change.hosts, actor);
}

/** Undefined keeps those of the row; none are not stored. */
function withHeaders(row: ServerRow, headers: readonly ServerHeader[] | undefined): ServerRow {
  if (headers === undefined) return row;
  const { headers: _before, ...rest } = row;
  return headers.length === 0 ? rest : { ...rest, headers };
}

/** Those that are not named stay, null or an empty set removes. */
function changedLimits(before: ServerLimits | undefined, change: NonNullable<ServerChange['limits']>): ServerLimits {
  const named = { ...before, ...change };
  return Object.fromEntries(
    LIMITED.flatMap((each) => {
      const set = named[each];
      return set && Object.keys(set).length > 0 ? [[each, set]] : [];
    }),
  );
}

/**
 * The row with a change taken back. Governance is reverted per setting and hosts one by one, as they are changed; base URL and credential
 * only if they belong together afterwards.
 */
export function withoutChange(now: ServerRow, before: ServerRow, after: ServerRow): ServerRow {
  const settings = Object.keys({ ...before.governance, ...after.governance }) as (keyof GovernanceOverrides)[];
  const rest = takenBack(now, before, after, [
    'name',
    'signed',
    'access',
    'accessRules',
    'source',
    'headers',
    ...SETTING_NAMES,
    'exposition',
    'privateHosts',
  ]);
  const { baseUrl, auth } = takenBack(now, before, after, ['baseUrl', 'auth']);
  const origins = Object.keys({ ...before.hosts, ...after.hosts });
  const hosts = takenBack<Record<string, ApprovedHost>>(
    { ...now.hosts },
    { ...before.hosts },
    { ...after.hosts },
    origins,
  );
  const isWhole = auth.origin === undefined || isAt({ baseUrl }, auth.origin);
  const place = isWhole ? baseUrl : now.baseUrl;
  const areHome = (rest.headers ?? []).every(
    ({ sealed }) => !sealed?.origin || isAt({ baseUrl: place }, sealed.origin),
  );
  return {
    ...rest,
    ...(!areHome && { headers: now.headers ?? [] }),
    ...(origins.length > 0 && { hosts }),
    ...(isWhole && { baseUrl, auth }),
    governance: takenBack(now.governance, before.governance, after.governance, settings),
  };
}
