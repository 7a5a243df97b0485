/**
 * What needs a person, in pages over the servers: each page looks at a limited number of them, so its work does not grow with what is
 * installed. Viewers see every item, as they see the pages that it leads to, but no button.
 */

import { serversAfter } from '../../../aws/tables/servers.ts';
import { ROUTES } from '../../../core/api/routes/index.ts';
import { byUrgency, withoutButton } from '../../../core/attention/items.ts';
import { DEFAULT_PROJECT, projectOf, reaches, roleIn } from '../../../core/model/projects.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { readAttention } from '../../shared/attention.ts';
import { pageOf } from '../http/page.ts';
import type { HandlersOf } from '../http/request.ts';
import { seen } from '../http/standing.ts';
import { knownServer } from '../serverRow/load.ts';

/** Servers of a page. */
const PAGE = 50;

/** Handler of `listAttention`. */
export const attention: HandlersOf<'listAttention'> = {
  listAttention: async ({ query, actor }) => {
    const { server, after, limit = PAGE } = query;
    const rows = server === undefined ? seen(serversAfter(after, limit + 1)) : one(server);
    const { items: servers, next } = await pageOf(rows, limit, (row) => Promise.resolve(row));
    const found = (await readAttention(servers)).sort(byUrgency);
    const projects = new Map(servers.map((row) => [row.serverId, projectOf(row)]));
    const hasButton = (serverId: string) =>
      reaches(roleIn(actor.standing, projects.get(serverId) ?? DEFAULT_PROJECT), ROUTES.resumeCalls.access);
    const items = found.map((item) => (hasButton(item.server.id) ? item : withoutButton(item)));
    return { items, looked: servers.length, ...(next && { next: next.serverId }) };
  },
};

async function* one(serverId: string): AsyncGenerator<ServerRow> {
  yield await knownServer(serverId);
}
