/**
 * Data inside strings, one level deep: JSON, URL queries and percent-encoding, base64 text.
 * The string keeps its form: inner JSON is written back as JSON, base64 as base64.
 */
import type { JsonValue } from '../../json.ts';
import type { KeyInfo } from './keys.ts';

export interface Inner {
  walk(value: JsonValue): JsonValue;
  /** Redacts text, under a field name when one is known. */
  text(value: string, name?: string): string;
}

const MAX_INNER = 2 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The redacted string, or undefined when nothing is encoded in it or nothing was found. */
export function redactEncoded(value: string, info: KeyInfo | undefined, inner: Inner): string | undefined {
  if (value.length > MAX_INNER) return undefined;
  const first = value.charCodeAt(0);
  if (first === 0x7b || first === 0x5b) {
    const last = value.charCodeAt(value.length - 1);
    if ((last === 0x7d || last === 0x5d) && value.length > 6) return fromJson(value, inner);
    return undefined;
  }
  if (value.includes('=') && (value.includes('?') || value.includes('&'))) return fromQuery(value, inner);
  if (value.includes('%') && /%[0-9A-Fa-f]{2}/.test(value)) return fromPercent(value, inner);
  if (value.length >= 24 && value.length % 4 !== 1 && info?.opaque !== true && BASE64.test(value))
    return fromBase64(value, inner);
  return undefined;
}

function fromJson(value: string, inner: Inner): string | undefined {
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(value) as JsonValue;
  } catch {
    return undefined;
  }
  const walked = inner.walk(parsed);
  return walked === parsed ? undefined : JSON.stringify(walked);
}

const PAIR = /([?&;#]|^)([\w.[\]-]{1,64})=([^&;#\s"'<>]{1,4096})/g;

function fromQuery(value: string, inner: Inner): string | undefined {
  const result = value.replace(PAIR, (whole, lead: string, name: string, encoded: string) => {
    const plain = decode(encoded);
    const redacted = inner.text(plain, decode(name));
    return redacted === plain ? whole : `${lead}${name}=${redacted}`;
  });
  return result === value ? undefined : inner.text(result);
}

function fromPercent(value: string, inner: Inner): string | undefined {
  const plain = decode(value);
  if (plain === value) return undefined;
  const redacted = inner.text(plain);
  return redacted === plain ? undefined : redacted;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fromBase64(value: string, inner: Inner): string | undefined {
  const bytes = Buffer.from(value, 'base64');
  const text = bytes.toString('utf8');
  if (!isPlainText(text)) return undefined;
  const json = /^[[{]/.test(text) ? fromJson(text, inner) : undefined;
  const redacted = json ?? inner.text(text);
  if (redacted === text) return undefined;
  const encoded = Buffer.from(redacted).toString(/[-_]/.test(value) ? 'base64url' : 'base64');
  return value.length % 4 === 0 ? encoded : encoded.replace(/=+$/, '');
}

function isPlainText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 0x7f || code === 0xfffd) return false;
  }
  return true;
}
