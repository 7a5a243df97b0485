/** Phase 1 without an import: a server made by hand, or a redeployment of the stored tools. The rows are checked and staged. */
import { listTools } from '../../aws/tables/tools.ts';
import { checkBaseUrl } from '../../core/request/baseUrl.ts';
import { count, phase } from './phase.ts';
import { stage } from './staging.ts';

export const handler = phase('provision', async (input) => {
  const { server } = input;
  const { url, host } = checkBaseUrl(server.baseUrl);
  const tools = await listTools(server.serverId);
  await stage(input, 'tools', { name: server.name, baseUrl: url, tools, removed: [] });
  return { detail: tools.length === 0 ? `${host}, no tools yet` : `${host}, ${count(tools.length, 'tool')}` };
});
