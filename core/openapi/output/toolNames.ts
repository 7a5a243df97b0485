/**
 * Tool names: the operationId, or else verb and path. They have letters, digits, `_` and `-`, begin with a letter, and are
 * so short that clients can put the server's key in front (LIMITS.toolName). Names that would be equal (ignoring case) get
 * a suffix, a hash of verb and path, so that they do not change when other operations are added or removed.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../lib/limits.ts';

const MAX_NAME_LENGTH = LIMITS.toolName;
const HASH_LENGTH = 6;

/** What a tool's name is made from. */
export interface Named {
  readonly verb: string;
  readonly path: string;
  readonly operationId: string | undefined;
  /** The tool name from an extension (`x-mcp`). */
  readonly hint: string | undefined;
}

/** One name per operation, in the order of the operations; all are different. */
export function toolNames(operations: readonly Named[]): string[] {
  const wanted = operations.map((operation) => {
    const given = identifier(operation.hint ?? '') || identifier(operation.operationId ?? '');
    if (given === '' || /^\d+$/.test(given)) return fromPath(operation);
    // Gemini's FunctionDeclaration: "Must start with a letter or an underscore".
    const name = /^\d/.test(given) ? `${identifier(operation.verb.toLowerCase())}_${given}` : given;
    return name.length <= MAX_NAME_LENGTH ? name : suffixed(name, operation, HASH_LENGTH);
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
  // A path in another script than Latin leaves nothing; the suffix keeps such names apart.
  if (segments.length === 0 && /[^/]/.test(operation.path)) return suffixed(verb, operation, HASH_LENGTH);
  if (name.length <= MAX_NAME_LENGTH) return name;
  // Keep the end of the path, which is more specific than its beginning.
  const tail: string[] = [];
  let length = verb.length + HASH_LENGTH + 1;
  for (const segment of segments.reverse()) {
    length += segment.length + 1;
    if (length > MAX_NAME_LENGTH && tail.length > 0) break;
    tail.unshift(segment.slice(0, 30));
  }
  return suffixed([verb, ...tail].join('_'), operation, HASH_LENGTH);
}

/** A name within the length with a hash as suffix, so that long names with the same beginning differ. */
function suffixed(name: string, { verb, path }: Named, length: number): string {
  const hash = createHash('sha256').update(`${verb} ${path}`).digest('hex').slice(0, length);
  return `${name.slice(0, MAX_NAME_LENGTH - length - 1).replace(/[_-]+$/, '')}_${hash}`;
}
