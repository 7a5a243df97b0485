/**
 * Texts in the mode `closed`. Tables, forms and XML are written anew from the parts that were judged: names of fields, values, and what the
 * format needs; comments, declarations and processing instructions are left out. Any other text (HTML, prose, mails, logs, what is no
 * valid JSON) is withheld as a whole, unless all of it is one harmless value.
 */
import { decodeEntities, encodeEntities } from '../../lib/entities.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import { decodePercent } from '../facts/percent.ts';
import { guessDelimiter, parseRows, writeCell } from './csv.ts';
import { attributesIn, localName, TAG } from './markupTags.ts';
import { cutText } from './plainText.ts';
import { applyEdits, blanksOf, editsOf } from './positions.ts';
import type { Governed, Run } from './run.ts';
import { readXml } from './xmlTree.ts';

const FIRST_LINE = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The text when it is one harmless value, otherwise a marker. */
export function governClosedText(text: string, run: Run): Governed {
  const trimmed = text.trim();
  return textOf(trimmed === '' ? '' : String(run.walker().walk(trimmed, run.tally)), run);
}

/** A table, whose first row names its columns. */
export function governClosedCsv(text: string, delimiter: string, run: Run): Governed {
  const separator = delimiter || guessDelimiter(text);
  const { rows, total } = parseRows(text, separator, run.maxItems + 1);
  const [header, ...body] = rows;
  if (header === undefined) return textOf('', run);
  const walker = run.walker();
  const names = header.map((name) => walker.names([name.trim()], run.tally)[0] ?? '');
  const keys = keysFor(header);
  const walked = walker.walk(
    body.map((cells) => Object.fromEntries(cells.map((cell, at) => [keys[at] ?? `column_${at}`, cell]))),
    run.tally,
  ) as { [key: string]: JsonValue }[];
  const lines = [names, ...walked.map((row) => Object.values(row).map(String))];
  const cut = total - 1 > body.length;
  return {
    ...textOf(lines.map((cells) => cells.map((cell) => writeCell(cell, separator)).join(separator)).join('\n'), run),
    truncations: cut
      ? [{ pointer: '', total: total - 1, kept: body.length, ...(run.options.truncatedInput && { atLeast: true }) }]
      : [],
  };
}

/** One key a column, in their order: none twice, and no whole number, which would come first. */
function keysFor(header: readonly string[]): string[] {
  const times = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cell.trim();
    if (name === '' || name === '__proto__' || /^\d+$/.test(name)) return `column_${at}`;
    const count = times.get(name) ?? 0;
    times.set(name, count + 1);
    return count === 0 ? name : name + blanksOf(count);
  });
}

/** A form (`a=1&b=2`), whose fields are one object. */
export function governClosedForm(text: string, run: Run): Governed {
  const walker = run.walker();
  const pairs = text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return { name: decoded(pair.slice(0, Math.max(0, equals))), value: decoded(pair.slice(equals + 1)) };
  });
  const given = pairs.map(({ name }) => name);
  const names = given.map((name) => walker.names([name], run.tally)[0] ?? '');
  const keys = keysFor(given);
  const object = Object.fromEntries(pairs.map(({ value }, at) => [keys[at] ?? '', value]));
  const values = Object.values(walker.walk(object, run.tally) as { [key: string]: JsonValue }).map(String);
  const written = values.map((value, at) => {
    const name = names[at] ?? '';
    return name === '' ? encoded(value) : `${encoded(name)}=${encoded(value)}`;
  });
  return textOf(written.join('&'), run);
}

const decoded = (text: string): string => decodePercent(text.replaceAll('+', ' '));
const encoded = (text: string): string => (text.startsWith('[REDACTED:') ? text : encodeURIComponent(text));

/** A document in XML: its elements and attributes with their values, which are judged as members of objects first, then by their names. */
export function governClosedXml(text: string, run: Run): Governed {
  const cut = cutText(text, run.maxBytes * 2);
  const walker = run.walker();
  const source = applyEdits(
    cut.text,
    editsOf(readXml(cut.text), (value) => walker.walk(value, run.tally)),
  );
  const tags = [...source.matchAll(TAG)];
  const shown = shownNames(tags, run);
  const nameOf = (name: string): string => shown.get(name) ?? 'withheld';
  let out = FIRST_LINE;
  let from = 0;
  let element = '';
  const around: string[] = [];
  const put = (given: string): void => {
    const plain = given.trim();
    if (plain === '') out += given.includes('\n') ? '\n' : '';
    else out += encodeEntities(walker.field(element, plain, run.tally));
  };
  for (const hit of tags) {
    const [whole, cdata, closing, name, attributes = ''] = hit;
    put(decodeEntities(source.slice(from, hit.index)));
    from = hit.index + whole.length;
    if (cdata !== undefined) put(cdata);
    if (name === undefined) continue;
    if (closing === '/') {
      element = around.pop() ?? '';
      out += `</${nameOf(name)}>`;
      continue;
    }
    let withheld = 0;
    const written = [...attributesIn(attributes)].map(({ name: attribute, raw }) => {
      const value = walker.field(localName(attribute), decodeEntities(raw), run.tally);
      // No attribute twice (XML 1.0, section 3.1).
      const own = shown.get(attribute) ?? (++withheld > 1 ? `withheld-${withheld}` : 'withheld');
      return ` ${own}="${encodeEntities(value).replaceAll('"', '&quot;')}"`;
    });
    const isEmpty = whole.endsWith('/>');
    out += `<${nameOf(name)}${written.join('')}${isEmpty ? '/>' : '>'}`;
    if (isEmpty) continue;
    around.push(element);
    element = localName(name);
  }
  put(decodeEntities(source.slice(from)));
  const governed = textOf(out, run);
  return { ...governed, capped: governed.capped || cut.cut };
}

/** The names of elements and attributes that pass, as one record. */
function shownNames(tags: readonly RegExpExecArray[], run: Run): ReadonlyMap<string, string> {
  const names = new Set<string>();
  for (const [, , , name, attributes = ''] of tags) {
    if (name !== undefined) names.add(name);
    for (const attribute of attributesIn(attributes)) names.add(attribute.name);
  }
  const all = [...names];
  const shown = run.walker().names(all, run.tally);
  return new Map(all.flatMap((name, at) => (shown[at] === name ? [[name, name] as const] : [])));
}

function textOf(text: string, run: Run): Governed {
  const { text: fitted, cut } = cutText(text, run.maxBytes);
  return { text: fitted, json: false, truncations: [], capped: cut };
}
