/**
 * Text with JSON in it: behind a guard (`)]}',`), in a callback, document after document, in the lines of an event stream, after a
 * warning. Each object or list of objects that stands there whole is governed as a document, the rest as text. Fragments that are
 * no JSON (comments, single quotes, cut short) are left to the text.
 */
import type { Governed, Run } from '../pipeline.ts';
import type { Truncation } from '../report.ts';
import { cutText, governText } from './text.ts';

/** Looking for the end of what has none may not cost more than this many readings of the whole text. */
const READINGS = 4;
/** A text with more look-alikes than this is no text with JSON in it. */
const MOST_FAILURES = 50;

/** @param governJson governs one document, undefined when it is none */
export function governFragments(
  text: string,
  run: Run,
  governJson: (bytes: Uint8Array, run: Run) => Governed | undefined,
): Governed {
  const fragments = fragmentsOf(text);
  if (fragments.length === 0) return governText(text, run);
  const walker = run.walker();
  const truncations: Truncation[] = [];
  let out = '';
  let from = 0;
  let capped = false;
  let failures = 0;
  for (const [index, [start, end]] of fragments.entries()) {
    const source = text.slice(start, end);
    const found = run.tally.count;
    const governed = governJson(Buffer.from(source), run);
    if (!governed) {
      if (++failures > MOST_FAILURES) break;
      continue;
    }
    // What holds nothing keeps its blanks and line breaks.
    const isSame = run.tally.count === found && governed.truncations.length === 0 && !governed.capped;
    out += textOf(text.slice(from, start)) + (isSame ? source : governed.text);
    from = end;
    capped ||= governed.capped;
    for (const cut of governed.truncations) truncations.push({ ...cut, pointer: `/${index}${cut.pointer}` });
  }
  out += textOf(text.slice(from));
  const fitted = cutText(out, run.maxBytes);
  return { text: fitted.text, json: false, truncations, capped: capped || fitted.cut };

  function textOf(piece: string): string {
    return piece.trim() === '' ? piece : String(walker.walk(piece, run.tally));
  }
}

/** Places of balanced objects and lists, outermost ones only, that hold at least one named member. */
function fragmentsOf(text: string): Array<readonly [start: number, end: number]> {
  const found: Array<readonly [number, number]> = [];
  let budget = text.length * READINGS;
  for (let at = nextOpening(text, 0); at >= 0 && budget > 0; ) {
    const end = endOf(text, at);
    budget -= (end < 0 ? text.length : end) - at;
    const isMeant = end > 0 && /"\s*:/.test(text.slice(at, end));
    if (isMeant) found.push([at, end]);
    at = nextOpening(text, isMeant ? end : at + 1);
  }
  return found;
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123 || code === 91) return at;
  }
  return -1;
}

/** Behind the bracket that closes the one at `start`; -1 when there is none. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++;
    } else if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
