/**
 * Text that contains JSON: after a prefix against JSON hijacking (`)]}',`), in a callback (JSONP), several documents in
 * a row, in the lines of an event stream, after a warning. Each complete object or list of objects is governed as a
 * document. What is nearly JSON (comments, single quotes, cut off) is read by lenientJson.ts and keeps its form. The
 * rest is text.
 */

import type { Truncation } from '../../model/governance/report.ts';
import { mayBeLenient, readLenient } from './lenientJson.ts';
import { cutText, governText, redactPlain } from './plainText.ts';
import { applyEdits, editsOf } from './positions.ts';
import type { Governed, Run } from './run.ts';

/**
 * Work limit: searching for the ends of brackets and reading nearly valid JSON may take at most this many times the
 * length of the text.
 */
const MAX_READINGS = 6;

/** After this many brackets that are not JSON, everything else is read leniently. */
const MAX_FAILURES = 50;

type Json = (bytes: Uint8Array, run: Run) => Governed | undefined;

/** @param governJson governs one document; undefined when the text is not JSON */
export function governEmbeddedJson(text: string, run: Run, governJson: Json): Governed {
  const truncations: Truncation[] = [];
  let out = '';
  let from = 0;
  let capped = false;
  let index = 0;
  let failures = 0;
  let budget = text.length * MAX_READINGS;
  // Once the size limit is reached, the rest would be cut off anyway.
  for (let at = nextOpening(text, 0); at >= 0 && budget > 0 && out.length <= run.maxBytes; ) {
    const document = failures > MAX_FAILURES ? undefined : documentAt(at);
    const loose = document ? undefined : lenientAt(at);
    const found = document ?? loose;
    if (!found) {
      at = nextOpening(text, at + 1);
      continue;
    }
    out += redactPlain(cutText(text.slice(from, at), run.maxBytes * 2).text, run) + found.text;
    from = found.end;
    at = nextOpening(text, from);
  }
  if (from === 0) return governText(text, run);
  if (out.length > run.maxBytes) capped = true;
  else {
    const rest = cutText(text.slice(from), run.maxBytes * 2);
    out += redactPlain(rest.text, run);
    capped ||= rest.cut;
  }
  const fitted = cutText(out, run.maxBytes);
  return { text: fitted.text, json: false, truncations, capped: capped || fitted.cut };

  function documentAt(start: number): { text: string; end: number } | undefined {
    const end = endOf(text, start);
    budget -= (end < 0 ? text.length : end) - start;
    if (end < 0) return undefined;
    const source = text.slice(start, end);
    if (!/"\s*:/.test(source)) return undefined;
    const found = run.tally.count;
    const governed = governJson(Buffer.from(source), run);
    if (!governed) {
      failures++;
      return undefined;
    }
    capped ||= governed.capped;
    for (const cut of governed.truncations) truncations.push({ ...cut, pointer: `/${index}${cut.pointer}` });
    index++;
    // A document in which nothing changed keeps its white space.
    const isSame = run.tally.count === found && governed.truncations.length === 0 && !governed.capped;
    return { text: isSame ? source : governed.text, end };
  }

  function lenientAt(start: number): { text: string; end: number } | undefined {
    return redactLenient(text, start, run, (read) => {
      budget -= read;
    });
  }
}

/** Cost of rejecting a bracket without reading it, in characters. */
const REJECTION_COST = 64;

/**
 * Redacts, in place, the nearly valid JSON at `start`; undefined when it has no named members.
 *
 * @param onRead is called with the number of characters that were read, also when the result is undefined
 */
export function redactLenient(
  text: string,
  start: number,
  run: Run,
  onRead: (characters: number) => void = () => {},
): { text: string; end: number } | undefined {
  if (!mayBeLenient(text, start)) {
    onRead(REJECTION_COST);
    return undefined;
  }
  const read = readLenient(text, start, (characters) => onRead(characters + REJECTION_COST));
  if (!read || read.named === 0) return undefined;
  const walker = run.walker();
  const edits = editsOf(read.node, (value) => walker.walk(value, run.tally));
  // Comments, and parts of the text that were misread, are redacted as text.
  const replaced = applyEdits(text, edits, start, read.end);
  return { text: String(walker.walk(` ${replaced}`, run.tally)).slice(1), end: read.end };
}

/** Redacts a program, for example a script in HTML: its objects as lenient JSON, the rest as text. */
export function redactScript(text: string, run: Run): string {
  let out = '';
  let from = 0;
  let budget = text.length * MAX_READINGS;
  for (let at = nextOpening(text, 0); at >= 0 && budget > 0; ) {
    const found = redactLenient(text, at, run, (read) => {
      budget -= read;
    });
    if (found) {
      out += String(run.walker().walk(text.slice(from, at), run.tally)) + found.text;
      from = found.end;
    }
    at = nextOpening(text, found ? found.end : at + 1);
  }
  return out + String(run.walker().walk(text.slice(from), run.tally));
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123 || code === 91) return at;
  }
  return -1;
}

/** The position after the bracket that closes the one at `start`; -1 when there is none. */
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
