/**
 * A value whose leaves know their positions in a text. A format reads a text into such a value, which is redacted like
 * parsed JSON (with parents and siblings); only the leaves that changed are written back, so the rest of the text keeps
 * its form.
 */
import type { JsonValue } from '../../lib/json/value.ts';

/** Where a value is in a text, and how a replacement is written. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** Written before and after the replacement. */
  readonly open: string;
  readonly close: string;
  /** Encodes the replacement; without it the text is written unchanged. */
  readonly encode?: ((text: string) => string) | undefined;
}

/** A value without members. */
export interface Leaf {
  readonly range: TextRange;
  readonly value: string | number | boolean | null;
}
/** An object. */
export interface Members {
  /** Its keys, made distinct. */
  names?: readonly string[];
  readonly members: { readonly key: string; readonly range: TextRange | undefined; node: Node }[];
}
/** A list. */
export interface Items {
  readonly items: Node[];
}
/** A value with the positions of its leaves. */
export type Node = Leaf | Members | Items;

/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits of the text for what a walk changes in the value. */
export function editsOf(root: Node, walk: (value: JsonValue) => JsonValue): Edit[] {
  const edits: Edit[] = [];
  const value = jsonOf(root);
  const walked = walk(value);
  if (walked !== value) collect(root, value, walked, edits);
  return edits.sort((a, b) => a.start - b.start);
}

/**
 * The text from `from` to `to` with the edits applied. Edits must be in order; one that overlaps its predecessor is
 * dropped.
 */
export function applyEdits(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  let result = '';
  let at = from;
  for (const edit of edits) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, to);
}

/** Spaces and tabs that number a repeated key. Digits would be read as part of the name. */
export const blanksOf = (count: number): string => count.toString(2).replaceAll('0', ' ').replaceAll('1', '\t');

function jsonOf(node: Node): JsonValue {
  if ('items' in node) return node.items.map(jsonOf);
  if ('range' in node) return node.value;
  const object: { [key: string]: JsonValue } = {};
  const names: string[] = [];
  let times: Map<string, number> | undefined;
  for (const { key, node: child } of node.members) {
    let name = key;
    // A repeated key gets spaces appended that encode its number in binary. Digits would be read as part of the name.
    if (Object.hasOwn(object, key)) {
      times ??= new Map();
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      name = key + blanksOf(count);
    }
    names.push(name);
    if (name === '__proto__')
      Object.defineProperty(object, name, {
        value: jsonOf(child),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else object[name] = jsonOf(child);
  }
  node.names = names;
  return object;
}

function collect(
  node: Node | undefined,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  edits: Edit[],
): void {
  if (before === after || node === undefined) return;
  if ('items' in node) {
    const [was, is] = [before as JsonValue[], after as JsonValue[]];
    for (let index = 0; index < was.length; index++) collect(node.items[index], was[index], is[index], edits);
  } else if ('range' in node) {
    if (typeof after === 'string' && node.range.start >= 0) edits.push(edit(node.range, after));
  } else {
    const was = before as { [key: string]: JsonValue };
    const is = after as { [key: string]: JsonValue };
    const names = node.names ?? [];
    let renamed: Map<string, string> | undefined;
    for (let index = 0; index < names.length; index++) {
      const member = node.members[index];
      const name = names[index];
      if (member === undefined || name === undefined) continue;
      const { range, node: child } = member;
      if (Object.hasOwn(is, name)) {
        collect(child, was[name], is[name], edits);
        continue;
      }
      renamed ??= renamedIn(was, is);
      const next = renamed.get(name) ?? name;
      if (range) edits.push(edit(range, next));
      collect(child, was[name], is[next], edits);
    }
  }
}

/** Keys that contained personal data were renamed; the order is the same. */
function renamedIn(was: object, is: object): Map<string, string> {
  const found = Object.keys(is).filter((name) => !Object.hasOwn(was, name));
  const lost = Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  return new Map(lost.map((name, index) => [name, found[index] ?? name]));
}

function edit({ start, end, open, close, encode }: TextRange, text: string): Edit {
  if (encode) return { start, end, text: encode(text) };
  if (open !== "'" && open !== '"') return { start, end, text: `${open}${text}${close}` };
  const quoted = JSON.stringify(text).slice(1, -1);
  return {
    start,
    end,
    text: `${open}${open === '"' ? quoted : quoted.replaceAll('\\"', '"').replaceAll("'", "\\'")}${close}`,
  };
}
