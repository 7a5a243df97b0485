/**
 * Finds where values, items and members are in a JSON text by skipping over the rest. What is cut out is the original
 * text; only member names are parsed. The text must be strict JSON, as governed JSON is. One pass without recursion.
 */

/** Offsets into the text; `end` is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const BLANK = /[ \t\n\r]*/y;
const STRUCTURE = /["[\]{}]/g;
const SCALAR_END = /[,\]} \t\n\r]/g;

function skipBlanks(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** The offset after the closing quote of the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (quote > 0) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

/** The offset after the value that begins at `at`. */
function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== '[' && first !== '{') {
    SCALAR_END.lastIndex = at;
    return SCALAR_END.exec(text)?.index ?? text.length;
  }
  let depth = 0;
  STRUCTURE.lastIndex = at;
  for (let hit = STRUCTURE.exec(text); hit; hit = STRUCTURE.exec(text)) {
    if (hit[0] === '"') STRUCTURE.lastIndex = endOfString(text, hit.index);
    else if (hit[0] === '[' || hit[0] === '{') depth++;
    else if (--depth === 0) return hit.index + 1;
  }
  return text.length;
}

/** The document without the white space around it. */
export function rootOf(text: string): Place {
  const start = skipBlanks(text, 0);
  return { start, end: endOfValue(text, start) };
}

/** Whether the value is an array. */
export const isArrayAt = (text: string, { start }: Place): boolean => text[start] === '[';
const isObjectAt = (text: string, { start }: Place): boolean => text[start] === '{';

/** The items of an array, in order. */
export function* itemsOf(text: string, array: Place): Generator<Place> {
  let at = skipBlanks(text, array.start + 1);
  while (at < array.end && text[at] !== ']') {
    const end = endOfValue(text, at);
    yield { start: at, end };
    at = skipBlanks(text, end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
}

/** The members of an object: the name with its quotes, and the value. */
function* membersOf(text: string, object: Place): Generator<{ readonly name: Place; readonly value: Place }> {
  let at = skipBlanks(text, object.start + 1);
  while (at < object.end && text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const start = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    yield { name: { start: at, end: nameEnd }, value: { start, end } };
    at = skipBlanks(text, end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
}

/** The value with a name or an index. Of repeated names the last one counts, as in parsers. */
export function childAt(text: string, parent: Place, segment: string): Place | undefined {
  if (isArrayAt(text, parent)) {
    if (!/^(?:0|[1-9]\d{0,8})$/.test(segment)) return undefined;
    let index = Number(segment);
    for (const item of itemsOf(text, parent)) if (index-- === 0) return item;
    return undefined;
  }
  if (!isObjectAt(text, parent)) return undefined;
  const plain = JSON.stringify(segment);
  let found: Place | undefined;
  for (const { name, value } of membersOf(text, parent)) {
    const written = text.slice(name.start, name.end);
    if (written === plain || (written.includes('\\') && JSON.parse(written) === segment)) found = value;
  }
  return found;
}
