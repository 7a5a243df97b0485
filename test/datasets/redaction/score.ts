/** Scores a redactor against the labelled set. Works for ours and for any other that maps values to values. */
import type { JsonValue } from '../../../core/lib/json/value.ts';
import type { Labelled, LabelledText } from './index.ts';

export interface StructuredScore {
  readonly documents: number;
  readonly personal: number;
  readonly found: number;
  readonly survivors: number;
  readonly destroyed: number;
  readonly recall: number;
  readonly precision: number;
  readonly overRedaction: number;
  readonly byType: Readonly<Record<string, { total: number; found: number }>>;
  readonly byTrap: Readonly<Record<string, { total: number; destroyed: number }>>;
  /** Where it went wrong; only to be looked at for the tuning part. */
  readonly misses: readonly string[];
  readonly wrongs: readonly string[];
  /** The leaves of these, by the position of the answer in its part. */
  readonly missed: readonly Place[];
  readonly destroyedAt: readonly Place[];
}

/** A leaf of an answer. */
export interface Place {
  readonly answer: number;
  readonly pointer: string;
}

export type Redactor = (value: JsonValue) => JsonValue;

export function scoreStructured(set: readonly Labelled[], redact: Redactor): StructuredScore {
  let personal = 0;
  let found = 0;
  let survivors = 0;
  let destroyed = 0;
  const byType: Record<string, { total: number; found: number }> = {};
  const byTrap: Record<string, { total: number; destroyed: number }> = {};
  const misses: string[] = [];
  const wrongs: string[] = [];
  const missed: Place[] = [];
  const destroyedAt: Place[] = [];
  for (const [answer, { name, document, leaves, absent }] of set.entries()) {
    const redacted = redact(document);
    const written = absent.length > 0 ? JSON.stringify(redacted) : '';
    for (const { type, text } of absent) {
      personal++;
      byType[type] ??= { total: 0, found: 0 };
      byType[type].total++;
      if (written.includes(text)) misses.push(`${name} key ${text}`);
      else {
        found++;
        byType[type].found++;
      }
    }
    for (const leaf of leaves) {
      const after = valueAt(redacted, leaf.pointer);
      if (leaf.personal === undefined) {
        survivors++;
        const kind = leaf.trap ?? 'other';
        byTrap[kind] ??= { total: 0, destroyed: 0 };
        byTrap[kind].total++;
        if (after !== leaf.value) {
          destroyed++;
          byTrap[kind].destroyed++;
          destroyedAt.push({ answer, pointer: leaf.pointer });
          wrongs.push(`${name}${leaf.pointer} ${JSON.stringify(leaf.value)} → ${JSON.stringify(after)}`);
        }
        continue;
      }
      const parts = leaf.parts ?? [{ type: leaf.personal, text: String(leaf.value) }];
      for (const part of parts) {
        // In prose: the rules say nothing of it.
        if (part.type === 'open') continue;
        personal++;
        const { type } = part;
        byType[type] ??= { total: 0, found: 0 };
        byType[type].total++;
        const gone = leaf.parts ? !String(after).includes(part.text) : after !== leaf.value;
        if (gone) {
          found++;
          byType[type].found++;
        } else {
          misses.push(`${name}${leaf.pointer} ${part.type} ${JSON.stringify(leaf.value)}`);
          missed.push({ answer, pointer: leaf.pointer });
        }
      }
      // In prose the words around must stay.
      if (leaf.parts) {
        survivors++;
        byTrap['words around'] ??= { total: 0, destroyed: 0 };
        byTrap['words around'].total++;
        let rest = String(leaf.value);
        for (const part of leaf.parts) rest = rest.replace(part.text, '\u0000');
        const kept = rest.split('\u0000').every((piece) => String(after).includes(piece.trim()));
        if (!kept) {
          destroyed++;
          byTrap['words around'].destroyed++;
          destroyedAt.push({ answer, pointer: leaf.pointer });
          wrongs.push(`${name}${leaf.pointer} ${JSON.stringify(leaf.value)} → ${JSON.stringify(after)}`);
        }
      }
    }
  }
  return {
    documents: set.length,
    personal,
    found,
    survivors,
    destroyed,
    recall: found / personal,
    precision: found / (found + destroyed),
    overRedaction: destroyed / survivors,
    byType,
    byTrap,
    misses,
    wrongs,
    missed,
    destroyedAt,
  };
}

export interface TextScore {
  readonly texts: number;
  readonly byType: Readonly<Record<string, { total: number; found: number }>>;
  readonly words: number;
  readonly lost: number;
  readonly misses: readonly string[];
  readonly wrongs: readonly string[];
}

export function scoreText(set: readonly LabelledText[], redact: Redactor): TextScore {
  const byType: Record<string, { total: number; found: number }> = {};
  let words = 0;
  let lost = 0;
  const misses: string[] = [];
  const wrongs: string[] = [];
  for (const item of set) {
    const after = String(redact(item.text));
    for (const { type, value } of item.personal) {
      byType[type] ??= { total: 0, found: 0 };
      byType[type].total++;
      if (after.includes(value)) misses.push(`${type} ${item.text}`);
      else byType[type].found++;
    }
    for (const word of item.words) {
      words++;
      const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      if (!after.includes(bare)) {
        lost++;
        wrongs.push(`${bare}: ${item.text} → ${after}`);
      }
    }
  }
  return { texts: set.length, byType, words, lost, misses, wrongs };
}

function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = value;
  for (const segment of pointer === '' ? [] : pointer.slice(1).split('/')) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as { [key: string]: JsonValue })[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}
