/**
 * Phase 1 without an import: for a server made by hand, a redeployment of the stored tools, or a rollback to a kept version. The tools
 * are checked and staged, and a copy of the stored tools is kept as in an import. A toolset has none of its own.
 */
import { listTools } from '../../aws/tables/tools.ts';
import { keepTools } from '../../aws/undo.ts';
import { readVersion } from '../../aws/versions.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { checkBaseUrl } from '../../core/lib/url/baseUrl.ts';
import { membersOf } from '../../core/model/server.ts';
import type { Tool } from '../../core/model/tool.ts';
import { checkSameOrigin, restoredTools } from '../../core/tools/versions.ts';
import { count, type PhaseInput, phase } from './phase.ts';
import { stage } from './staging.ts';

/** Phase 1 without an import. Idempotent. */
export const handler = phase('provision', async (input) => {
  const { name } = input.server;
  const members = membersOf(input.server);
  if (members) {
    await keepTools(input, []);
    await stage(input, 'tools', { name, baseUrl: '', tools: [], removed: [] });
    return { detail: `tools of ${count(members.length, 'server')}` };
  }
  const stored = await listTools(input.serverId);
  await keepTools(input, stored);
  const { baseUrl, tools, removed } = await planned(input, stored);
  const { url, host } = checkBaseUrl(baseUrl);
  const keys = removed.map(({ serverId, toolId }) => ({ serverId, toolId }));
  await stage(input, 'tools', { name, baseUrl: url, tools, removed: keys });
  return { detail: tools.length === 0 ? `${host}, no tools yet` : `${host}, ${count(tools.length, 'tool')}` };
});

/**
 * The base URL and the tools that will be live. A version with another origin is refused, because credentials are bound to the present
 * one.
 */
async function planned({ serverId, server, deployment }: PhaseInput, stored: readonly Tool[]) {
  if (!deployment.restores) return { baseUrl: server.baseUrl, tools: stored, removed: [] };
  const { baseUrl, tools } = await readVersion(serverId, deployment.restores);
  checkSameOrigin(baseUrl, server.baseUrl);
  return { baseUrl, ...restoredTools(stored, tools, isoNow()) };
}
