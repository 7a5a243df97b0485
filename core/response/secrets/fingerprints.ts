/**
 * What is kept of a credential between calls: fingerprints that tell of most texts that they do not contain it. Each is the keyed hash of
 * eight letters or digits in a row at the end of one spelling (encodings.ts), so no spelling is kept; who has key and fingerprints can find
 * those eight by trying, and nothing of the rest. They err on one side only: a text that mask.ts would change may contain the credential by
 * them too. What they cannot rule out is for mask.ts to decide, with the credential of the call.
 *
 * A text is read once, by its letters and digits as alphanumerics.ts does. Escapes of other characters may stand between; one that
 * stands for a letter or digit occurs in no ordinary answer, so such a text is always for mask.ts.
 */
import { Buffer } from 'node:buffer';
import { type Credential, secretsOf } from '../../request/credential/index.ts';
import { alphanumericsOf, isEscapeLetter, letterOf, MIN_LENGTH } from './alphanumerics.ts';
import { alphanumericEncodings, codedForms, exactEncodings, isLong, LONG, writtenForms } from './encodings.ts';

/** Words of a key; random, for one process. */
export const KEY_WORDS = 3;

/** Letters and digits of a fingerprint: too many to occur by chance; fewer only for a spelling that has not as many in a row. */
const WIDE = 8;
const NARROW = 4;
const WIDTHS = [WIDE, NARROW];
/** So many letters of a secret may be lost to an escape that begins before it: `\u` and four digits. */
const LOST = 4;

const SLOTS = 1 << 15;
const slotOf = (hash: number): number => hash >>> 17;

/** Of the first and the last four letters, each times a word of the key. */
function hashOf(high: number, low: number, word: number): number {
  const mixed = high ^ low;
  return Math.imul(mixed ^ (mixed >>> 15), word);
}

/** Bytes of a gram. */
const GRAM = 4;
/** Of ASCII in either case. */
const gramHash = (gram: number, word: number): number => Math.imul((gram | 0x20202020) ^ word, word);

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const LETTER_U = 0x75;

/** Of ASCII: what a letter or digit counts as, {@link ESCAPE} for a character that may begin an escape, 0 for another one. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => letterOf(code));
const ESCAPE = 0xff;
for (const code of [BACKSLASH, PERCENT, AMPERSAND]) SIGNS[code] = ESCAPE;

/** Letters and digits that a text has in a row when it contains one spelling; undefined when that has too few. */
type Windows = readonly (string | undefined)[];

/** The fingerprints of a credential. */
export class Fingerprints {
  /** Whether some of the credential is masked as a whole value only, for which there are no fingerprints. */
  readonly hasWholes: boolean;
  /** Whether there is a spelling without a fingerprint, so that any text may contain it. */
  private readonly isUnknown: boolean;
  /** Whether a secret has its letters in a row only when the escapes between them are left out. */
  private readonly isBroken: boolean;
  private readonly isNarrow: boolean;
  private readonly key: Uint32Array;
  private readonly hashes = new Set<number>();
  /** A bit for each hash, because most texts have none of them. */
  private readonly bits = new Uint8Array(SLOTS >>> 3);
  /** Of four bytes in a row, for a body before it is read: what is masked there stands there as it is. */
  private readonly grams = new Set<number>();

  /** @param key {@link KEY_WORDS} random words */
  constructor(credential: Credential, key: Uint32Array) {
    this.key = Uint32Array.from(key, (word) => word | 1);
    const secrets = secretsOf(credential);
    const written = secrets.filter(isLong).map(writtenWindow);
    const windows: Windows = [...written.map((each) => each?.window), ...secrets.flatMap(codedWindows)];
    this.hasWholes = secrets.some((secret) => exactEncodings(secret).some((form) => !isLong(form)));
    this.isBroken = written.some((each) => each?.isBroken);
    this.isUnknown = windows.includes(undefined);
    this.isNarrow = windows.some((window) => window?.length === NARROW);
    for (const window of windows) if (window !== undefined) this.add(window);
    for (const form of [...written.map((each) => each?.window ?? ''), ...secrets.flatMap(otherForms)])
      this.addGrams(form);
  }

