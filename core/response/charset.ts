/**
 * The text of a body as UTF-8. The charset comes from the byte order mark, the Content-Type or the document itself (XML
 * declaration, HTML meta); failing all, the bytes are UTF-8 when valid and windows-1252 when not.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { charsetOf, isJsonType } from '../request/mediaType.ts';

/**
 * The body as UTF-8 without a byte order mark.
 * @param isCut the bytes end at a limit, perhaps inside a character
 */
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
  if (label === 'utf-32le' || label === 'utf-32be') return fromUtf32(bytes, label === 'utf-32le');
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    decoder = new TextDecoder('utf-8');
  }
  return Buffer.from(decoder.decode(bytes));
}

/** The declared charset, except UTF-16 for JSON without a single NUL, which it cannot be. */
function declaredFor(bytes: Uint8Array, contentType: string, mediaType: string): string | undefined {
  const label = charsetOf(contentType);
  return label?.startsWith('utf-16') && isJsonType(mediaType) && !bytes.includes(0) ? 'utf-8' : label;
}

const hasUtf8Bom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function bomOf(bytes: Uint8Array): string | undefined {
  if (hasUtf8Bom(bytes)) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The charset that the document declares in its first bytes, as browsers look for it. */
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

/** The bytes without a last character that the limit cut through. */
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

/** UTF-32 as UTF-8 without a byte order mark; no decoder of the platform reads it. */
export function fromUtf32(bytes: Uint8Array, isLittle: boolean): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3);
  let text = '';
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, isLittle);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return Buffer.from(text.replace(/^\ufeff/, '').toWellFormed());
}
