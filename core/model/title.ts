/** `list_openOrders-v2` → `List open orders v2`: a title for people, from a tool's name. */
export function humanTitle(name: string): string {
  let text = '';
  let start = 0;
  for (let at = 0; at <= name.length; at++) {
    const kind = kindAt(name, at);
    if (kind !== BLANK && !(at > start && kind === CAPITAL && beginsWord(name, at))) continue;
    const word = name.slice(start, at);
    if (word !== '') text += `${text === '' ? '' : ' '}${/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()}`;
    start = kind === BLANK ? at + 1 : at;
  }
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : name;
}

const BLANK = 0;
const CAPITAL = 1;
const SMALL = 2;
const DIGIT = 3;
const REST = 4;

/** True for a capital after a small letter or digit, and for the last of several capitals before a small letter. */
function beginsWord(name: string, at: number): boolean {
  const before = kindAt(name, at - 1);
  return before === SMALL || before === DIGIT || (before === CAPITAL && kindAt(name, at + 1) === SMALL);
}

/** The kind of a character. White space, `_`, `-` and the ends of the name separate words. */
function kindAt(name: string, at: number): number {
  const code = name.charCodeAt(at);
  if (code >= 0x61 && code <= 0x7a) return SMALL;
  if (code >= 0x41 && code <= 0x5a) return CAPITAL;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  return Number.isNaN(code) || code === 0x5f || code === 0x2d || /\s/.test(name.charAt(at)) ? BLANK : REST;
}
