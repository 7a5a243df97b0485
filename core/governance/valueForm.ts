/**
 * The form of a value, which says how it is written and not what it is: `Aaaa Aaaa`, `999-9999`, `a.aaaa@aaaa.aaa`. Letters become `A`, `a` or, in scripts
 * without case, `x`; digits become `9`; more than four of a class in a row are four, so that a form does not tell the length of a part.
 */

const MOST = 32;
const IN_A_ROW = 4;
/** Signs that are written as they are. All others, and controls, become `?`. */
const SIGNS = new Set(' .,:;-_/@+#()[]{}<>=&%$!*\'"|\\~^`');

function classOf(character: string): string {
  if (/\p{Lu}|\p{Lt}/u.test(character)) return 'A';
  if (/\p{Ll}/u.test(character)) return 'a';
  if (/[\p{L}\p{M}]/u.test(character)) return 'x';
  if (/\p{N}/u.test(character)) return '9';
  if (/\s/u.test(character)) return ' ';
  return SIGNS.has(character) ? character : '?';
}

/** The form of a text, of at most 32 characters and a sign that there is more. */
export function valueForm(text: string): string {
  let form = '';
  let last = '';
  let times = 0;
  // Characters beyond these cannot be in the form, whatever they are.
  for (const character of text.slice(0, 400)) {
    const own = classOf(character);
    times = own === last ? times + 1 : 1;
    last = own;
    if (times > IN_A_ROW) continue;
    if (form.length >= MOST) return `${form}…`;
    form += own;
  }
  return form;
}
