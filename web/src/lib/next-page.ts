/**
 * The arguments for the next page, if an answer names one: by a link, a cursor, a page number, or a total larger than what was returned.
 * Answers are untrusted: only plain members near the root are read, and only arguments that the tool has are set. Pure.
 */
import { CURSOR, OFFSET, PAGE, SIZE, wordOf } from '../../../core/model/governance/paging.ts';
import { asObject } from './tools.ts';

type Json = Record<string, unknown>;

/** Paging members are at the root or in one of these. */
const PLACES =
  /^(?:links|_links|paging|pagination|page_?info|meta|metadata|cursors|response_?metadata|result|data|page|search_?metadata)$/i;
const LINK = /^(?:next|next_?link|@odata\.nextlink|next_?page_?ur[il]|next_?ur[il]|next_?href)$/i;
const NEXT =
  /^(?:next_?(?:cursor|token|page_?token|marker|continuation_?token|start_?key)|(?:end|after)_?cursor|cursor|continuation(?:_?token)?|after|marker|scroll_?id|skip_?token|bookmark|last_?evaluated_?key|next)$/i;
const NEXT_PAGE = /^next_?page(?:_?number)?$/i;
const MORE = /^(?:has_?more|has_?next(?:_?page)?|more|is_?truncated|more_?results)$/i;
const TOTAL = /^(?:total|total_?(?:count|results|items|records|elements|size|hits)|count|@odata\.count)$/i;

/** Undefined when there is no next page, or the tool has no argument for it. */
export function nextPage(inputSchema: unknown, args: Json, answer: unknown): Json | undefined {
  const properties = asObject(asObject(inputSchema)['properties']);
  const names = Object.keys(properties);
  const named = (pattern: RegExp) => names.find((name) => pattern.test(wordOf(name)));
  const members = membersOf(answer);
  const find = (pattern: RegExp, type: string) =>
    members.find(([name, value]) => pattern.test(name) && typeof value === type && value !== '')?.[1];
  const more = find(MORE, 'boolean');
  if (more === false) return;

  const link = linkIn(members);
  const followed = link && fromLink(link, properties, args);
  if (followed) return followed;

  const cursor = named(CURSOR);
  const next = find(NEXT, 'string') ?? find(NEXT, 'number');
  if (cursor && next !== undefined && next !== args[cursor] && next !== link) return { ...args, [cursor]: next };

  const items = longestList(answer);
  const last = asObject(items.at(-1))['id'];
  if (cursor && more === true && /^starting_?after|^after|^since/i.test(wordOf(cursor)) && isPlain(last)) {
    return { ...args, [cursor]: last };
  }
  const total = find(TOTAL, 'number') as number | undefined;
  const offset = named(OFFSET);
  if (offset && items.length > 0) {
    const seen = numberOf(args[offset] ?? asObject(properties[offset])['default'], 0) + items.length;
    return more === true || (total !== undefined && total > seen) ? { ...args, [offset]: seen } : undefined;
  }
  const page = named(PAGE);
  if (!page || items.length === 0) return;
  const given = find(NEXT_PAGE, 'number');
  if (given !== undefined) return given === args[page] ? undefined : { ...args, [page]: given };
  const now = numberOf(args[page] ?? asObject(properties[page])['default'], 1);
  const size = named(SIZE);
  const perPage = numberOf(size && (args[size] ?? asObject(properties[size])['default']), items.length);
  // Pages are counted from 0 or from 1; for the first page it makes no difference.
  const seen = Math.max(now, 1) * Math.max(perPage, 1);
  return more === true || (total !== undefined && total > seen) ? { ...args, [page]: now + 1 } : undefined;
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const numberOf = (value: unknown, other: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : other;

/** Members of the root and of its paging objects, two levels deep. */
function membersOf(answer: unknown, depth = 0): readonly (readonly [string, unknown])[] {
  const own = Object.entries(asObject(answer)).slice(0, 200);
  if (depth >= 2) return own;
  return [...own, ...own.flatMap(([name, value]) => (PLACES.test(name) ? membersOf(value, depth + 1) : []))];
}

function linkIn(members: readonly (readonly [string, unknown])[]): string | undefined {
  for (const [name, value] of members) {
    if (!LINK.test(name)) continue;
    const link = typeof value === 'string' ? value : asObject(value)['href'];
    if (typeof link === 'string' && /^(?:https?:\/\/|\/|\?)/.test(link)) return link;
  }
  return undefined;
}

/** The query parameters of the link that are arguments of the tool; its host and path are ignored. */
function fromLink(link: string, properties: Json, args: Json): Json | undefined {
  const query = URL.parse(link, 'https://relative.invalid')?.searchParams ?? new URLSearchParams();
  const changed = [...query].flatMap(([name, text]): [string, unknown][] => {
    const isPaging = [CURSOR, PAGE, OFFSET, SIZE].some((pattern) => pattern.test(wordOf(name)));
    if (!isPaging || !Object.hasOwn(properties, name)) return [];
    const { type } = asObject(properties[name]);
    const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number') && text.trim() !== '';
    return [[name, isNumber && Number.isFinite(Number(text)) ? Number(text) : text]];
  });
  return changed.some(([name, value]) => args[name] !== value)
    ? { ...args, ...Object.fromEntries(changed) }
    : undefined;
}

function longestList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  const lists = membersOf(answer)
    .map(([, value]) => value)
    .filter(Array.isArray);
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), [] as unknown[]);
}
