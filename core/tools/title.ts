/** Blanks, `_` and `-`; before a capital behind a small letter; before the last capital of several. */
const WORD_END = /[\s_-]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** `list_openOrders-v2` → `List open orders v2`: a title for people, from a tool's name. */
export function humanTitle(name: string): string {
  let text = '';
  for (const word of name.split(WORD_END)) {
    if (word === '') continue;
    text += `${text === '' ? '' : ' '}${/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()}`;
  }
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : name;
}
