/** What is written: stretches of the source as they stand, and replacements between them. */
import { type Source, textOf, type Units } from './source.ts';

/** Longer stretches are copied by the engine, shorter ones sooner by hand. */
const BY_HAND = 96;

/**
 * Memory of the last output, for the next one: the system takes its time to hand out new memory. A document inside of another one's
 * string finds it taken and gets its own.
 */
const MOST_KEPT = 8 * 1024 * 1024;
let spare: Buffer | undefined;

export class Output {
  readonly #source: Source;
  #units: Units;
  #length = 0;
  /** Source position up to which everything is written. */
  #from = 0;

  constructor(source: Source) {
    this.#source = source;
    this.#units = this.#make(source.units.length + 1_024);
  }

  /** Nothing was replaced so far. */
  get untouched(): boolean {
    return this.#from === 0;
  }

  /** Writes the source up to `start`, then `text` in place of what stands up to `end`. */
  replace(start: number, end: number, text: string): void {
    this.#copy(start);
    this.#from = end;
    this.#reserve(text.length);
    const units = this.#units;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) units[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  finish(): string {
    if (this.untouched) return this.#source.text;
    this.#copy(this.#source.units.length);
    return textOf(this.#units, 0, this.#length);
  }

  /** Gives the memory back; nothing is written after that. */
  release(): void {
    const { buffer, byteOffset, byteLength } = this.#units;
    this.#units = NONE;
    if (byteLength <= MOST_KEPT && byteLength > (spare?.length ?? 0))
      spare = Buffer.from(buffer, byteOffset, byteLength);
  }

  #copy(end: number): void {
    const from = this.#from;
    const length = end - from;
    this.#reserve(length);
    const source = this.#source.units;
    const units = this.#units;
    if (length > BY_HAND) units.set(source.subarray(from, end), this.#length);
    else {
      const shift = this.#length - from;
      for (let index = from; index < end; index++) units[index + shift] = source[index]!;
    }
    this.#length += length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#units.length) return;
    const grown = this.#make((this.#length + more) * 1.5);
    grown.set(this.#units.subarray(0, this.#length));
    this.#units = grown;
  }

  #make(length: number): Units {
    const isWide = !(this.#source.units instanceof Uint8Array);
    const bytes = memory(Math.ceil(length) * (isWide ? 2 : 1));
    return isWide ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1) : bytes;
  }
}

const NONE = new Uint8Array(0);

/** At least so many bytes. */
function memory(size: number): Buffer {
  const kept = spare;
  if (kept === undefined || kept.length < size) return Buffer.allocUnsafeSlow(size);
  spare = undefined;
  return kept;
}
