/**
 * Sends declarations to `POST /v1/apply` until nothing is left of them: servers of one group together, as many as a request takes, what is
 * declared of the installation before them, and what is to be deleted after them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Applied, type ApplyAnswer, type ApplyRequest, INSTALLATION } from '../core/api/apply.ts';
import { DEFAULT_GROUP, type DeclaredServer } from '../core/api/declarations.ts';
import { type Reference, resolved } from '../core/api/references.ts';
import type { FileDeclaration, ReadDeclarations } from '../core/declarations/read.ts';
import { projectOf } from '../core/model/projects.ts';
import { CliError } from './errors.ts';
import { type ApiFault, type ApiSend, bodyOf } from './stack.ts';
import { linesText } from './table.ts';

/** A request may have 5.5 MB. */
const MAX_BYTES = 4.5 * 1024 * 1024;
/** Servers of a request: what one does not come to is sent again. */
const MAX_ITEMS = 200;
/** Requests in a row that bring nothing on; each waits for what is running. */
const MAX_STALLED = 40;
const MAX_ATTEMPTS = 3;
const BUSY = new Set(['aws_unavailable', 'server_busy', 'http_429', 'http_502', 'http_503', 'http_504']);

/** What is sent: a server, what is declared of the installation, or the names that are kept when a group is pruned. */
export interface Item {
  readonly key: string;
  readonly group: string;
  /** The file in which it is. */
  readonly path: string;
  /** In `declarations` of a request. */
  readonly declares: object;
  /** The description that is sent by its digest, base64. */
  readonly document?: string | undefined;
  readonly prune?: ApplyRequest['prune'];
  /** A fault of the request as a line, with the file that it is about. */
  readonly told: (field: string, message: string) => string;
}

/** A declared server as it is sent: the description by its digest until the installation asks for it. */
export function serverItem({ key, group, name, path, server, document }: FileDeclaration): Item {
  const { file: _, ...source } = server.source as { readonly file?: string };
  const sentSource = { ...source, ...(document && { document: { digest: document.digest } }) };
  const place = `/declarations/servers/${name}`;
  return {
    key,
    group,
    path,
    declares: { servers: { [name]: { ...server, source: sentSource } } },
    document: document?.base64,
    told: (field, message) =>
      `${path}/servers/${name}${field.startsWith(place) ? field.slice(place.length) : ''} ${message}`,
  };
}

/** The item with the values and the description that it needs. */
export function withNeeds(item: Item, document: boolean, look: (reference: Reference) => string | undefined): Item {
  const declares = resolved(item.declares, look) as { readonly servers?: Readonly<Record<string, DeclaredServer>> };
  const [[name = '', server] = []] = Object.entries(declares.servers ?? {});
  if (!document || server === undefined) return { ...item, declares };
  const source = { ...server.source, document: { base64: item.document } };
  return { ...item, declares: { servers: { [name]: { ...server, source } } } };
}

/** What a file declares of the installation. */
export const installationItem = ({ path, ...declares }: ReadDeclarations['installation'][number]): Item => ({
  key: INSTALLATION,
  group: DEFAULT_GROUP,
  path,
  declares,
  told: (field, message) => `${path}${field.replace(/^\/declarations/, '')} ${message}`,
});

const projectsOf = (declarations: readonly FileDeclaration[]): string[] => [
  ...new Set(declarations.map(({ server }) => projectOf(server))),
];

/** The pruning of each group that was read. */
export function pruneItems(declarations: readonly FileDeclaration[]): Item[] {
  return [...new Set(declarations.map(({ group }) => group))].map((group) => ({
    key: `prune ${group}`,
    group,
    path: group,
    declares: {},
    prune: {
      keep: declarations.filter((each) => each.group === group).map(({ key }) => key),
      projects: projectsOf(declarations.filter((each) => each.group === group)),
    },
    told: (_, message) => `--prune of the group ${group} ${message}`,
  }));
}

/** How items are sent. */
export interface Sending {
  readonly request: ApiSend;
  readonly mode: NonNullable<ApplyRequest['mode']>;
  readonly credentials: boolean;
  readonly approved: readonly string[];
  /** Progress and faults, line by line. */
  readonly err: NodeJS.WritableStream;
  /** Called at once, because nobody is told again. */
  readonly onMade: (made: Pick<ApplyAnswer, 'tokens' | 'webhooks'>) => Promise<void>;
}

/** An item, and what is known of it. */
interface Open {
  readonly item: Item;
  readonly isChecked: boolean;
  readonly reading?: string | undefined;
  readonly done: Applied['done'];
}

/**
 * Sends items until none is left.
 * @returns an entry for each server, with everything that was done for it
 * @throws CliError `declaration_invalid` when anything is wrong; `err` has every fault then
 */
