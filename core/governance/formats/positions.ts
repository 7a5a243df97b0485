/**
 * A value with the places of its leaves in a text: what is read leniently is redacted as a parsed value, with parents and siblings,
 * and written back where it stood; all else in the text keeps its form.
 */
import type { JsonValue } from '../../json/value.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** Written before and behind what takes its place. */
  readonly open: string;
  readonly close: string;
  /** How the text is written in its place, unless it is written as it is. */
  readonly encode?: ((text: string) => string) | undefined;
}

export interface Leaf {
  readonly range: TextRange;
  readonly value: string | number | boolean | null;
}
export interface Members {
  /** Its keys as they are told apart in the object. */
  names?: readonly string[];
  readonly members: { readonly key: string; readonly range: TextRange | undefined; node: Node }[];
}
export interface Items {
  readonly items: Node[];
}
export type Node = Leaf | Members | Items;

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a walk changes in the tree, as edits of the text in which it stands. */
export function editsOf(root: Node, walk: (value: JsonValue) => JsonValue): Edit[] {
  const edits: Edit[] = [];
  const value = jsonOf(root);
  const walked = walk(value);
  if (walked !== value) collect(root, value, walked, edits);
  return edits.sort((a, b) => a.start - b.start);
}

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

const blanksOf = (count: number): string => count.toString(2).replaceAll('0', ' ').replaceAll('1', '\t');

function jsonOf(node: Node): JsonValue {
  if ('items' in node) return node.items.map(jsonOf);
  if ('range' in node) return node.value;
  const object: { [key: string]: JsonValue } = {};
  const names: string[] = [];
  let times: Map<string, number> | undefined;
  for (const { key, node: child } of node.members) {
    let name = key;
    // Repeated keys have blanks behind them, which say nothing: their number in binary, or a thousand keys were a thousand long.
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

function collect(node: Node, before: JsonValue, after: JsonValue, edits: Edit[]): void {
  if (before === after) return;
  if ('items' in node) {
    const [was, is] = [before as JsonValue[], after as JsonValue[]];
    for (let index = 0; index < was.length; index++) collect(node.items[index]!, was[index]!, is[index]!, edits);
  } else if ('range' in node) {
    if (typeof after === 'string' && node.range.start >= 0) edits.push(edit(node.range, after));
  } else {
    const was = before as { [key: string]: JsonValue };
    const is = after as { [key: string]: JsonValue };
    const names = node.names!;
    let renamed: Map<string, string> | undefined;
    for (let index = 0; index < names.length; index++) {
      const { range, node: child } = node.members[index]!;
      const name = names[index]!;
      if (Object.hasOwn(is, name)) {
        collect(child, was[name]!, is[name]!, edits);
        continue;
      }
      renamed ??= renamedIn(was, is);
      const next = renamed.get(name)!;
      if (range) edits.push(edit(range, next));
      collect(child, was[name]!, is[next]!, edits);
    }
  }
}

/** Keys that held something personal have other names now, in the same order. */
function renamedIn(was: object, is: object): Map<string, string> {
  const found = Object.keys(is).filter((name) => !Object.hasOwn(was, name));
  const lost = Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  return new Map(lost.map((name, index) => [name, found[index]!]));
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
