/**
 * What a page parts by inline tags only (`4111<b>1111</b>…`, `ann<i>@example.org</i>`) reads as one text. Such texts are put
 * together, and what is found in them across a tag is taken out of all its pieces; the tags stay. What lies within one piece is left
 * to the pass over the text.
 */

import { markerOf } from '../catalog/marker.ts';
import type { Span } from '../span.ts';
import type { Edit } from './positions.ts';

const INLINE =
  /<\/?(?:b|i|u|s|a|em|strong|span|font|small|big|mark|wbr|sub|sup|code|tt|kbd|samp|var|ins|del|bdi|bdo|q|abbr|data|nobr|label)(?:\s[^<>]{0,2000})?\/?>/iy;
/** What values that are looked for are made of, where tags part them. */
const JOINT = /[\w@.+)(-]/;
/** Longer texts are read in pieces of this size. */
const MAX_INLINE_LENGTH = 4_000;

interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * @param find what is personal in a text
 * @param onHit is told the type of each that tags part
 */
export function editsAcrossTags(
  source: string,
  find: (text: string) => readonly Span[],
  onHit: (type: string) => void,
): Edit[] {
  const edits: Edit[] = [];
  let pieces: Piece[] = [];
  /** Something stands directly before a tag and directly behind it. */
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
    joined ||= before !== undefined && isJoint(source, before.end - 1, -1) && isJoint(source, start, 1);
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
            text: parts.length === 0 ? markerOf(span.type) : '',
          });
        offset += end - start;
      }
      if (parts.length < 2) continue;
      edits.push(...parts);
      onHit(span.type);
    }
  }
}

/** At most one blank or line break stands between the tag and what may be part of a value. */
function isJoint(source: string, index: number, step: 1 | -1): boolean {
  const near = source.charAt(index);
  return JOINT.test(near.trim() === '' ? source.charAt(index + step) : near);
}
