/**
 * Handles of held answers: 80 random bits in Crockford's Base32 in lower case, short enough for a model to copy. A
 * handle alone gives no access: its user needs the connection token, and the answer is sealed to that token
 * (aws/heldAnswers.ts).
 */
import { randomBytes } from 'node:crypto';
import { fromBase32, toBase32 } from '../../lib/base32.ts';

const BYTES = 10;

/** Makes a random handle of 16 characters. */
export const newHandle = (): string => toBase32(randomBytes(BYTES));

/** The handle in its canonical form; undefined when the text is not a handle. */
export function readHandle(text: string): string | undefined {
  const bytes = fromBase32(text);
  return bytes?.length === BYTES ? toBase32(bytes) : undefined;
}
