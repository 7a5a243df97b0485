/**
 * Codes of the bytes of a secret that leave no copy of them: small buffers are parts of larger ones that stay in memory, and what Buffer
 * writes as base64 or hexadecimal it writes to memory first that no code can overwrite. Strings stay until the engine collects them.
 */
import { Buffer } from 'node:buffer';

/** How the bytes of a text are taken. */
export type TextEncoding = 'utf8' | 'utf16le' | 'latin1';

/** What is made of the bytes of a text, which are overwritten afterwards. */
export function ofBytes<Made>(text: string, encoding: TextEncoding, make: (bytes: Buffer) => Made): Made {
  const bytes = Buffer.from(text, encoding);
  try {
    return make(bytes);
  } finally {
    bytes.fill(0);
  }
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const SIXES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const signs = Math.min(4, bytes.length - at + 1);
    for (let sign = 0; sign < 4; sign++) text += sign < signs ? SIXES[(three >>> (18 - 6 * sign)) & 63] : '=';
  }
  return text;
}
