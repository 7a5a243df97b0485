/**
 * Percent-encoding (RFC 3986, section 2.1) anywhere in a text: each run of encoded bytes that is valid UTF-8 is
 * decoded, any other `%` stays. Finds are mapped back, so that everything else in the text stays encoded.
 */

import type { Span } from '../../model/governance/span.ts';
import { MARKER_SOURCE } from '../vocabulary/markerForm.ts';
import type { Normalized } from './normalize.ts';

const MARKER = new RegExp(MARKER_SOURCE, 'g');
const RUN = /(?:%[0-9A-Fa-f]{2})+/g;

function bytesOf(run: string): string | undefined {
  if (run.length === 3) {
    const code = Number.parseInt(run.slice(1), 16);
    return code < 0x80 ? String.fromCharCode(code) : undefined;
  }
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}

/** The text with each run of encoded bytes decoded that is valid UTF-8. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(RUN, (run) => bytesOf(run) ?? run) : text;
}

/** The decoded text and the way back to the original; undefined when nothing is encoded. */
export function readPercent(text: string): Normalized | undefined {
  const decoded = decodePercent(text);
  // Decoding makes a text shorter.
  if (decoded.length === text.length) return undefined;
  let starts: readonly number[] | undefined;
  return {
    text: decoded,
    original(spans: readonly Span[]) {
      if (spans.length === 0) return [];
      starts ??= startsIn(text);
      const at = starts;
      return spans.map((span) => ({ ...span, start: at[span.start] ?? 0, end: at[span.end] ?? 0 }));
    },
  };
}

/** Start of each unit of the decoded text in the original, and at last the end. */
function startsIn(text: string): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const hit of text.matchAll(RUN)) {
    const plain = bytesOf(hit[0]);
    if (plain === undefined) continue;
    for (let at = from; at < hit.index; at++) starts.push(at);
    let at = hit.index;
    for (const char of plain) {
      for (let unit = 0; unit < char.length; unit++) starts.push(at);
      at += 3 * Buffer.byteLength(char);
    }
    from = hit.index + hit[0].length;
  }
  for (let at = from; at <= text.length; at++) starts.push(at);
  return starts;
}

/** `redacted` with the characters encoded that are encoded in `original`. Markers stay readable. */
export function encodeLike(original: string, redacted: string): string {
  const encoded = new Set<string>();
  for (const [run] of original.matchAll(RUN)) for (const char of bytesOf(run) ?? '') encoded.add(char);
  if (encoded.size === 0) return redacted;
  const write = (text: string): string =>
    Array.from(text, (char) =>
      encoded.has(char)
        ? Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
        : char,
    ).join('');
  let result = '';
  let from = 0;
  for (const marker of redacted.matchAll(MARKER)) {
    result += write(redacted.slice(from, marker.index)) + marker[0];
    from = marker.index + marker[0].length;
  }
  return result + write(redacted.slice(from));
}
