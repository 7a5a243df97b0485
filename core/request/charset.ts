/**
 * Text of an answer as UTF-8. The charset comes from the byte order mark, the Content-Type, the document itself (XML
 * declaration, HTML meta) or, failing all, is UTF-8 when the bytes are that and windows-1252 when they are not.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { charsetOf, isJsonType } from './mediaType.ts';

/** UTF-8 bytes without a byte order mark. `isCut`: the bytes end at a cap, perhaps inside a character. */
export function toUtf8(bytes: Uint8Array, contentType: string, mediaType: string, isCut = false): Uint8Array {
  const label = bomOf(bytes) ?? declaredFor(bytes, contentType, mediaType) ?? declaredIn(bytes, mediaType);
  if (label === undefined || /^(?:utf-?8|us-ascii|ascii)$/.test(label)) {
    const body = hasUtf8Bom(bytes) ? bytes.subarray(3) : bytes;
    const whole = isCut ? withoutCutCharacter(body) : body;
    if (isUtf8(whole)) return whole;
    // Undeclared and not UTF-8: the web's default. Declared UTF-8, or JSON: broken bytes become U+FFFD.
    if (label !== undefined || isJsonType(mediaType)) return Buffer.from(new TextDecoder('utf-8').decode(whole));
    return Buffer.from(new TextDecoder('windows-1252').decode(whole));
  }
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    decoder = new TextDecoder('utf-8');
  }
  return Buffer.from(decoder.decode(bytes));
}

/** The declared charset, unless it is UTF-16 for JSON without a single NUL: read as that it would be other characters. */
function declaredFor(bytes: Uint8Array, contentType: string, mediaType: string): string | undefined {
  const label = charsetOf(contentType);
  return label?.startsWith('utf-16') && isJsonType(mediaType) && !bytes.includes(0) ? 'utf-8' : label;
}

/**
 * True when bytes declared as something else are a text: no control characters but those of a text, and enough of them that
 * this is no chance, or UTF-8. Images, archives and the like have such a byte among the first few.
 */
export function readsAsText(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff ? bytes[1] === 0xfe : bytes[0] === 0xfe && bytes[1] === 0xff) return isWide(bytes);
  for (const byte of bytes) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) return false;
  return bytes.length >= SURELY_TEXT || isUtf8(bytes);
}

/** Random bytes of this length hold a control character all but once in ten billion. */
const SURELY_TEXT = 200;

/** UTF-16 with its mark: whole units, most of their high bytes the same few. */
function isWide(bytes: Uint8Array): boolean {
  return (
    bytes.length % 2 === 0 &&
    new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes).search(CONTROLS) < 0
  );
}
const CONTROLS = /[\0-\u0007\u000e-\u001a\u001c-\u001f\ufffd\ufffe\uffff]/;

const hasUtf8Bom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function bomOf(bytes: Uint8Array): string | undefined {
  if (hasUtf8Bom(bytes)) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Only the first bytes are looked at, as browsers do. */
function declaredIn(bytes: Uint8Array, mediaType: string): string | undefined {
  const isXml = mediaType.endsWith('xml');
  if (!isXml && mediaType !== 'text/html') return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const found = isXml
    ? /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)
    : /<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(head);
  const label = found?.[1]?.toLowerCase();
  // A declaration that was readable as ASCII cannot be UTF-16 (HTML standard, "prescan").
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

/** Drops the bytes of a character that the cap cut through. */
export function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}
