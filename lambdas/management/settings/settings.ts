/**
 * Global governance defaults. A server uses each of them unless it overrides it, so a change reseals the live servers, several in
 * parallel, until this request has to respond; the rest is resealed in the background. What a crash left undone is done with the next
 * change or reading of the settings.
 */

import { auditItem } from '../../../aws/audit.ts';
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
import { OF_INSTALLATION } from '../../../core/model/secondPerson.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { mattersOf, weakerGovernance } from '../../../core/tools/secondPerson.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { demandSecondPerson } from '../http/secondPerson.ts';
import { bound } from '../serverRow/binding.ts';
import { governanceView } from '../serverRow/views.ts';
import { changedOverrides } from './governance.ts';
import { handOn, LEFT_AFTER_MS, resealMany } from './resealMany.ts';

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
    const weaker = weakerGovernance(effectiveGovernance(before.governance), effectiveGovernance(governance));
    await demandSecondPerson(mattersOf({ governance: weaker }), { project: OF_INSTALLATION });
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
    const resealed = await followersResealed(unsealed);
    if (unsealed.length > 0) await settingsSealed(after);
    return { ...settingsView(after), resealed };
  },
};

const updatedBy = ({ id, name }: Person) => ({ updatedBy: id, updatedByName: name });

function settingsView(row: SettingsRow) {
  const { updatedAt, updatedBy: by, updatedByName, version } = row;
  return {
    governance: governanceView(row),
    ...(by !== '' && { updatedAt, updatedBy: by, ...(updatedByName && { updatedByName }) }),
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

async function followersResealed(changed: readonly (keyof GovernanceSettings)[]) {
  const followers = await followersOf(changed);
  return { following: followers.length, ...(await resealMany(followers)) };
}
