/**
 * XML and HTML, read twice: first as objects, tables and lists of names and values (xmlTree.ts, htmlFields.ts), then as
 * a sequence of tags and texts. Names of elements and attributes are field names of their content, also across elements
 * without a meaning of their own (`<password><value>`, `<name>Jo<b>hn</b></name>`). Scripts, styles and comments are
 * redacted as text, without decoding entities.
 */
import { decodeEntities, encodeEntities } from '../../lib/entities.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import { isMarker } from '../catalog/marker.ts';
import { redactScript } from './embeddedJson.ts';
import { readHtml } from './htmlFields.ts';
import { editsAcrossTags } from './htmlInline.ts';
import { localName, replaceAttributes, TAG } from './markupTags.ts';
import { cutText } from './plainText.ts';
import { applyEdits, type Edit, editsOf } from './positions.ts';
import type { Governed, Run } from './run.ts';
import type { Walker } from './walker.ts';
import { readXml } from './xmlTree.ts';

/** Elements of HTML. Their names say nothing about their content. */
const HTML_NAMES =
  /^(?:address|a|b|p|td|th|tr|li|ul|ol|dl|dd|dt|div|span|table|body|html|head|title|code|pre|em|i|strong|h[1-6]|form|label|input|button|select|option|small|main|nav|section|article|header|footer|link|meta|script|style|img|br|hr)$/i;

/** Elements whose content has the name of their parent element. */
const TRANSPARENT = /^(?:v|val|value|text|string|content|item|entry|b|i|u|em|strong|span|font|small|mark|wbr)$/i;
/** Elements whose content is not markup. */
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

/** Governs an XML or HTML document. */
export function governMarkup(text: string, format: 'xml' | 'html', run: Run): Governed {
  const cut = cutText(text, run.maxBytes * 2);
  const source = redactAsObjects(cut.text, format, run);
  const fitted = cutText(new MarkupPass(source, format, run).redact(), run.maxBytes);
  return { text: fitted.text, json: false, truncations: [], capped: cut.cut || fitted.cut };
}

/** First reading: objects, tables and lists of names and values. */
function redactAsObjects(source: string, format: 'xml' | 'html', run: Run): string {
  const walker = run.walker();
  const walk = (value: JsonValue): JsonValue => walker.walk(value, run.tally);
  if (format === 'xml') return applyEdits(source, editsOf(readXml(source), walk));
  const edits = readHtml(source).flatMap((root) => editsOf(root, walk));
  const whole = applyEdits(
    source,
    edits.sort((a, b) => a.start - b.start),
  );
  const acrossTags = editsAcrossTags(
    whole,
    (part) => walker.find(part, run.tally),
    (finding) => run.tally.add(finding, []),
    walker.markerFor,
  );
  return applyEdits(whole, acrossTags);
}

/** Second reading: all tags and texts in order. */
class MarkupPass {
  readonly #source: string;
  readonly #format: 'xml' | 'html';
  readonly #run: Run;
  readonly #walker: Walker;
  /** The edits; everything else is copied. */
  readonly #edits: Edit[] = [];
  /** The field name of the text at the current position. */
  #element = '';
  #isRaw = false;
  /** Names of the open elements of XML, outermost first. Not kept for HTML, which leaves elements open. */
  readonly #around: string[] = [];
  /** What was looked up for each element name. */
  readonly #names = new Map<string, Known>();
  /** Tags in which nothing was found, so that they are not searched again. */
  readonly #harmless = new Set<string>();

  constructor(source: string, format: 'xml' | 'html', run: Run) {
    this.#source = source;
    this.#format = format;
    this.#run = run;
    this.#walker = run.walker();
  }

  redact(): string {
    const source = this.#source;
    let from = 0;
    for (const hit of source.matchAll(TAG)) {
      const { index } = hit;
      this.#text(from, index);
      const [whole, cdata, closing, name, attributes = ''] = hit;
      from = index + whole.length;
      if (cdata !== undefined) this.#text(index + CDATA, index + CDATA + cdata.length, { isData: true });
      else if (name === undefined) this.#put(index, whole, this.#walk(whole));
      else this.#tag(index, { whole, name, attributes, isClosing: closing === '/' });
    }
    this.#text(from, source.length);
    return applyEdits(source, this.#edits);
  }

  #walk(text: string): string {
    return String(this.#walker.walk(text, this.#run.tally));
  }

  #field(name: string, text: string): string {
    return this.#walker.field(name, text, this.#run.tally);
  }

