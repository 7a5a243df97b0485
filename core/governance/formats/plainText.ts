/** Plain text: redacted by its lines with names, then by its content, and cut at a line end. */

import { redactLines } from './namedLines.ts';
import type { Governed, Run } from './run.ts';

/** Governs a text. Long ones are redacted in slices that end at line ends, which bounds the memory of one pass. */
export function governText(text: string, run: Run): Governed {
  const cut = cutText(text, run.maxBytes * 2);
  const fitted = cutText(redactPlain(cut.text, run), run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: cut.cut || fitted.cut };
}

/** Redacts a text by its lines with names (namedLines.ts), then by its content. */
export function redactPlain(text: string, run: Run): string {
  if (text.trim() === '') return text;
  const walker = run.walker();
  const lines = redactLines(text, {
    walk: (value) => walker.walk(value, run.tally),
    field: (name, value) => walker.field(name, value, run.tally),
  });
  const redacted = String(walker.walk(lines, run.tally));
  return redacted.includes('=40') ? redactQuoted(redacted, run) : redacted;
}

/**
 * Redacts e-mail addresses in quoted-printable (`ann=40example.org`) when the text is not declared to be encoded so.
 */
function redactQuoted(text: string, run: Run): string {
  return text.replace(/(?<![\w.%+=-])[\w.%+=-]{1,80}?=40(?:=[0-9A-Fa-f]{2}|[\w.-]){3,255}/g, (token) => {
    const plain = token.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    const next = String(run.walker().walk(plain, run.tally));
    return next === plain ? token : next;
  });
}

/** At most `maxBytes` of UTF-8, cut at a line end when one is near, otherwise at a character. */
export function cutText(text: string, maxBytes: number): { readonly text: string; readonly cut: boolean } {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return { text, cut: false };
  const bytes = Buffer.from(text);
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const line = bytes.lastIndexOf(0x0a, end);
  if (line > end - 65_536 && line > end / 2) end = line;
  return { text: bytes.toString('utf8', 0, end), cut: true };
}
