/**
 * Finds the keys that an object of a JSON or YAML text has more than once, and where they stand. Parsers keep the last value
 * and tell nobody. It reads the whole text and is slow, so it is called only when reading has found that there are some.
 */
import type { Buffer } from 'node:buffer';
import type { State } from 'js-yaml';
import { CLOSE, COMMA, JsonByteScanner, OPEN, QUOTE } from '../../lib/json/byteScanner.ts';
import { escapePointer, type RepeatedKey } from './location.ts';

/** Of one document; more are not told. */
const MAX_FOUND = 100;
/** Levels of JSON that are looked through. */
const MAX_DEPTH = 500;
const LIST = 0x5b;
const LIST_END = 0x5d;
const LINE_FEED = 0x0a;

/**
 * The number of members of all objects in a value of JSON.parse: fewer than its text has when keys are repeated, or when it is
 * nested more deeply than is looked through. `for` … `in` takes half the time of `Object.values`, which makes a list of each object.
 */
export function countMembers(value: object, depth = 0): number {
  if (depth > MAX_DEPTH) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const item = value[at];
      if (typeof item === 'object' && item !== null) count += countMembers(item, depth + 1);
    }
    return count;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) {
    count++;
    const item = members[key];
    if (typeof item === 'object' && item !== null) count += countMembers(item, depth + 1);
  }
  return count;
}

/** The repeated keys of a JSON text, in the order of their first repetition. */
export function repeatedJsonKeys(bytes: Buffer): RepeatedKey[] {
  const text = new JsonByteScanner(bytes);
  const found = new Map<string, number[]>();

  /** Returns the offset after the value, or -1. */
  const visit = (start: number, pointer: string, depth: number): number => {
    const open = bytes[start];
    if ((open !== OPEN && open !== LIST) || depth > MAX_DEPTH) return text.afterValue(start);
    const end = open === OPEN ? CLOSE : LIST_END;
    const keys = new Map<string, number>();
    let at = text.afterSpace(start + 1);
    for (let index = 0; bytes[at] !== end; index++) {
      let step = String(index);
      if (open === OPEN) {
        const after = bytes[at] === QUOTE ? text.afterString(at) : -1;
        if (after < 0) return -1;
        step = keyOf(bytes.toString('utf8', at, after));
        const first = keys.get(step);
        if (first === undefined) keys.set(step, at);
        else note(`${pointer}/${escapePointer(step)}`, first, at);
        at = text.afterSpace(text.afterSpace(after) + 1);
      }
      at = visit(at, `${pointer}/${escapePointer(step)}`, depth + 1);
      if (at < 0) return -1;
      at = text.afterSpace(at);
      if (bytes[at] === COMMA) at = text.afterSpace(at + 1);
      else if (bytes[at] !== end) return -1;
    }
    return at + 1;
  };

  const note = (pointer: string, first: number, again: number): void => {
    const offsets = found.get(pointer);
    if (offsets) offsets.push(again);
    else if (found.size < MAX_FOUND) found.set(pointer, [first, again]);
  };

  visit(text.afterSpace(0), '#', 0);
  const lineOf = lines(bytes, [...found.values()].flat());
  return [...found].map(([pointer, offsets]) => ({ pointer, lines: offsets.map((at) => lineOf.get(at) ?? 1) }));
}

function keyOf(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

/** The line of each offset, from 1. */
function lines(bytes: Buffer, offsets: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  let line = 1;
  let at = 0;
  for (const offset of [...offsets].sort((one, other) => one - other)) {
    for (; at < offset; at++) if (bytes[at] === LINE_FEED) line++;
    found.set(offset, line);
  }
  return found;
}

/** A repeated key by its steps below the node that was read. */
interface Found {
  readonly steps: string[];
  readonly lines: readonly number[];
}

/** A node of YAML that is being read, with the nodes in it: keys and values in turns, or items. */
interface Node {
  readonly line: number;
  readonly inner: Node[];
  result: unknown;
  found: Found[];
}

/** Collects the repeated keys of a YAML text while js-yaml reads it. */
export class RepeatedYamlKeys {
  private readonly open: Node[] = [{ line: 0, inner: [], result: undefined, found: [] }];
  private count = 0;

  /** The `listener` of js-yaml. */
  readonly listener = (event: 'open' | 'close', state: State): void => {
    if (event === 'open') {
      this.open.push({ line: state.line + 1, inner: [], result: undefined, found: [] });
      return;
    }
    const node = this.open.pop();
    const outer = this.open.at(-1);
    if (!node || !outer) return;
    node.result = state.result;
    const [only, ...others] = node.inner;
    // A value is first read as if it were a key; then it is the only node in its own one.
    if (only && others.length === 0 && only.result === node.result) node.found = only.found;
    else if (state.kind === 'mapping') this.mapping(node);
    else if (state.kind === 'sequence') node.found = node.inner.flatMap((item, at) => below(String(at), item));
    node.inner.length = 0;
    outer.inner.push(node);
  };

  /** The repeated keys. */
  list(): RepeatedKey[] {
    const found = this.open[0]?.inner.flatMap((node) => node.found) ?? [];
    return found.map(({ steps, lines: at }) => ({ pointer: ['#', ...steps.map(escapePointer)].join('/'), lines: at }));
  }

  private mapping(node: Node): void {
    const places = new Map<string, number[]>();
    for (let at = 0; at + 1 < node.inner.length; at += 2) {
      const [name, value] = [node.inner[at], node.inner[at + 1]] as [Node, Node];
      const key = String(name.result);
      const known = places.get(key);
      if (known) known.push(name.line);
      else places.set(key, [name.line]);
      if (value.found.length > 0) node.found.push(...below(key, value));
    }
    for (const [key, at] of places) {
      // The merge key may be repeated.
      if (at.length > 1 && key !== '<<' && this.count++ < MAX_FOUND) node.found.push({ steps: [key], lines: at });
    }
  }
}

const below = (step: string, { found }: Node): Found[] =>
  found.map(({ steps, lines: at }) => ({ steps: [step, ...steps], lines: at }));
