/** Removes HTML tags and Markdown tables from a text. Placeholders such as `<projectId>` are not tags and stay. */

/**
 * HTML elements that are removed. The last of the block elements occur in the descriptions of AWS.
 */
const INLINE_TAGS = new Set(
  'a abbr b big cite code dfn em font i kbd mark q s samp small span strong sub sup tt u var'.split(' '),
);
const BLOCK_TAGS = new Set(
  'address article aside blockquote body br caption center col colgroup dd del details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 head header hr html iframe img input ins label li main meta nav object ol option p picture pre section select source strike summary table tbody td textarea tfoot th thead time tr ul video wbr fullname important message note para'.split(
    ' ',
  ),
);
/** Elements that are removed with their content. */
const BLOCK = /<(?:script|style|table|!--)/i;

const SLASH = 0x2f;
const GREATER = 0x3e;
const NINE = 0x39;
const MAX_ATTRIBUTES = 500;

/** The text without HTML tags and comments. Linear in its length. */
export function withoutTags(raw: string): string {
  let text = raw;
  if (BLOCK.test(text)) {
    for (const name of ['script', 'style', 'table']) text = withoutBlocks(text, `<${name}`, `</${name}>`);
    text = withoutBlocks(text, '<!--', '-->');
  }
  // Removing a nested tag may leave another tag.
  for (let round = 0; round < 3; round++) {
    const before = text;
    text = withoutEachTag(text);
    if (text === before || !text.includes('<')) break;
  }
  return text;
}

/** One pass over `<name …>`, `</name>` and `<name/>`: removes inline tags and replaces block tags by a space. */
function withoutEachTag(text: string): string {
  let kept = '';
  let at = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    const name = text.charCodeAt(start + 1) === SLASH ? start + 2 : start + 1;
    let end = name;
    while (isLetterOrDigit(text.charCodeAt(end))) end++;
    if (end === name || text.charCodeAt(name) <= NINE) continue;
    const close = closeOf(text, end);
    if (close < 0) continue;
    const replacement = replacementOf(text.slice(name, end));
    if (replacement === undefined) continue;
    kept += text.slice(at, start) + replacement;
    at = close + 1;
    start = close;
  }
  return at === 0 ? text : kept + text.slice(at);
}

const isLetterOrDigit = (code: number): boolean =>
  (code >= 0x30 && code <= NINE) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** Offset of the `>` of a tag whose name ends at `end`; -1 when it is not a tag. */
function closeOf(text: string, end: number): number {
  const code = text.charCodeAt(end);
  if (code === GREATER) return end;
  if (code === SLASH) return text.charCodeAt(end + 1) === GREATER ? end + 1 : -1;
  if (!/\s/.test(text.charAt(end))) return -1;
  const limit = Math.min(text.length, end + MAX_ATTRIBUTES + 3);
  for (let at = end + 1; at < limit; at++) {
    const next = text[at];
    if (next === '>') return at;
    if (next === '<') return -1;
  }
  return -1;
}

function replacementOf(name: string): string | undefined {
  const tag = INLINE_TAGS.has(name) || BLOCK_TAGS.has(name) ? name : name.toLowerCase();
  return INLINE_TAGS.has(tag) ? '' : BLOCK_TAGS.has(tag) ? ' ' : undefined;
}

/** Replaces everything from `opening` to `closing` by a space. A regular expression would take quadratic time. */
function withoutBlocks(text: string, opening: string, closing: string): string {
  const lower = text.toLowerCase();
  let kept = '';
  let at = 0;
  for (let start = lower.indexOf(opening); start >= 0; start = lower.indexOf(opening, at)) {
    const end = lower.indexOf(closing, start);
    if (end < 0) break;
    kept += `${text.slice(at, start)} `;
    at = end + closing.length;
  }
  return kept + text.slice(at);
}

/**
 * True for the delimiter row of a Markdown table, e.g. `|---|:--:|`, with any white space.
 */
const isSeparator = (line: string): boolean => line.includes('--') && /^[|:-]+$/.test(line.replace(/[ \t]/g, ''));

/** The text without Markdown tables: adjacent lines with pipes, one of which is a delimiter row. */
export function withoutTables(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (lines[end]?.includes('|')) end++;
    const run = lines.slice(index, end);
    if (!run.some(isSeparator)) kept.push(...run);
    if (end === index) kept.push(...lines.slice(index, ++end));
    index = end;
  }
  return kept.join('\n');
}
