/**
 * What differs between a recorded request and a built one. These are the same request, because a specification says so:
 * - pairs of a query or form with different names in another order, and names or values in another spelling (`%20` and `+`, `%7e` and
 *   `~`): both are read as pairs (WHATWG URL, section 5.1). The order of one name's values counts, and so does every letter of a name;
 * - in a path, characters and their escapes within a segment, and upper or lower case of an escape (RFC 3986, section 6.2.2). `/` and
 *   `%2F` are different, and so are `+` and a blank;
 * - JSON with other white space, another order of members, or `1.0` for `1` (RFC 8259, sections 2, 4 and 6). All other digits count;
 * - parts of a form body in another order, or under another boundary (RFC 7578).
 * Where the recorder itself rewrote the query (VCR does), `a[0]` is compared as the `a[]` that it wrote, and values in its order.
 * The body's media type counts without its parameters, where the recording has it.
 */
import { jsonText, parseLossless } from '../../core/lib/json/lossless.ts';
import type { BuiltRequest } from '../../core/request/build.ts';
import { bareTypeOf, formPairs, multipartFields } from './recordedBody.ts';
import type { RecordedRequest } from './recordings.ts';

/**
 * The kind of difference, a colon and details without values; undefined for the same request.
 * @param credentials names of query parameters and form fields that are left out, because the credential sets them
 */
export function differenceOf(
  recorded: RecordedRequest,
  built: BuiltRequest,
  credentials: ReadonlySet<string> = new Set(),
): string | undefined {
  if (recorded.method !== built.method) return `method ${built.method}`;
  const paths = [pathOf(recorded.url), pathOf(built.url)] as const;
  if (paths[0] !== paths[1]) return pathDifference(...paths);
  const isArgument = ([name]: Pair) => !credentials.has(name);
  const pairsIn = (url: string) => {
    const pairs = pairsOf(url).filter(isArgument);
    return recorded.isQueryRewritten ? rewritten(pairs) : pairs;
  };
  const query = pairDifference(pairsIn(recorded.url), pairsIn(built.url));
  if (query) return `query ${query}`;
  if ((recorded.body === undefined) !== (built.body === undefined)) {
    return built.body
      ? 'body added'
      : `body missing${Buffer.from(recorded.body ?? []).toString() === '{}' ? ' ({})' : ''}`;
  }
  if (!recorded.body || !built.body) return undefined;
  const types = [recorded.headers['content-type'], headerOf(built, 'content-type')].map((type) =>
    bareTypeOf(type ?? ''),
  );
  const body = bodyDifference(recorded, { ...built, body: built.body }, types[1] ?? '', isArgument);
  if (body) return body;
  return types[0] && types[0] !== types[1] ? `content type ${types[0]} as ${types[1]}` : undefined;
}

type Pair = readonly [name: string, value: string];

