/**
 * Finds personal data across inline tags (`4111<b>1111</b>…`, `ann<i>@example.org</i>`): the texts between the tags are
 * joined and searched as one. A find that spans a tag is removed from every piece; the tags stay. Finds inside one
 * piece are left to markup.ts.
 */

import type { Finding } from '../../model/governance/rule.ts';
import type { MarkerFor, Span } from '../../model/governance/span.ts';
import type { Edit } from './positions.ts';

const INLINE =
  /<\/?(?:b|i|u|s|a|em|strong|span|font|small|big|mark|wbr|sub|sup|code|tt|kbd|samp|var|ins|del|bdi|bdo|q|abbr|data|nobr|label)(?:\s[^<>]{0,2000})?\/?>/iy;
/** Characters that values consist of, so that a tag between two of them may split a value. */
const VALUE_CHARACTER = /[\w@.+)(-]/;
/** Longer texts are searched in parts of this many characters. */
const MAX_INLINE_LENGTH = 4_000;

interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * The edits for finds that span a tag.
 *
 * @param find returns what is personal in a text
 * @param onHit is called with each such find
 * @param markerFor makes the markers
 */
export function editsAcrossTags(
  source: string,
  find: (text: string) => readonly Span[],
  onHit: (finding: Finding) => void,
  markerFor: MarkerFor,
): Edit[] {
  const edits: Edit[] = [];
  let pieces: Piece[] = [];
  /** A tag has text directly before and after it. */
  let joined = false;
  let length = 0;
  let from = 0;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', from)) {
    INLINE.lastIndex = at;
    const tag = INLINE.exec(source);
    add(from, at);
    if (tag) {
      from = at + tag[0].length;
      if (length > MAX_INLINE_LENGTH) finish();
    } else {
      finish();
      const end = source.indexOf('>', at);
      if (end < 0) return edits;
      from = end + 1;
    }
  }
  add(from, source.length);
  finish();
  return edits;

  function add(start: number, end: number): void {
    if (start === end) return;
    const before = pieces.at(-1);
    joined ||= before !== undefined && isBesideValue(source, before.end - 1, -1) && isBesideValue(source, start, 1);
    pieces.push({ start, end });
    length += end - start;
  }

  function finish(): void {
    if (joined) across();
    pieces = [];
    joined = false;
    length = 0;
  }

  function across(): void {
    const text = pieces.map(({ start, end }) => source.slice(start, end)).join('');
    if (!/\d{2}|@/.test(text)) return;
    for (const span of find(text)) {
      let offset = 0;
      const parts: Edit[] = [];
      for (const { start, end } of pieces) {
        const first = Math.max(span.start, offset);
        const last = Math.min(span.end, offset + end - start);
        if (first < last)
          parts.push({
            start: start + first - offset,
            end: start + last - offset,
            text: parts.length === 0 ? markerFor(span.type, text.slice(span.start, span.end)) : '',
          });
        offset += end - start;
      }
      if (parts.length < 2) continue;
      edits.push(...parts);
      onHit(span.finding);
    }
  }
}

/** Whether at most one white space character separates the tag from a character of a value. */
function isBesideValue(source: string, index: number, step: 1 | -1): boolean {
  const near = source.charAt(index);
  return VALUE_CHARACTER.test(near.trim() === '' ? source.charAt(index + step) : near);
}