  /** Every fourth byte of a body is looked at, so the grams of four places. */
  private addGrams(form: string): void {
    const bytes = Buffer.from(form).subarray(1 - 2 * GRAM);
    for (let at = 0; at + GRAM <= bytes.length; at++) {
      const hash = gramHash(bytes.readInt32LE(at), this.key[1] ?? 1);
      this.grams.add(hash);
      this.mark(hash);
    }
    bytes.fill(0);
  }

  private add(window: string): void {
    let high = 0;
    let low = 0;
    for (let at = 0; at < window.length; at++) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | window.charCodeAt(at);
    }
    const [first = 1, second = 1, third = 1] = this.key;
    const hash = hashOf(Math.imul(high, first), Math.imul(low, second), third);
    this.hashes.add(hash);
    this.mark(hash);
  }

  private mark(hash: number): void {
    const slot = slotOf(hash);
    this.bits[slot >>> 3] = (this.bits[slot >>> 3] ?? 0) | (1 << (slot & 7));
  }

  /**
   * False when mask.ts would not change the text, apart from whole values ({@link hasWholes}). Linear in the text.
   * @param text or bytes as a string with one character for each
   */
  mayBeIn(text: string): boolean {
    if (this.isUnknown || this.isFoundIn(text, false)) return true;
    return this.isBroken && /[\\%&]/.test(text) && this.isFoundIn(text, true);
  }

  /** The same for a body, in which {@link SecretMasker.bytes} masks what stands there as it is. */
  mayBeInBytes(body: Buffer, { isText }: { readonly isText: boolean }): boolean {
    // In data that is no text may be wide characters.
    const isByGrams = isText && !this.isUnknown && !this.isBroken && !this.isNarrow;
    if (isByGrams && !this.hasGram(body)) return false;
    return (this.isBroken && !isText) || this.mayBeIn(body.toString('latin1'));
  }

  private hasGram(body: Buffer): boolean {
    const { bits, grams } = this;
    const [, word = 1] = this.key;
    const last = body.length - GRAM;
    for (let at = 0; at <= last; at += GRAM) {
      const gram =
        (body[at] ?? 0) | ((body[at + 1] ?? 0) << 8) | ((body[at + 2] ?? 0) << 16) | ((body[at + 3] ?? 0) << 24);
      const hash = gramHash(gram, word);
      const slot = slotOf(hash);
      if (((bits[slot >>> 3] ?? 0) & (1 << (slot & 7))) !== 0 && grams.has(hash)) return true;
    }
    return false;
  }

  /** @param isSkipping whether the letters and digits that escapes are written with are left out */
  private isFoundIn(text: string, isSkipping: boolean): boolean {
    // All that the loop reads is in variables of its own: it runs once for each character of an answer.
    const { bits, hashes, isNarrow } = this;
    const { length } = text;
    const [first = 1, second = 1, third = 1] = this.key;
    let high = 0;
    let low = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      const sign = code < 128 ? (SIGNS[code] ?? 0) : letterOf(code);
      if (sign === 0) continue;
      if (sign === ESCAPE) {
        const end = endOfEscape(text, at);
        if (end < 0) return true;
        // Also without skipping, the letter of an escape such as `\n` is none.
        if (isSkipping) at = end - 1;
        else if (isEscapeLetter(code, text.charCodeAt(at + 1))) at++;
        continue;
      }
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | sign;
      const keyed = Math.imul(low, second);
      const hash = hashOf(Math.imul(high, first), keyed, third);
      const slot = slotOf(hash);
      if (((bits[slot >>> 3] ?? 0) & (1 << (slot & 7))) !== 0 && hashes.has(hash)) return true;
      if (isNarrow && hashes.has(hashOf(0, keyed, third))) return true;
    }
    return false;
  }
}

/** The last letters, without the first `lost`. */
const lastOf = (letters: string, lost: number, width: number): string | undefined =>
  letters.length >= width + lost ? letters.slice(-width) : undefined;

/** Letters and digits in a row, of which the first `lost` may be missing in a text. */
interface Row {
  readonly letters: string;
  readonly lost: number;
}

/** The row with most of them at its end, and those. */
function windowIn<Each extends Row>(rows: readonly Each[]): (Each & { readonly window: string }) | undefined {
  for (const width of WIDTHS) {
    for (const row of rows) {
      const window = lastOf(row.letters, row.lost, width);
      if (window !== undefined) return { ...row, window };
    }
  }
  return undefined;
}