const headerOf = ({ headers }: BuiltRequest, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** Scheme, host and path in one spelling. */
const pathOf = (url: string): string =>
  (url.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/')
    .replace(/\/$/, '');

function pathDifference(recorded: string, built: string): string {
  return recorded === built.replaceAll('%2F', '/') ? 'path: / as %2F' : 'path';
}

const pairsOf = (url: string): Pair[] => formPairs(url.split('?').slice(1).join('?'));

/** Pairs as VCR records them. */
const rewritten = (pairs: readonly Pair[]): Pair[] =>
  pairs
    .map(([name, value]): Pair => [name.replace(/^([^[]+)\[\d+\]/, '$1[]'), value])
    .sort(([, a], [, b]) => (a < b ? -1 : 1));

/** Compares pairs name by name; a difference is named by the form of the names (`a[]` for `expand[]`). */
function pairDifference(recorded: readonly Pair[], built: readonly Pair[]): string | undefined {
  const [ours, theirs] = [byName(built), byName(recorded)];
  const missing = [...theirs.keys()].filter((name) => !ours.has(name));
  const added = [...ours.keys()].filter((name) => !theirs.has(name));
  if (missing.length + added.length > 0) {
    const forms = (names: readonly string[]) => [...new Set(names.map(formOf))].sort().join(' ') || 'nothing';
    return `${forms(missing)} as ${forms(added)}: ${missing[0] ?? added[0]}`;
  }
  const changed = [...theirs].find(([name, values]) => values.join('&') !== ours.get(name)?.join('&'));
  return changed && `value: ${changed[0]}`;
}

function byName(pairs: readonly Pair[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, value] of pairs) names.set(name, [...(names.get(name) ?? []), encodeURIComponent(value)]);
  return names;
}

const formOf = (name: string): string =>
  name
    .replace(/^[^[]+/, 'a')
    .replace(/\[([^\]]*)\]/g, (_, step: string) => (step === '' ? '[]' : /^\d+$/.test(step) ? '[0]' : '[b]'));

function bodyDifference(
  recorded: RecordedRequest,
  built: BuiltRequest & { readonly body: Uint8Array },
  type: string,
  isArgument: (pair: Pair) => boolean,
): string | undefined {
  const texts = [recorded.body ?? new Uint8Array(), built.body].map((body) => Buffer.from(body).toString()) as [
    string,
    string,
  ];
  if (type === 'application/x-www-form-urlencoded') {
    const [theirs, ours] = [formPairs(texts[0]).filter(isArgument), formPairs(texts[1]).filter(isArgument)];
    const difference = pairDifference(theirs, ours);
    return difference && `form ${difference}`;
  }
  if (type.startsWith('multipart/')) {
    const theirs = partsOf(recorded.body ?? new Uint8Array(), recorded.headers['content-type']);
    const ours = partsOf(built.body, headerOf(built, 'content-type'));
    const at = theirs.findIndex((part, index) => part !== ours[index]);
    if (at < 0 && theirs.length === ours.length) return undefined;
    return `multipart: ${(theirs[at] ?? ours[at])?.split(' ')[0]}`;
  }
  if (!/[/+]json$/.test(type)) return texts[0] === texts[1] ? undefined : 'body';
  const difference = jsonDifference(canonical(parseLossless(texts[0])), canonical(parseLossless(texts[1])), '');
  return difference && `body ${difference}`;
}

/** Each part as its name, file name, type where it is a file, and content; ordered, as the names tell the parts apart. */
function partsOf(body: Uint8Array, contentType = ''): string[] {
  const fields = multipartFields(body, contentType) ?? [];
  return fields
    .map(({ name, filename, content }) => `${encodeURIComponent(name)} ${filename ?? ''} ${content.toString('base64')}`)
    .sort();
}

/** JSON with `1.0` as `1`. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  if ('rawJSON' in value) {
    const number = Number(value.rawJSON);
    return Number.isSafeInteger(number) || !/^-?\d+(?:\.0+)?$/.test(String(value.rawJSON)) ? number : value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, canonical(member)]));
}

/** Whether two texts are the same JSON. Throws SyntaxError. */
export const isSameJson = (recorded: string, built: string): boolean =>
  jsonDifference(canonical(parseLossless(recorded)), canonical(parseLossless(built)), '') === undefined;

/** Where two JSON values differ first, and how. */
function jsonDifference(recorded: unknown, built: unknown, at: string): string | undefined {
  if (isObject(recorded) && isObject(built)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(built)])].sort();
    for (const key of keys) {
      const place = `${at}/${key}`;
      if (!(key in built)) return `member missing${recorded[key] === null ? ' (null)' : ''}: ${place}`;
      if (!(key in recorded)) return `member added: ${place}`;
      const difference = jsonDifference(recorded[key], built[key], place);
      if (difference) return difference;
    }
    return undefined;
  }
  if (Array.isArray(recorded) && Array.isArray(built) && recorded.length === built.length) {
    for (const [index, item] of recorded.entries()) {
      const difference = jsonDifference(item, built[index], `${at}/${index}`);
      if (difference) return difference;
    }
    return undefined;
  }
  return jsonText(recorded as never) === jsonText(built as never) ? undefined : `value: ${at}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value);
