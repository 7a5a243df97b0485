/**
 * How the labelled set is written: templates build ordinary JSON whose leaves may be tagged.
 * `p(type, value)` must go, `trap(kind, value)` must survive and is counted by its kind, `prose(...)` is text of which only
 * the tagged parts must go, `open(value)` is not decided by the rules and not scored, `keyed(type, key, child)` is a field
 * whose name itself must go. An untagged leaf must survive.
 */
import type { JsonValue } from '../../../core/json/value.ts';

export class Tagged {
  readonly value: string | number;
  readonly personal: string | undefined;
  readonly trap: string | undefined;
  /** Parts that must go when the leaf is prose. */
  readonly parts: readonly { readonly type: string; readonly text: string }[] | undefined;

  constructor(value: string | number, personal?: string, trap?: string, parts?: Tagged['parts']) {
    this.value = value;
    this.personal = personal;
    this.trap = trap;
    this.parts = parts;
  }
}

/** A value of which the rules say neither that it must go nor that it must stay. */
export class Open {
  readonly value: string | number;

  constructor(value: string | number) {
    this.value = value;
  }
}

/** Fields whose names are personal data (`{"ann@example.org": {…}}`); what lies below is not scored. */
export class Keyed {
  readonly type: string;
  readonly entries: readonly (readonly [key: string, child: Draft])[];

  constructor(type: string, entries: Keyed['entries']) {
    this.type = type;
    this.entries = entries;
  }
}

export type Draft =
  | string
  | number
  | boolean
  | null
  | Tagged
  | Open
  | Keyed
  | readonly Draft[]
  | { readonly [key: string]: Draft | undefined };

export const p = (type: string, value: string | number): Tagged => new Tagged(value, type);
export const open = (value: string | number): Open => new Open(value);
export const keyed = (type: string, entries: Keyed['entries']): Keyed => new Keyed(type, entries);
export const trap = (kind: string, value: string | number): Tagged => new Tagged(value, undefined, kind);

/** `prose('Call ', p('phone', '…'), ' today')`. */
export function prose(...pieces: readonly (string | Tagged)[]): Tagged {
  const parts = pieces
    .filter((piece) => typeof piece !== 'string')
    .map((piece) => ({ type: piece.personal!, text: String(piece.value) }));
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : String(piece.value))).join('');
  return new Tagged(text, 'prose', undefined, parts);
}

export interface Leaf {
  readonly pointer: string;
  readonly value: string | number | boolean | null;
  readonly personal?: string;
  readonly trap?: string;
  readonly parts?: Tagged['parts'];
}

export interface Labelled {
  readonly name: string;
  readonly document: JsonValue;
  readonly leaves: readonly Leaf[];
  /** Field names that must not appear anywhere in the answer. */
  readonly absent: readonly { readonly type: string; readonly text: string }[];
}

/** Splits a draft into the plain document and its labelled leaves. */
export function label(name: string, draft: Draft): Labelled {
  const leaves: Leaf[] = [];
  const absent: { type: string; text: string }[] = [];
  const strip = (node: Draft, pointer: string): JsonValue => {
    if (node instanceof Open) return node.value;
    if (node instanceof Keyed) {
      for (const [text] of node.entries) absent.push({ type: node.type, text });
      return Object.fromEntries(node.entries.map(([key, child]) => [key, label('', child).document]));
    }
    if (node instanceof Tagged) {
      leaves.push({
        pointer,
        value: node.value,
        ...(node.personal ? { personal: node.personal } : {}),
        ...(node.trap ? { trap: node.trap } : {}),
        ...(node.parts ? { parts: node.parts } : {}),
      });
      return node.value;
    }
    if (Array.isArray(node)) return node.map((child, index) => strip(child as Draft, `${pointer}/${index}`));
    if (typeof node === 'object' && node !== null) {
      return Object.fromEntries(
        Object.entries(node as { [key: string]: Draft | undefined })
          .filter(([, child]) => child !== undefined)
          .map(([key, child]) => [
            key,
            strip(child as Draft, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
          ]),
      );
    }
    leaves.push({ pointer, value: node as string | number | boolean | null });
    return node as JsonValue;
  };
  return { name, document: strip(draft, ''), leaves, absent };
}
