/**
 * Phase 2: determines the allowed hosts and a request program for each tool, and compiles every schema once to check it. For a signed
 * server the surface is compared with the lockfile of the live version; a difference requires a person's approval of exactly this
 * surface.
 */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { verifySignature } from '../../aws/services/keys.ts';
import { readJson } from '../../aws/services/objects.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { toolsBefore } from '../../aws/undo.ts';
import { InvalidInput } from '../../core/lib/errors.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { originOf } from '../../core/lib/url/baseUrl.ts';
import { BELOW_FLOOR, faultsBelow, floorAt, heldPlaces, heldTools } from '../../core/model/floor.ts';
import type { FloorSettings } from '../../core/model/floorRules.ts';
import { unapprovedOrigin } from '../../core/model/hosts.ts';
import { membersOf, type ServerRow } from '../../core/model/server.ts';
import { buildSandboxSection } from '../../core/tools/bundle/build.ts';
import {
  compareSurfaces,
  isSigned,
  type Lockfile,
  lockfileText,
  type Surface,
  storedSurface,
  surfaceOf,
} from '../../core/tools/bundle/lockfile.ts';
import { boundAuth } from './bind.ts';
import { PhaseFailure } from './errors.ts';
import { count, type PhaseInput, type PhaseOutput, phase } from './phase.ts';
import { checkPolicies } from './policies.ts';
import { type Staged, stage, staged } from './staging.ts';
import { composed } from './toolset.ts';

/** How many names the message of `surface_changed` lists for each kind of change. */
const NAMED = 8;

/** Subject of `surface_changed` where the API is not what has changed. */
const READ_ANEW =
  "The API's description has not changed, but this version of Portcullis makes other tools from it: their list";

/** Phase 2. Idempotent. */
export const handler = phase('seal-sandbox', async (input) => {
  if (membersOf(input.server)) return sealToolset(input);
  const given = await staged(input, 'tools');
  const { name, baseUrl, about = input.server.about } = given;
  const settings = await readSettings();
  const { floor: held } = settings;
  const floor = floorAt(settings, input.server.project);
  if (given.tools.length > LIMITS.toolsPerServer) {
    throw new PhaseFailure(
      'too_many_operations',
      `The server would have ${given.tools.length} tools; ${LIMITS.toolsPerServer} is the limit. Choose tags.`,
    );
  }
  const auth = await boundAuth(input, originOf(baseUrl));
  const server = { ...input.server, name, baseUrl, ...(about && { about }), auth };
  checkFloor(server, floor);
  const tools = heldTools(given.tools, server, floor);
  const section = buildSandboxSection(heldPlaces(server, floor), tools);
  await checkPolicies(section.policies, tools);
  const surface = surfaceOf(section, tools);
  if ((input.server.signed || floor?.lockedTools) && input.deployment.approvedSurface !== surface.digest)
    await compareWithLockfile(input, surface, given);
  await stage(input, 'section', { section, surface: surface.digest, ...(held && { floor: held.version }) });
  const reached = { baseUrl, hosts: input.server.hosts };
  const elsewhere = tools.filter((tool) => tool.enabled && unapprovedOrigin(tool, reached) !== undefined);
  const apart = elsewhere.length > 0 ? `, ${elsewhere.length} left out on hosts that are not approved` : '';
  const places = [section.upstream, ...(section.hosts ?? [])].map(({ host, port }) => `${host}:${port}`).join(', ');
  const as = section.groups ? `, listed as ${count(section.groups.length, 'group')}` : '';
  return {
    detail: `${places} only, ${count(section.tools.length, 'tool')} verified${as}${apart}`,
  };
});

/** A server whose base URL, or its credential, is below the floor would have no tool of its own. Throws PhaseFailure `below_floor`. */
function checkFloor({ baseUrl, auth }: Pick<ServerRow, 'baseUrl' | 'auth'>, floor: FloorSettings | undefined): void {
  const faults = floor ? faultsBelow('server', { baseUrl, auth }, floor) : [];
  if (faults.length > 0) throw new PhaseFailure(BELOW_FLOOR, new InvalidInput(faults).message);
}

/** The words of its tools are those that the members' lockfiles have, so nothing of it is approved a second time. */
async function sealToolset(input: PhaseInput): Promise<PhaseOutput> {
  const { section, governance, rows } = await composed(input.server);
  await checkPolicies(section.policies, section.tools);
  await stage(input, 'section', { section, surface: surfaceOf(section, rows).digest, composed: { governance, rows } });
  const { members = [] } = section.toolset ?? {};
  const absent = members.filter((member) => member.absent !== undefined).length;
  const apart = absent > 0 ? `, ${count(absent, 'server')} without tools now` : '';
  return { detail: `${count(section.tools.length, 'tool')} of ${count(members.length, 'server')}${apart}` };
}

async function compareWithLockfile(
  input: PhaseInput,
  next: Surface,
  { isReadAnew = false, importDigest }: Staged['tools'],
): Promise<void> {
  const { server } = input;
  if (!server.lockfileKey) return;
  const { digest } = next;
  const lockfile = await readJson<Lockfile>(requireEnvironment('BUCKET_BUNDLES'), server.lockfileKey);
  if (!lockfile || !(await verifySignature(lockfileText(server.serverId, lockfile.surface), lockfile.mac))) {
    throw new PhaseFailure(
      'lockfile_invalid',
      `The lockfile of the live version is missing or was not signed by this installation. Review the tools and deploy again with approvedSurface ${digest} to replace it.`,
    );
  }
  const signed = {
    lockfile,
    ...(lockfile.format === 1 && { live: storedSurface(server, (await toolsBefore(input)) ?? []) }),
    isSameDescription: importDigest !== undefined && importDigest === server.importDigest,
  };
  if (isSigned(next, signed)) return;
  const changes = compareSurfaces(next, signed);
  const isOfTools = Object.values(changes).some((names) => (names as string[]).length > 0);
  const differences = isOfTools
    ? Object.entries(changes).map(([what, names]) => differenceText(what, names as string[]))
    : ['not in its tools: in the base URL, its time limit, or the description of the API'];
  throw new PhaseFailure(
    'surface_changed',
    `${isReadAnew ? READ_ANEW : 'The tool list'} differs from the signed lockfile (${differences.join('; ')}). Review it and deploy again with approvedSurface ${digest}.`,
    { context: { surface: digest, ...changes } },
  );
}

/** '2 added: getOrder, listOrders'; the names are what a person decides by. */
function differenceText(what: string, names: readonly string[]): string {
  const named = names.slice(0, NAMED).join(', ');
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  return `${names.length} ${what}${names.length > 0 ? `: ${named}${more}` : ''}`;
}
