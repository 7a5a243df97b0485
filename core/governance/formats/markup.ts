/**
 * XML and HTML without a tree: one pass over tags and text. Element and attribute names are field names of what they hold, also
 * of what stands in elements that say nothing themselves (`<password><value>`, `<name>Jo<b>hn</b></name>`); text is redacted by
 * its content. Scripts, styles and comments are redacted as text, and entities mean nothing in them.
 */
import type { Governed, Run } from '../pipeline.ts';
import { cutText } from './text.ts';

const TAG =
  /<(?:!--[\s\S]*?(?:-->|$)|!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|[!?][^>]*(?:>|$)|(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)(?:>|$))/g;
const ATTRIBUTE = /([A-Za-z_:@][\w:.@-]*)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
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
  const source = cut.text;
  let out = '';
  let from = 0;
  let element = '';
  let isRaw = false;
  /** What the open elements of XML say, outermost first. HTML does not close all that it opens. */
  const around: string[] = [];
  const textOf = (piece: string): string => {
    if (piece.trim() === '') return piece;
    if (isRaw) return String(walker.walk(piece, run.tally));
    const plain = decodeEntities(piece);
    const trimmed = plain.trim();
    const redacted =
      element === '' ? String(walker.walk(trimmed, run.tally)) : walker.field(element, trimmed, run.tally);
    return redacted === trimmed ? piece : plain.replace(trimmed, () => encodeEntities(redacted));
  };
  for (const hit of source.matchAll(TAG)) {
    out += textOf(source.slice(from, hit.index));
    from = hit.index + hit[0].length;
    const [whole, cdata, closing, name, attributes] = hit;
    if (cdata !== undefined) out += `<![CDATA[${textOf(cdata)}]]>`;
    else if (name === undefined) out += String(walker.walk(whole, run.tally));
    else {
      const local = name.slice(name.indexOf(':') + 1);
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
      out +=
        attributes === undefined || !attributes.includes('=')
          ? whole
          : whole.replace(attributes, () => attributesOf(attributes, local));
    }
  }
  out += textOf(source.slice(from));
  const fitted = cutText(out, run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: cut.cut || fitted.cut };

  function attributesOf(attributes: string, tag: string): string {
    const label = /\bname\s*=\s*["']?([\w.-]+)/i.exec(attributes)?.[1];
    return attributes.replace(
      ATTRIBUTE,
      (whole, name: string, equals: string, double?: string, single?: string, bare?: string) => {
        const value = double ?? single ?? bare ?? '';
        const plain = decodeEntities(value);
        const local = name.slice(name.indexOf(':') + 1);
        // `<input name="email" value="…">` and `<property name="email" value="…">`.
        const field =
          local === 'value' && label !== undefined
            ? label
            : format === 'html' && /^(?:name|id|class|for|type|title|alt)$/i.test(local)
              ? ''
              : local === 'name'
                ? ''
                : local;
        const redacted =
          field === ''
            ? String(walker.walk(plain, run.tally))
            : walker.field(field === 'value' ? tag : field, plain, run.tally);
        return redacted === plain ? whole : `${name}${equals}"${encodeEntities(redacted)}"`;
      },
    );
  }
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|commat));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name)
        return (
          { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', commat: '@' }[name.toLowerCase()] ?? whole
        );
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function encodeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
