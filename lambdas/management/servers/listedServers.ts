/** The list of servers, in pages (http/page.ts); without a limit in pages of as many as one response surely holds. */
import { serversAfter } from '../../../aws/tables/servers.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import type { QueryOf } from '../../../core/api/routes/index.ts';
import { pageOf } from '../http/page.ts';
import { seen } from '../http/standing.ts';
import { bound } from '../serverRow/binding.ts';
import { serverView } from '../serverRow/views.ts';

/** Servers of an answer without a limit. One server with everything that it may have takes some 200 KB, most take 2. */
const MOST = 1_000;

/** A page, newest first in itself: the pages come in the order of the table, which is none. */
export async function listedServers({ after, limit }: QueryOf<'listServers'>) {
  const settings = await readSettings();
  const rows = seen(serversAfter(after, limit === undefined ? undefined : limit + 1));
  const { items, next } = await pageOf(rows, limit ?? MOST, async (row) => serverView(await bound(row), settings));
  items.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { items, ...(next && { next: next.serverId }) };
}
