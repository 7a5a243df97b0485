/**
 * Global governance defaults. A server uses each of them unless it overrides it, so a change reseals the live servers, several in
 * parallel, until this request has to respond; the rest is resealed in the background. What a crash left undone is done with the next
 * change or reading of the settings.
 */

import { auditItem } from '../../../aws/audit.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { privateNetwork } from '../../../aws/services/privateNetwork.ts';
import { listServers } from '../../../aws/tables/servers.ts';
import { readSettings, settingsSealed, writeSettings } from '../../../aws/tables/settings.ts';
import { bounded, governanceChanges } from '../../../core/audit/fieldChanges.ts';
import { isoNow, msSince } from '../../../core/lib/ids.ts';
import { canonicalJson } from '../../../core/lib/json/canonical.ts';
import type { Person } from '../../../core/lib/person.ts';
import {
  effectiveGovernance,
  type GovernanceOverrides,
  type GovernanceSettings,
} from '../../../core/model/governance/settings.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { bound } from '../serverRow/binding.ts';
import { sealSoon, untilSealed } from '../serverRow/resealing.ts';
import { governanceView } from '../serverRow/views.ts';
import { changedOverrides } from './governance.ts';

const AT_ONCE = 8;
/** API Gateway's limit is 30 s. */
const ANSWER_BEFORE_MS = 20_000;
/** A change that has not finished after this time has crashed. */
const LEFT_AFTER_MS = 60_000;

/** Handlers of the global settings. */
export const settings: HandlersOf<'getSettings' | 'changeSettings'> = {
  getSettings: async () => {
    const row = await readSettings();
    if (row.unsealed && msSince(row.updatedAt) > LEFT_AFTER_MS) {
      await handOn(await followersOf(row.unsealed));
      await settingsSealed(row);
    }
    return settingsView(row);
  },

  changeSettings: async ({ body, actor }) => {
    const before = await readSettings();
    if (body.version !== undefined && body.version !== before.version) {
      throw new Refused('settings_changed', 'Somebody else has changed the settings meanwhile. Read them again.', {
        context: { version: before.version },
      });
    }
    const governance = changedOverrides(before.governance, body.governance);
    const changed = changedKeys(before.governance, governance);
    // If the request is repeated because no response came, no value differs, but servers may not be resealed yet.
    const unsealed = [...new Set([...changed, ...(before.unsealed ?? [])])];
    const change = { governance, ...(unsealed.length > 0 && { unsealed }) };
    const after = await writeSettings(
      { ...before, ...change, updatedAt: isoNow(), ...updatedBy(actor) },
      auditItem({
        actor,
        action: 'settings.change',
        detail: bounded(governanceChanges(before.governance, governance)),
      }),
    );
    const resealed = await resealFollowers(unsealed);
    if (unsealed.length > 0) await settingsSealed(after);
    return { ...settingsView(after), resealed };
  },
};

const updatedBy = ({ id, name }: Person) => ({ updatedBy: id, updatedByName: name });

function settingsView({ governance, updatedAt, updatedBy: by, updatedByName, version }: SettingsRow) {
  return {
    governance: governanceView(governance),
    ...(version > 0 && { updatedAt, updatedBy: by, ...(updatedByName && { updatedByName }) }),
    version,
    ...egressAddresses(),
    ...privateHosts(),
    ...sandboxRole(),
  };
}

/** For people who maintain an API's list of allowed addresses. */
function egressAddresses(): { egressAddresses?: string[] } {
  const addresses = process.env['EGRESS_ADDRESSES'];
  return addresses ? { egressAddresses: addresses.split(',') } : {};
}

/** For people who name a host of the owner's network. */
function privateHosts(): { privateHosts?: string[] } {
  const { names } = privateNetwork();
  return names.length > 0 ? { privateHosts: [...names] } : {};
}

/** For the trust policies of roles that requests are signed as. */
function sandboxRole(): { sandboxRole?: string } {
  const arn = process.env['SANDBOX_ROLE'];
  return arn ? { sandboxRole: arn } : {};
}

function changedKeys(before: GovernanceOverrides, after: GovernanceOverrides): (keyof GovernanceSettings)[] {
  const [old, now] = [effectiveGovernance(before), effectiveGovernance(after)];
  const keys = Object.keys(now) as (keyof GovernanceSettings)[];
  return keys.filter((key) => canonicalJson(old[key]) !== canonicalJson(now[key]));
}

/** A server in the middle of a deployment may have read the old settings; it is tried too, is refused, and is then reported. */
async function followersOf(keys: readonly (keyof GovernanceSettings)[]): Promise<ServerRow[]> {
  const follows = ({ bundle, deploying, status, governance }: ServerRow) =>
    (bundle || deploying) && status !== 'deleting' && keys.some((key) => governance[key] === undefined);
  return keys.length > 0 ? Promise.all((await listServers()).filter(follows).map(bound)) : [];
}

const handOn = (servers: readonly ServerRow[]) => Promise.all(servers.map(({ serverId }) => sealSoon(serverId)));

async function resealFollowers(changed: readonly (keyof GovernanceSettings)[]) {
  const failed: { serverId: string; name: string; code: string; message: string }[] = [];
  const unanswered: ServerRow[] = [];
  const queue = await followersOf(changed);
  const following = queue.length;
  const until = Date.now() + ANSWER_BEFORE_MS;
  let done = 0;
  const lane = async () => {
    for (let server = queue.shift(); server; server = queue.shift()) {
      const { serverId, name } = server;
      try {
        if (await untilSealed(serverId, { patienceMs: until - Date.now() })) done++;
        else unanswered.push(server);
      } catch (error) {
        if (error instanceof Refused) {
          failed.push({ serverId, name, code: error.code, message: error.message });
          continue;
        }
        // It is unknown whether the server was resealed, so it is resealed again in the background.
        logError('reseal_unanswered', { serverId, reason: reasonOf(error) });
        unanswered.push(server);
      }
      if (Date.now() > until) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const rest = [...queue.splice(0), ...unanswered];
  await handOn(rest);
  return { following, done, failed, later: rest.length };
}
