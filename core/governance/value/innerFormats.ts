/**
 * Documents of other formats inside a string, redacted in place: XML and HTML by elements, tables by columns (CSV). What
 * is no field in them is redacted as text afterwards.
 */

import type { JsonValue } from '../../lib/json/value.ts';
import { lazy } from '../../lib/lazy.ts';
import { csvDelimiter, redactTable } from '../formats/csv.ts';
import { readHtml } from '../formats/htmlFields.ts';
import { applyEdits, editsOf } from '../formats/positions.ts';
import { readXml } from '../formats/xmlTree.ts';

/** Shorter strings hold no document. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 256 * 1024;
const MARKUP = lazy(() => /^\s{0,20}<(?:[?!]|[\p{L}_][\p{L}\p{M}\p{N}_:.-]{0,60}[\s>])/u);
const HTML = /<(?:!doctype html|html|body|div|p|table|tr|td|ul|ol|li|dl|span|form|h[1-6]|br|a|b|strong)[\s/>]/i;

/**
 * The document with its fields redacted, the same string when nothing was found; undefined when it is no document.
 *
 * @param walk redacts a JSON value
 */
export function redactDocument(value: string, walk: (value: JsonValue) => JsonValue): string | undefined {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH) return undefined;
  if (value.charCodeAt(value.charCodeAt(0) <= 0x20 ? Math.max(0, value.search(/\S/)) : 0) === 0x3c)
    return value.includes('</') && MARKUP().test(value) ? redactMarkup(value, walk) : undefined;
  const delimiter = value.includes('\n') ? csvDelimiter(value) : undefined;
  return delimiter === undefined ? undefined : redactTable(value, delimiter, walk);
}

function redactMarkup(value: string, walk: (value: JsonValue) => JsonValue): string {
  if (!HTML.test(value)) return applyEdits(value, editsOf(readXml(value), walk));
  const edits = readHtml(value).flatMap((root) => editsOf(root, walk));
  return applyEdits(
    value,
    edits.sort((a, b) => a.start - b.start),
  );
}
