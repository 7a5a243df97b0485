/** Titles for people, from the names of tools and from verbs and paths. Pure. */

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

/** Classes of Unicode are slow to match, and nearly all names are ASCII. */
const lettersOf = (text: string): string =>
  text.replace(/[^\x00-\x7f]/.test(text) ? /[^\p{L}\p{N}]/gu : /[^A-Za-z0-9]+/g, '').toLowerCase();

/** True for a name that is verb and path without separators, as `GetAccountsAccountBankAccountsId`. */
export function isSpelledOut(name: string, verb: string, path: string): boolean {
  const letters = lettersOf(name);
  if (!letters.startsWith(verb.toLowerCase())) return false;
  const whole = lettersOf(path);
  const unversioned = lettersOf(path.replace(/^\/(?:api\/)?v\d[^/]*(?=\/)/i, ''));
  return letters === lettersOf(verb) + whole || letters === lettersOf(verb) + unversioned;
}

/** A title from verb and path, as `Get accounts bank accounts by account, id`. */
export function pathTitle(verb: string, path: string): string {
  const segments = path.replace(/^\/(?:api\/)?v\d[^/]*(?=\/)/i, '').split('/');
  const words = segments.filter((segment) => segment !== '' && !segment.includes('{')).map(humanTitle);
  const variables = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => humanTitle(name).toLowerCase());
  const title = [verb, ...words].join(' ').toLowerCase();
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${variables.length > 0 ? ` by ${variables.join(', ')}` : ''}`;
}