/** Whether a backslash before a text, which may be in lower case there, could make its first letter one of an escape. */
const mayLoseFirst = (text: string): boolean => isEscapeLetter(BACKSLASH, text.toLowerCase().charCodeAt(0));

/** What all written forms of a secret have in common, and all mixtures of escapes. */
function writtenWindow(secret: string) {
  // Within a run of letters and digits are no escapes, except those that stand for a letter or digit.
  const runs = [...secret.matchAll(/[A-Za-z0-9]+/g)].map(({ 0: run, index }) => {
    const isBehindEscape = index === 0 || secret[index - 1] === '\\';
    return { letters: run.toLowerCase(), lost: isBehindEscape && mayLoseFirst(run) ? 1 : 0, isBroken: false };
  });
  // Across other characters, but none with which an escape begins or ends, and none that is a letter in wide characters.
  const parts = secret
    .split(/[\\%&;\u0100-\uffff]/)
    .map((part) => ({ letters: alphanumericsOf(part), lost: LOST, isBroken: true }));
  return windowIn([...runs.reverse(), ...parts.reverse()]);
}

/** What a form has that is searched as it is. */
function exactWindow(form: string): string | undefined {
  // `\R` is an escape in lower case only.
  const rows = form.split(/[\u0100-\uffff]|\\[A-Z]/).map((part, index) => ({
    letters: alphanumericsOf(part.replace(/(?<=\\)[bfnrt]/g, '')),
    lost: index === 0 && mayLoseFirst(part) ? 1 : 0,
  }));
  return windowIn(rows.reverse())?.window;
}

/** What is searched as it is, beside the written forms of a long secret; those of a short one may be long. */
const otherForms = (secret: string): string[] =>
  [...(isLong(secret) ? [] : writtenForms(secret)), ...codedForms(secret)].filter(isLong);

/** Of everything else that is masked. */
function codedWindows(secret: string): Windows {
  const spelled = secret.length >= LONG ? alphanumericEncodings(secret).map(alphanumericsOf) : [];
  return [
    ...otherForms(secret).map(exactWindow),
    ...spelled.filter(({ length }) => length >= MIN_LENGTH).map((letters) => windowIn([{ letters, lost: 0 }])?.window),
  ];
}

/** The value of a hexadecimal digit, by its code; -1 for none. */
function digitOf(code: number): number {
  const letter = letterOf(code < 128 ? code : 0);
  if (letter >= 0x30 && letter <= 0x39) return letter - 0x30;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|quot|amp|lt|gt|apos);/iy;

/**
 * The offset after the escape that begins at `at`, or after the character there when it begins none; -1 when the escape stands for a
 * letter or digit. What escapedText.ts decodes.
 */
function endOfEscape(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case PERCENT: {
      const high = digitOf(text.charCodeAt(at + 1));
      const low = digitOf(text.charCodeAt(at + 2));
      if (high < 0 || low < 0) return at + 1;
      return isLetter(high * 16 + low) ? -1 : at + 3;
    }
    case AMPERSAND: {
      ENTITY.lastIndex = at;
      const found = ENTITY.exec(text);
      if (!found) return at + 1;
      const [whole, decimal, hex] = found;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
      return isLetter(code) ? -1 : at + whole.length;
    }
    default:
      if (text.charCodeAt(at + 1) === LETTER_U) return endOfUnicode(text, at + 1);
      return isEscapeLetter(BACKSLASH, text.charCodeAt(at + 1)) ? at + 2 : at + 1;
  }
}

const isLetter = (code: number): boolean => code < 128 && letterOf(code) !== 0;

/** Of JSON in JSON, each digit may be escaped as well, and a backslash begins the next escape. `at` is that of the `u`. */
function endOfUnicode(text: string, at: number): number {
  let end = at + 1;
  let code = 0;
  for (let digits = 0; digits < 4; digits++) {
    while (text.charCodeAt(end) === BACKSLASH) end++;
    const digit = digitOf(text.charCodeAt(end));
    if (digit < 0) return at;
    code = code * 16 + digit;
    end++;
  }
  return isLetter(code) || code === BACKSLASH ? -1 : end;
}
