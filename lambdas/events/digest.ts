/**
 * The digest of what needs a person: at most one in a day, and only when something has come that no digest has told. What was told is kept
 * in one row; a run that dies before it is stored tells the same event again, by the same id.
 */
import { hash } from 'node:crypto';
import { readDigest, report, writeDigest } from '../../aws/tables/events.ts';
import { type AttentionItem, byUrgency } from '../../core/attention/items.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { readAttention, SERVERS_AT_ONCE } from '../shared/attention.ts';

/** Shorter than a day, because a schedule is not exact. */
const PAUSE_MS = 20 * 3_600_000;
/** New items that are named. */
const NAMED = 50;
/** Items that are remembered as told; 12 bytes each, and a row may have 400 KB. */
const REMEMBERED = 20_000;

const markOf = ({ id }: AttentionItem): string => hash('sha256', id, 'base64url').slice(0, 10);

/** Tells what is new, if anything is. */
export async function tellDigest(servers: readonly ServerRow[], now: number): Promise<void> {
  const last = await readDigest();
  if (last && now - Date.parse(last.at) < PAUSE_MS) return;
  const items: AttentionItem[] = [];
  for (let at = 0; at < servers.length; at += SERVERS_AT_ONCE) {
    items.push(...(await readAttention(servers.slice(at, at + SERVERS_AT_ONCE), now)));
  }
  const told = new Set(last?.told);
  const fresh = items.filter((item) => !told.has(markOf(item))).sort(byUrgency);
  const marks = items.slice(0, REMEMBERED).map(markOf);
  const isSame = marks.length === told.size && fresh.length === 0;
  if (isSame) return;
  if (fresh.length > 0) {
    const named = fresh.slice(0, NAMED).map(({ server, condition, severity }) => ({
      serverId: server.id,
      condition,
      severity,
    }));
    await report('attention.digest.v1', { open: items.length, new: fresh.length, items: named }, [
      String(last?.version ?? 0),
    ]);
  }
  // What is over is forgotten, so that it is new when it comes again.
  const at = fresh.length > 0 || !last ? isoNow(now) : last.at;
  await writeDigest({ at, told: marks, version: last?.version ?? 0 });
}
