/**
 * Placeholders: `[EMAIL:k7m2…]` stands for one value, for one connection of one server, until the end of the next day.
 * Nothing is stored: the placeholder contains the value, encrypted deterministically as in SIV (RFC 5297; the tag is
 * also the IV). Tag: 8 bytes of HMAC-SHA-256 over the kind and the packed value; ciphertext: AES-256-CTR. Both keys are
 * derived from the server's key in KMS, the connection token and the day, so a placeholder of another server, token,
 * kind or time cannot be decrypted.
 *
 * Deterministic by design: equal values have equal placeholders, so a model can distinguish two people. Within one
 * connection and day this reveals which values are equal.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from '../../lib/base32.ts';
import type { PlaceholderKind } from '../../model/governance/placeholderKinds.ts';
import { pack, unpack } from './packing.ts';

/** Period of one key. A placeholder opens with the key of its own day, and still on the next day. */
const EPOCH_MS = 86_400_000;
const TAG = 8;
const CIPHER = 'aes-256-ctr';

/** A text that is one placeholder in any spelling, or the beginning of one; and any placeholder inside a text. */
const WHOLE = /^\s*\[?\s*(email|phone|name|id)\s*:\s*([0-9a-z][0-9a-z\s-]{0,200}?)\s*\]?\s*$/i;
/** Characters of a text that is matched with WHOLE, which takes quadratic time. */
const MAX_WHOLE = 400;
const WITHIN = /\[\s*(?:email|phone|name|id)\s*:\s*[0-9a-z][0-9a-z-]{15,200}\s*\]/i;

/**
 * Why a placeholder does not open: it was changed, it has expired, or it belongs to another connection, server or kind.
 */
export type OpenFault = 'damaged' | 'expired' | 'foreign';
/** The value of a placeholder, or why it does not open. */
export type Opened = { readonly value: string } | { readonly fault: OpenFault };

/** Creates and opens the placeholders of one connection of one server. */
export interface Placeholders {
  /** Creates a placeholder; undefined for a value that is empty or longer than 40 bytes. */
  mint(kind: PlaceholderKind, value: string): string | undefined;
  open(kind: PlaceholderKind, body: string): Opened;
}

/**
 * @param serverKey the server's key, from KMS
 * @param tokenSecret derived from the presented connection token
 */
export function placeholders(
  serverKey: KeyObject,
  tokenSecret: Uint8Array,
  serverId: string,
  now: number = Date.now(),
): Placeholders {
  const today = Math.floor(now / EPOCH_MS);
  const known = new Map<number, { mac: Uint8Array; cipher: Uint8Array }>();
  const keysOf = (epoch: number) => {
    let keys = known.get(epoch);
    if (!keys) {
      const info = `portcullis/placeholder/v1:${serverId}:${epoch}`;
      const bytes = new Uint8Array(hkdfSync('sha256', serverKey, tokenSecret, info, 64));
      keys = { mac: bytes.subarray(0, 32), cipher: bytes.subarray(32) };
      known.set(epoch, keys);
    }
    return keys;
  };
  const tagOf = (epoch: number, kind: PlaceholderKind, packed: Uint8Array): Buffer =>
    createHmac('sha256', keysOf(epoch).mac).update(`${kind}\0`).update(packed).digest().subarray(0, TAG);
  const minted = new Map<string, string | undefined>();

  return {
    mint(kind, value) {
      const name = `${kind} ${value}`;
      if (minted.has(name)) return minted.get(name);
      const packed = pack(value);
      let text: string | undefined;
      if (packed) {
        const tag = tagOf(today, kind, packed);
        const cipher = createCipheriv(CIPHER, keysOf(today).cipher, ivOf(tag));
        const body = Buffer.concat([Buffer.from([today & 255]), tag, cipher.update(packed), cipher.final()]);
        text = `[${kind.toUpperCase()}:${toBase32(body)}]`;
      }
      minted.set(name, text);
      return text;
    },
    open(kind, body) {
      const bytes = fromBase32(body);
      if (!bytes || bytes.length < 1 + TAG + 4 || (bytes.length - 1 - TAG) % 4 !== 0) return { fault: 'damaged' };
      const epoch = [today, today - 1].find((each) => (each & 255) === bytes[0]);
      if (epoch === undefined) return { fault: 'expired' };
      const tag = bytes.subarray(1, 1 + TAG);
      const decipher = createDecipheriv(CIPHER, keysOf(epoch).cipher, ivOf(tag));
      const packed = Buffer.concat([decipher.update(bytes.subarray(1 + TAG)), decipher.final()]);
      if (!timingSafeEqual(tag, tagOf(epoch, kind, packed))) return { fault: 'foreign' };
      const value = unpack(packed);
      return value === undefined ? { fault: 'damaged' } : { value };
    },
  };
}

const ivOf = (tag: Uint8Array): Buffer => Buffer.concat([tag, Buffer.alloc(16 - TAG)]);

/** The parts of a text that is one placeholder; undefined when it is not. */
export function wholePlaceholder(text: string): { readonly kind: PlaceholderKind; readonly body: string } | undefined {
  const [, kind = '', body = ''] = (text.length <= MAX_WHOLE && text.includes(':') && WHOLE.exec(text)) || [];
  // Excludes an ordinary text such as `name: Annabel`: a placeholder has a bracket, or its body is Base32 of sufficient
  // length.
  if (kind === '' || !(text.includes('[') || body.replace(/[\s-]/g, '').length >= 21)) return undefined;
  return { kind: kind.toLowerCase() as PlaceholderKind, body };
}

/** Whether a text contains a placeholder among other words. */
export const holdsPlaceholder = (text: string): boolean => text.includes('[') && WITHIN.test(text);
