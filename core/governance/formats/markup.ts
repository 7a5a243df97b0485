/**
 * XML and HTML, twice: first as the objects, tables and lists of names and values that they hold (xmlTree.ts, htmlFields.ts), then
 * in one pass over tags and text. Element and attribute names are field names of what they hold, also
 * of what stands in elements that say nothing themselves (`<password><value>`, `<name>Jo<b>hn</b></name>`); text is redacted by
 * its content. Scripts, styles and comments are redacted as text, and entities mean nothing in them.
 */
import type { JsonValue } from '../../json.ts';
import type { Governed, Run } from '../pipeline.ts';
import { redactLoose } from './fragments.ts';
import { readHtml } from './htmlFields.ts';
import { editsAcrossTags } from './inline.ts';
import { applyEdits, editsOf } from './places.ts';
import { ATTRIBUTE, decodeEntities, encodeEntities, localName, TAG } from './tags.ts';
import { cutText } from './text.ts';
import { readXml } from './xmlTree.ts';

/** HTML elements say nothing about what they hold. */
const HTML_NAMES =
  /^(?:address|a|b|p|td|th|tr|li|ul|ol|dl|dd|dt|div|span|table|body|html|head|title|code|pre|em|i|strong|h[1-6]|form|label|input|button|select|option|small|main|nav|section|article|header|footer|link|meta|script|style|img|br|hr)$/i;

/** Elements that pass on what the one around them says. */
const TRANSPARENT = /^(?:v|val|value|text|string|content|item|entry|b|i|u|em|strong|span|font|small|mark|wbr)$/i;
/** Their content is no markup. */
const RAW = /^(?:script|style)$/i;

export function governMarkup(text: string, format: 'xml' | 'html', run: Run): Governed {
  const cut = cutText(text, run.maxBytes * 2);
  const walker = run.walker();
  const source = readAsObjects(cut.text);
  let out = '';
  let from = 0;
  let element = '';
  let isRaw = false;
  /** What the open elements of XML say, outermost first. HTML does not close all that it opens. */
  const around: string[] = [];
  /** Entities mean nothing in CDATA. */
  const textOf = (piece: string, isData = false): string => {
    if (piece.trim() === '') return piece;
    if (isRaw) return redactLoose(piece, run);
    const plain = isData ? piece : decodeEntities(piece);
    const trimmed = plain.trim();
    const redacted =
      element === '' ? String(walker.walk(trimmed, run.tally)) : walker.field(element, trimmed, run.tally);
    return redacted === trimmed ? piece : plain.replace(trimmed, () => (isData ? redacted : encodeEntities(redacted)));
  };
  for (const hit of source.matchAll(TAG)) {
    out += textOf(source.slice(from, hit.index));
    from = hit.index + hit[0].length;
    const [whole, cdata, closing, name, attributes] = hit;
    if (cdata !== undefined) out += `<![CDATA[${textOf(cdata, true)}]]>`;
    else if (name === undefined) out += String(walker.walk(whole, run.tally));
    else {
      const local = localName(name);
      const isOpening = closing !== '/' && !whole.endsWith('/>');
      isRaw = format === 'html' && isOpening && RAW.test(local);
      if (format === 'html') {
        const says = isOpening && !HTML_NAMES.test(local) ? local : '';
        if (!TRANSPARENT.test(local)) element = says;
      } else if (isOpening) {
        around.push(element);
        if (element === '' || !TRANSPARENT.test(local)) element = local;
      } else if (closing === '/') {
        element = around.pop() ?? '';
      }
      out += tagOf(whole, attributes ?? '', local);
    }
  }
  out += textOf(source.slice(from));
  const fitted = cutText(out, run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: cut.cut || fitted.cut };

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
    return /[@\d]/.test(attributes.replace(ATTRIBUTE, '')) ? String(walker.walk(clean, run.tally)) : clean;
  }

  function attributesOf(attributes: string, tag: string): string {
    const label = (/\bname\s*=\s*["']?([\w.-]+)/i.exec(attributes) ??
      /\bid\s*=\s*["']?([\w.-]+)/i.exec(attributes))?.[1];
    return attributes.replace(
      ATTRIBUTE,
      (whole, name: string, equals: string, double?: string, single?: string, bare?: string) => {
        const value = double ?? single ?? bare ?? '';
        const plain = decodeEntities(value);
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
      },
    );
  }
}
