/**
 * Argument keys: the wire name wherever clients take it, else a cleaned one. The body keeps plain names; a parameter whose
 * name is taken gets its place behind it (`id__path`). The wire name always stays in the mapping.
 */
import { PROPERTY_KEY } from './schema/oddKeys.ts';

const LENGTH = 64;

export class ArgumentNames {
  private readonly taken = new Set<string>();

  /** Keys that were claimed before, in the same order: those of a body. */
  take(keys: readonly string[]): void {
    for (const key of keys) this.taken.add(key);
  }

  /** A free key for a plain one; the same calls in the same order give the same keys. */
  claim(plain: string, place: string): string {
    // `body` is what a whole body is called, in this version of the document or the next.
    if (!this.taken.has(plain) && (plain !== 'body' || place === 'body')) {
      this.taken.add(plain);
      return plain;
    }
    const placed = `${plain.slice(0, LENGTH - place.length - 2)}__${place}`;
    let key = placed;
    for (let number = 2; this.taken.has(key); number++) key = `${placed.slice(0, LENGTH - 5)}_${number}`;
    this.taken.add(key);
    return key;
  }
}

/** The key for a wire name if nothing else had it. */
export const plainKey = (name: string): string =>
  PROPERTY_KEY.test(name) && name !== '__proto__' ? name : cleaned(name);

function cleaned(name: string): string {
  const text = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[_.]+|[_.]+$/g, '')
    .slice(0, LENGTH);
  return text === '' ? 'value' : text;
}