  #put(start: number, before: string, after: string): void {
    if (after !== before) this.#edits.push({ start, end: start + before.length, text: after });
  }

  /** @param options.isData the text is in a CDATA section, where entities are not decoded */
  #text(start: number, end: number, { isData }: { readonly isData: boolean } = { isData: false }): void {
    if (start >= end) return;
    const piece = this.#source.slice(start, end);
    if (this.#isRaw) {
      this.#put(start, piece, piece.trim() === '' ? piece : redactScript(piece, this.#run));
      return;
    }
    const plain = isData ? piece : decodeEntities(piece);
    const trimmed = plain.trim();
    if (trimmed === '' || isMarker(trimmed)) return;
    const redacted = this.#element === '' ? this.#walk(trimmed) : this.#field(this.#element, trimmed);
    if (redacted === trimmed) return;
    const written = isData ? redacted : encodeEntities(redacted);
    this.#put(
      start,
      piece,
      plain.replace(trimmed, () => written),
    );
  }

  #tag(index: number, tag: { whole: string; name: string; attributes: string; isClosing: boolean }): void {
    const { whole, name, attributes, isClosing } = tag;
    const isOpening = !isClosing && !whole.endsWith('/>');
    let known = this.#names.get(name);
    if (!known) {
      known = readName(name);
      this.#names.set(name, known);
    }
    const { local, isTransparent, isOfHtml, isOfRaw } = known;
    this.#isRaw = this.#format === 'html' && isOpening && isOfRaw;
    if (this.#format === 'html') {
      if (!isTransparent) this.#element = isOpening && !isOfHtml ? local : '';
    } else if (isOpening) {
      this.#around.push(this.#element);
      if (this.#element === '' || !isTransparent) this.#element = local;
    } else if (isClosing) this.#element = this.#around.pop() ?? '';
    if (attributes === '' || this.#harmless.has(whole)) return;
    const clean = this.#cleanTag(whole, attributes, local);
    if (clean === whole && this.#harmless.size < MAX_HARMLESS_TAGS) this.#harmless.add(whole);
    this.#put(index, whole, clean);
  }

  #cleanTag(whole: string, attributes: string, element: string): string {
    const clean = attributes.includes('=')
      ? whole.replace(attributes, () => this.#cleanAttributes(attributes, element))
      : whole;
    // `Ann <ann@example.org>` only looks like a tag.
    return /[@\d]/.test(replaceAttributes(attributes, () => '')) ? this.#walk(clean) : clean;
  }

  #cleanAttributes(attributes: string, element: string): string {
    const label = (/\bname\s*=\s*["']?([\p{L}\p{M}\p{N}_.-]+)/iu.exec(attributes) ??
      /\bid\s*=\s*["']?([\p{L}\p{M}\p{N}_.-]+)/iu.exec(attributes))?.[1];
    return replaceAttributes(attributes, ({ whole, name, equals, raw }) => {
      const plain = decodeEntities(raw);
      if (/^tel:/i.test(plain)) {
        const number = plain.slice(4);
        const next = this.#field('phone', number);
        return next === number ? whole : `${name}${equals}"${plain.slice(0, 4)}${next}"`;
      }
      const field = this.#fieldOf(localName(name), element, label);
      const redacted = field === '' ? this.#walk(plain) : this.#field(field, plain);
      return redacted === plain ? whole : `${name}${equals}"${encodeEntities(redacted)}"`;
    });
  }

  /** The field name of an attribute: for `value` that of its input or property; none for attributes of HTML. */
  #fieldOf(attribute: string, element: string, label: string | undefined): string {
    if (attribute === 'value') return label === undefined || label === 'value' ? element : label;
    if (attribute === 'name') return '';
    return this.#format === 'html' && /^(?:name|id|class|for|type|title|alt)$/i.test(attribute) ? '' : attribute;
  }
}