export async function sent(items: readonly Item[], sending: Sending): Promise<Applied[]> {
  const { mode, err } = sending;
  let open: readonly Open[] = items.map((item) => ({ item, isChecked: mode === 'apply', done: [] }));
  const ended: Applied[] = [];
  const faults: string[] = [];
  for (let stalled = 0; open.length > 0; ) {
    if (stalled > MAX_STALLED) throw new CliError('unsettled', 'The installation gets no further. Apply again later.');
    const batch = batchOf(open, sending);
    const answer = await answered(sending, requestOf(batch, sending));
    open = open.slice(batch.length);
    if ('error' in answer && answer.error.faults !== undefined) {
      faults.push(...toldFaults(answer.error.faults, batch));
      continue;
    }
    const { servers, tokens, webhooks } = bodyOf(answer);
    await sending.onMade({ tokens, webhooks });
    for (const { key, done } of servers) err.write(done.map(({ says }) => linesText([`${key}: ✓ ${says}`])).join(''));
    const left = batch.flatMap((each) => leftOf(each, servers));
    ended.push(...servers.filter(({ state }) => state !== 'left').map((entry) => withEarlier(entry, batch)));
    const isStalled = left.length === batch.length && left.every((each, at) => isSame(each, batch[at]));
    stalled = isStalled ? stalled + 1 : 0;
    open = [...left, ...open];
  }
  refuse(faults, err);
  return ended;
}

/** Whether a request has brought nothing on. */
const isSame = (now: Open, before: Open | undefined): boolean =>
  now.isChecked === before?.isChecked && now.done.length === before.done.length;

/** Sends a request again that AWS was too busy for: what it has done is not done again. */
async function answered({ request }: Sending, body: object): ReturnType<typeof request<ApplyAnswer>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request<ApplyAnswer>('POST', '/v1/apply', body);
    if (!('error' in answer) || !BUSY.has(answer.error.code) || attempt === MAX_ATTEMPTS) return answer;
    await sleep(1_000 * attempt);
  }
}

/** Throws CliError `declaration_invalid` when there are faults, and writes each of them. */
export function refuse(faults: readonly string[], err: NodeJS.WritableStream): void {
  if (faults.length === 0) return;
  err.write(linesText([...new Set(faults)]));
  const count = faults.length === 1 ? 'One fault' : `${faults.length} faults`;
  throw new CliError('declaration_invalid', `${count}; nothing was changed.`);
}

/** The first ones that go into one request: servers of one group, or anything else by itself. */
function batchOf(open: readonly Open[], { credentials }: Sending): readonly Open[] {
  const [first] = open;
  if (!first || !isServer(first)) return open.slice(0, 1);
  let room = MAX_BYTES;
  const end = open.findIndex((each, at) => {
    room -= Buffer.byteLength(JSON.stringify(each.item.declares));
    const isOther = !isServer(each) || each.item.group !== first.item.group;
    return at > 0 && (isOther || room < 0 || at >= MAX_ITEMS || (credentials && isBegun(each) !== isBegun(first)));
  });
  return end < 0 ? open : open.slice(0, end);
}

const isServer = ({ item: { declares } }: Open): boolean => 'servers' in declares;
const isBegun = ({ done }: Open): boolean => done.length > 0;

function requestOf(batch: readonly Open[], { mode, credentials, approved }: Sending): object {
  const [first] = batch as readonly [Open];
  const servers = batch.map(({ item }) => (item.declares as { readonly servers?: object }).servers);
  const readings = batch.flatMap(({ item, reading }) => (reading === undefined ? [] : [[item.key, reading]]));
  const { group, declares, prune } = first.item;
  return {
    mode,
    declarations: { group, ...(isServer(first) ? { servers: Object.assign({}, ...servers) } : declares) },
    ...(prune && { prune }),
    // Once they are sent they are not sent again.
    ...(credentials && !isBegun(first) && { credentials }),
    ...(approved.length > 0 && { approved }),
    ...(isServer(first) && { checked: batch.filter(({ isChecked }) => isChecked).map(({ item }) => item.key) }),
    ...(readings.length > 0 && { readings: Object.fromEntries(readings) }),
  };
}

/** The item once more, where something of it is left. */
function leftOf(each: Open, servers: readonly Applied[]): Open[] {
  const entry = isServer(each)
    ? servers.find(({ key }) => key === each.item.key)
    : servers.find(({ state }) => state === 'left');
  if (entry?.state !== 'left') return [];
  const { checked, reading, done } = entry;
  return [{ item: each.item, isChecked: each.isChecked || checked, reading, done: [...each.done, ...done] }];
}

function withEarlier(entry: Applied, batch: readonly Open[]): Applied {
  const before = batch.find(({ item }) => item.key === entry.key)?.done ?? [];
  return { ...entry, done: [...before, ...entry.done] };
}

function toldFaults(faults: NonNullable<ApiFault['faults']>, batch: readonly Open[]): string[] {
  return faults.map(({ field, message }) => {
    const named = batch.find(({ item }) => {
      const place = `/declarations/servers/${item.key.split('/')[1]}`;
      return field === place || field.startsWith(`${place}/`);
    });
    return (named ?? (batch[0] as Open)).item.told(field, message);
  });
}
