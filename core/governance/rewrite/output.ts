/** What is written: stretches of the source as they stand, and replacements between them. */
import { type Source, textOf, type Units } from './source.ts';

/** Longer stretches are copied by the engine, shorter ones sooner by hand. */
const BY_HAND = 96;

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
    return textOf(this.#units, this.#length);
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
    const size = Math.ceil(length);
    if (this.#source.units instanceof Uint8Array) return Buffer.allocUnsafe(size);
    const bytes = Buffer.allocUnsafeSlow(size * 2);
    return new Uint16Array(bytes.buffer, bytes.byteOffset, size);
  }
}
