/**
 * XML and HTML, twice: first as the objects, tables and lists of names and values that they hold (xmlTree.ts, htmlFields.ts), then
 * in one pass over tags and text. Element and attribute names are field names of what they hold, also
 * of what stands in elements that say nothing themselves (`<password><value>`, `<name>Jo<b>hn</b></name>`); text is redacted by
 * its content. Scripts, styles and comments are redacted as text, and entities mean nothing in them.
 */
import type { JsonValue } from '../../json/value.ts';
import { isMarker } from '../catalog/marker.ts';
import type { Governed, Run } from '../run.ts';
import { redactLoose } from './embeddedJson.ts';
import { readHtml } from './htmlFields.ts';
import { editsAcrossTags } from './htmlInline.ts';
import { decodeEntities, encodeEntities, localName, replaceAttributes, TAG } from './markupTags.ts';
import { cutText } from './plainText.ts';
import { applyEdits, type Edit, editsOf } from './positions.ts';
import { readXml } from './xmlTree.ts';

/** HTML elements say nothing about what they hold. */
const HTML_NAMES =
  /^(?:address|a|b|p|td|th|tr|li|ul|ol|dl|dd|dt|div|span|table|body|html|head|title|code|pre|em|i|strong|h[1-6]|form|label|input|button|select|option|small|main|nav|section|article|header|footer|link|meta|script|style|img|br|hr)$/i;

/** Elements that pass on what the one around them says. */
const TRANSPARENT = /^(?:v|val|value|text|string|content|item|entry|b|i|u|em|strong|span|font|small|mark|wbr)$/i;
/** Their content is no markup. */
const RAW = /^(?:script|style)$/i;

/** Length of `<![CDATA[`. */
const CDATA = 9;
const MAX_HARMLESS_TAGS = 1_000;

interface Known {
  readonly local: string;
  readonly isTransparent: boolean;
  readonly isOfHtml: boolean;
  readonly isOfRaw: boolean;
}

function readName(name: string): Known {
  const local = localName(name);
  return {
    local,
    isTransparent: TRANSPARENT.test(local),
    isOfHtml: HTML_NAMES.test(local),
    isOfRaw: RAW.test(local),
  };
}

export function governMarkup(text: string, format: 'xml' | 'html', run: Run): Governed {
  const cut = cutText(text, run.maxBytes * 2);
  const walker = run.walker();
  const source = readAsObjects(cut.text);
  /** What was changed; the rest is copied in one piece each. */
  const edits: Edit[] = [];
  let from = 0;
  let element = '';
  let isRaw = false;
  /** What the open elements of XML say, outermost first. HTML does not close all that it opens. */
  const around: string[] = [];
  /** Names of elements and tags repeat, and are asked for once. */
  const names = new Map<string, Known>();
  /** Tags in which nothing was found. */
  const harmless = new Set<string>();
  for (const hit of source.matchAll(TAG)) {
    const { index } = hit;
    readText(from, index);
    const [whole, cdata, closing, name, attributes] = hit;
    from = index + whole.length;
    if (cdata !== undefined) readText(index + CDATA, index + CDATA + cdata.length, true);
    else if (name === undefined) put(index, whole, String(walker.walk(whole, run.tally)));
    else {
      const isOpening = closing !== '/' && !whole.endsWith('/>');
      let known = names.get(name);
      if (!known) {
        known = readName(name);
        names.set(name, known);
      }
      const { local, isTransparent, isOfHtml, isOfRaw } = known;
      isRaw = format === 'html' && isOpening && isOfRaw;
      if (format === 'html') {
        if (!isTransparent) element = isOpening && !isOfHtml ? local : '';
      } else if (isOpening) {
        around.push(element);
        if (element === '' || !isTransparent) element = local;
      } else if (closing === '/') {
        element = around.pop() ?? '';
      }
      if (attributes === undefined || attributes === '' || harmless.has(whole)) continue;
      const clean = tagOf(whole, attributes, local);
      if (clean === whole && harmless.size < MAX_HARMLESS_TAGS) harmless.add(whole);
      put(index, whole, clean);
    }
  }
  readText(from, source.length);
  const out = applyEdits(source, edits);
  const fitted = cutText(out, run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: cut.cut || fitted.cut };

  function put(start: number, before: string, after: string): void {
    if (after !== before) edits.push({ start, end: start + before.length, text: after });
  }

  /** Entities mean nothing in CDATA. */
  function readText(start: number, end: number, isData = false): void {
    if (start >= end) return;
    const piece = source.slice(start, end);
    if (isRaw) {
      put(start, piece, piece.trim() === '' ? piece : redactLoose(piece, run));
      return;
    }
    const plain = isData ? piece : decodeEntities(piece);
    const trimmed = plain.trim();
    if (trimmed === '' || isMarker(trimmed)) return;
    const redacted =
      element === '' ? String(walker.walk(trimmed, run.tally)) : walker.field(element, trimmed, run.tally);
    if (redacted !== trimmed)
      put(
        start,
        piece,
        plain.replace(trimmed, () => (isData ? redacted : encodeEntities(redacted))),
      );
  }

  function readAsObjects(given: string): string {
    const walk = (value: JsonValue): JsonValue => walker.walk(value, run.tally);
    if (format === 'html') {
      const edits = readHtml(given).flatMap((root) => editsOf(root, walk));
      const whole = applyEdits(
        given,
        edits.sort((a, b) => a.start - b.start),
      );
      return applyEdits(
        whole,
        editsAcrossTags(
          whole,
          (part) => walker.find(part, run.tally),
          (type) => run.tally.add(type, []),
        ),
      );
    }
    return applyEdits(given, editsOf(readXml(given), walk));
  }

  function tagOf(whole: string, attributes: string, local: string): string {
    const clean = attributes.includes('=') ? whole.replace(attributes, () => attributesOf(attributes, local)) : whole;
    // `Ann <ann@example.org>` looks like a tag.
    return /[@\d]/.test(replaceAttributes(attributes, () => '')) ? String(walker.walk(clean, run.tally)) : clean;
  }

  function attributesOf(attributes: string, tag: string): string {
    const label = (/\bname\s*=\s*["']?([\w.-]+)/i.exec(attributes) ??
      /\bid\s*=\s*["']?([\w.-]+)/i.exec(attributes))?.[1];
    return replaceAttributes(attributes, ({ whole, name, equals, raw }) => {
      const plain = decodeEntities(raw);
      const local = localName(name);
      // `<input name="email" value="…">` and `<property name="email" value="…">`.
      const field =
        local === 'value' && label !== undefined
          ? label
          : format === 'html' && /^(?:name|id|class|for|type|title|alt)$/i.test(local)
            ? ''
            : local === 'name'
              ? ''
              : local;
      if (/^tel:/i.test(plain)) {
        const number = plain.slice(4);
        const next = walker.field('phone', number, run.tally);
        return next === number ? whole : `${name}${equals}"${plain.slice(0, 4)}${next}"`;
      }
      const redacted =
        field === ''
          ? String(walker.walk(plain, run.tally))
          : walker.field(field === 'value' ? tag : field, plain, run.tally);
      return redacted === plain ? whole : `${name}${equals}"${encodeEntities(redacted)}"`;
    });
  }
}
