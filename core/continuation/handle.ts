/**
 * Handles of held answers: 80 random bits in Crockford's base32, small letters, so that a model copies them whole. A handle opens nothing
 * by itself: whoever uses it is let in by their token, and the answer is sealed to that token (aws/heldAnswers.ts).
 */
import { randomBytes } from 'node:crypto';
import { fromBase32, toBase32 } from '../base32.ts';

const BYTES = 10;

/** A new random handle: 16 letters. */
export const newHandle = (): string => toBase32(randomBytes(BYTES));

/** The handle in its own spelling; undefined for what is none. */
export function readHandle(text: string): string | undefined {
  const bytes = fromBase32(text);
  return bytes?.length === BYTES ? toBase32(bytes) : undefined;
}
