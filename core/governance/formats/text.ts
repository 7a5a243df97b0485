/** Plain text and form bodies: redacted by content and by `label: value` lines, cut at a line border. */
import type { Governed, Run } from '../pipeline.ts';
import { redactLines } from './lines.ts';

/** Longer texts are walked in slices at line borders, so that one string never grows out of hand. */
export function governText(text: string, run: Run): Governed {
  const cut = cutText(text, run.maxBytes * 2);
  const fitted = cutText(redactPlain(cut.text, run), run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: cut.cut || fitted.cut };
}

/** A text by its lines with names (lines.ts), then by its content. */
export function redactPlain(text: string, run: Run): string {
  if (text.trim() === '') return text;
  return String(run.walker().walk(redactLines(text, run), run.tally));
}

/** `a=1&b=2`: each value under its own name. */
export function governForm(text: string, run: Run): Governed {
  const walker = run.walker();
  const redacted = text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return pair;
      const value = decode(pair.slice(equals + 1));
      const next = walker.field(decode(pair.slice(0, equals)), value, run.tally);
      return next === value ? pair : `${pair.slice(0, equals)}=${next}`;
    })
    .join('&');
  const fitted = cutText(redacted, run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: fitted.cut };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** At most `maxBytes` of UTF-8, ending at a line border when one is near, else at a character border. */
export function cutText(text: string, maxBytes: number): { readonly text: string; readonly cut: boolean } {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return { text, cut: false };
  const bytes = Buffer.from(text);
  let end = maxBytes;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  const line = bytes.lastIndexOf(0x0a, end);
  if (line > end - 65_536 && line > end / 2) end = line;
  return { text: bytes.toString('utf8', 0, end), cut: true };
}
