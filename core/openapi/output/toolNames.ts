/**
 * Tool names: the operationId, else made from verb and path; letters, digits, `_` and `-`, at most 60 characters with
 * any suffix, because clients put the server's name in front and some accept no more than 63. Names that would collide
 * (ignoring case) get a suffix from a hash of verb and path, so that they stay the same when operations come, go or
 * move.
 */
import { createHash } from 'node:crypto';

/** Characters of a tool name. */
export const MAX_NAME_LENGTH = 60;
/** Characters of a name made from a path where possible; an operationId may use the whole length. */
const MAX_PATH_NAME_LENGTH = 52;
const HASH_LENGTH = 6;

/** What a tool's name is made of. */
export interface Named {
  readonly verb: string;
  readonly path: string;
  readonly operationId: string | undefined;
  /** A name that the description gives to tools (`x-mcp`). */
  readonly hint: string | undefined;
}

/** One name per operation, in their order, all different. */
export function toolNames(operations: readonly Named[]): string[] {
  const wanted = operations.map((operation) => {
    const given = identifier(operation.hint ?? '') || identifier(operation.operationId ?? '');
    return given === '' || /^\d+$/.test(given) ? fromPath(operation) : cutTo(given, operation, MAX_NAME_LENGTH);
  });
  const lower = wanted.map((name) => name.toLowerCase());
  const count = new Map<string, number>();
  for (const name of lower) count.set(name, (count.get(name) ?? 0) + 1);
  if (count.size === wanted.length) return wanted;
  const taken = new Set(lower.filter((name) => count.get(name) === 1));
  return operations.map((operation, index) => {
    const name = wanted[index] ?? '';
    if (count.get(name.toLowerCase()) === 1) return name;
    for (let length = HASH_LENGTH; ; length += 2) {
      const candidate = suffixed(name, operation, length);
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  });
}

const identifier = (text: string): string =>
  text === '' || /^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$/.test(text) ? text : cleaned(text);

const cleaned = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '');

function fromPath(operation: Named): string {
  const segments = operation.path
    .split(/[/?#&]/)
    .flatMap((segment) => segment.split(/(\{[^{}]+\})/))
    .map((part) => (part.startsWith('{') ? `by_${identifier(part)}` : identifier(part)))
    .filter((part) => part !== '' && part !== 'by_');
  const verb = identifier(operation.verb.toLowerCase());
  const name = [verb, ...segments].join('_');
  // Nothing of the path is left when it is written in another script: the suffix tells such tools apart.
  if (segments.length === 0 && /[^/]/.test(operation.path)) return suffixed(verb, operation, HASH_LENGTH);
  if (name.length <= MAX_PATH_NAME_LENGTH) return name;
  // The end of a path says more than its beginning.
  const tail: string[] = [];
  let length = verb.length + HASH_LENGTH + 1;
  for (const segment of segments.reverse()) {
    length += segment.length + 1;
    if (length > MAX_PATH_NAME_LENGTH && tail.length > 0) break;
    tail.unshift(segment.slice(0, 30));
  }
  return suffixed([verb, ...tail].join('_'), operation, HASH_LENGTH);
}

/** A name within the length; a shortened one gets a suffix, so that long names with the same beginning differ. */
function cutTo(name: string, operation: Named, length: number): string {
  return name.length <= length ? name : suffixed(name, operation, HASH_LENGTH);
}

function suffixed(name: string, { verb, path }: Named, length: number): string {
  const hash = createHash('sha256').update(`${verb} ${path}`).digest('hex').slice(0, length);
  return `${name.slice(0, MAX_NAME_LENGTH - length - 1).replace(/[_-]+$/, '')}_${hash}`;
}
