/** What is written: stretches of the source as they stand, and replacements between them. */
import type { Written } from '../walker.ts';
import type { Source } from './source.ts';

/** Longer stretches are copied by the engine, shorter ones sooner by hand. */
const BY_HAND = 96;

/**
 * Memory of the last output, for the next one: the system takes its time to hand out new memory. A document inside of another one's
 * string finds it taken and gets its own.
 */
const MAX_SPARE_BYTES = 8 * 1024 * 1024;
let spare: Buffer | undefined;

export class Output {
  readonly #source: Source;
  #bytes: Buffer;
  #length = 0;
  /** Source position up to which everything is written. */
  #from = 0;
  #ascii: boolean;

  constructor(source: Source) {
    this.#source = source;
    this.#ascii = source.ascii;
    this.#bytes = memory(source.bytes.length + 1_024);
  }

  /** Writes the source up to `start`, then `text` in place of what stands up to `end`. */
  replace(start: number, end: number, text: string): void {
    this.#copy(start);
    this.#from = end;
    this.#reserve(text.length * 3);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) {
        this.#ascii = false;
        at += bytes.write(text.slice(index), at, 'utf8');
        break;
      }
      bytes[at++] = code;
    }
    this.#length = at;
  }

  finish(): Written {
    const source = this.#source;
    const { length } = source.bytes;
    if (this.#from === 0) return { text: source.text(0, length), bytes: length };
    this.#copy(length);
    return { text: this.#bytes.toString(this.#ascii ? 'latin1' : 'utf8', 0, this.#length), bytes: this.#length };
  }

  /** Gives the memory back; nothing is written after that. */
  release(): void {
    const bytes = this.#bytes;
    this.#bytes = NONE;
    if (bytes.length <= MAX_SPARE_BYTES && bytes.length > (spare?.length ?? 0)) spare = bytes;
  }

  #copy(end: number): void {
    const from = this.#from;
    const length = end - from;
    this.#reserve(length);
    const source = this.#source.bytes;
    const bytes = this.#bytes;
    if (length > BY_HAND) source.copy(bytes, this.#length, from, end);
    else {
      const shift = this.#length - from;
      for (let index = from; index < end; index++) bytes[index + shift] = source[index]!;
    }
    this.#length += length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = memory(Math.ceil((this.#length + more) * 1.5));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

const NONE = Buffer.alloc(0);

/** At least so many bytes. */
function memory(size: number): Buffer {
  const kept = spare;
  if (kept === undefined || kept.length < size) return Buffer.allocUnsafeSlow(size);
  spare = undefined;
  return kept;
}
