/**
 * Converts the text of a body to UTF-8. The charset is determined, in this order, by the zeros between characters, the
 * byte order mark, the Content-Type and the document itself (XML declaration, HTML meta). Without any of these, the
 * bytes are UTF-8 if valid and windows-1252 otherwise.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { isJsonType } from './mediaType.ts';

/** What is known about a body besides its bytes. */
export interface BodySource {
  /** The charset that its Content-Type declares, in lower case. */
  readonly charset?: string | undefined;
  /** The media type without parameters, in lower case; '' when there is none. */
  readonly mediaType: string;
  /** The bytes end at a limit, possibly inside a character. */
  readonly isCut?: boolean;
}

/** The body as UTF-8 without a byte order mark. An unknown charset is read as UTF-8. */
export function toUtf8(bytes: Uint8Array, source: BodySource): Uint8Array {
  const label = charsetIn(bytes, source);
  if (label === 'utf-32le' || label === 'utf-32be') return fromUtf32(bytes, label === 'utf-32le');
  if (label === undefined || /^(?:utf-?8|us-ascii|ascii)$/.test(label)) {
    const body = withoutUtf8Mark(bytes);
    const whole = source.isCut ? withoutCutCharacter(body) : body;
    if (isUtf8(whole)) return whole;
    // Without a declaration, invalid UTF-8 is windows-1252, the web's default. With declared UTF-8, and in JSON, invalid
    // bytes become U+FFFD.
    const isDeclared = label !== undefined || isJsonType(source.mediaType);
    return Buffer.from(new TextDecoder(isDeclared ? 'utf-8' : 'windows-1252').decode(whole));
  }
  return Buffer.from(decoderFor(label).decode(bytes));
}

function charsetIn(bytes: Uint8Array, { charset, mediaType }: BodySource): string | undefined {
  const wide = wideCharset(bytes);
  if (wide?.startsWith('utf-32')) return wide;
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return mark;
  if (!charset?.startsWith('utf-16')) return wide ?? charset ?? declaredIn(bytes, mediaType);
  // JSON without any NUL byte cannot be in the declared UTF-16.
  return isJsonType(mediaType) && !bytes.includes(0) ? 'utf-8' : charset;
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}

const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** The bytes without the byte order mark of UTF-8. */
export const withoutUtf8Mark = <T extends Uint8Array>(bytes: T): T =>
  hasUtf8Mark(bytes) ? (bytes.subarray(3) as T) : bytes;

/** The charset of a byte order mark; undefined when there is none. */
export function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (hasUtf8Mark(bytes)) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The charset declared in the first bytes of the document, found as browsers do. */
function declaredIn(bytes: Uint8Array, mediaType: string): string | undefined {
  const isXml = mediaType.endsWith('xml');
  if (!isXml && mediaType !== 'text/html') return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const found = isXml
    ? /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)
    : /<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(head);
  const label = found?.[1]?.toLowerCase();
  // A declaration that is readable as ASCII cannot be in UTF-16 (HTML standard, "prescan").
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

/** The charset of a body without a byte order mark, by the zeros among its first bytes (RFC 4627, section 3). */
function wideCharset(buffer: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const length = Math.min(buffer.byteLength & ~3, 64);
  if (length < 4) return undefined;
  /** Number of zeros at each of the four positions. */
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  for (let index = 0; index < length; index++) if (buffer[index] === 0) zeros[(index & 3) as 0 | 1 | 2 | 3]++;
  const [a, b, c, d] = zeros;
  const units = length / 4;
  if (a === 0 && c >= units / 2 && d === units) return b >= units / 2 ? 'utf-32le' : undefined;
  if (d === 0 && b >= units / 2 && a === units) return c >= units / 2 ? 'utf-32be' : 'utf-16be';
  if (a + c === 0 && b + d >= units) return 'utf-16le';
  return b + d === 0 && a + c >= units ? 'utf-16be' : undefined;
}

/** The bytes without a last character that was split by the limit. */
export function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

/** Converts UTF-32 to UTF-8 without a byte order mark; Node has no decoder for it. */
function fromUtf32(bytes: Uint8Array, isLittle: boolean): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3);
  let text = '';
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, isLittle);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return Buffer.from(text.replace(/^\ufeff/, '').toWellFormed());
}
