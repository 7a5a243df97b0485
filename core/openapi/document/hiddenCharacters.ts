/**
 * Whether the source of a document may have characters that nobody sees (core/response/visible.ts): as bytes of UTF-8, or as escapes of JSON and
 * YAML. Few documents have any, so that only those are looked through (output/hiddenPlaces.ts).
 */
import { visibleText } from '../../response/visible.ts';

/** Begins with `\u`, of a character or the first half of a pair; some others are found, too. */
const JSON_ESCAPE =
  '\\\\(?:u(?:00[0189]|007[fF]|00[aA][dD]|034|061|115|116|17[bB]|180|200|202|206|280|316|[eEfF]|[dD](?:82|83|[bB]))|[bf]|r(?!\\\\n))';
const CONTROLS = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F';
const IN_UTF8 =
  '\\xC2[\\x80-\\x9F\\xAD]|\\xCD\\x8F|\\xD8\\x9C|\\xE1(?:\\x85[\\x9F\\xA0]|\\x9E[\\xB4\\xB5]|\\xA0[\\x8B-\\x8F])|\\xE2(?:\\x80[\\x8B-\\x8F\\xAA-\\xAE]|\\x81[\\xA0-\\xAF]|\\xA0\\x80)|\\xE3\\x85\\xA4|\\xEE|\\xEF(?:[\\x80-\\xA3]|\\xB8[\\x80-\\x8F]|\\xBB\\xBF|\\xBE\\xA0|\\xBF[\\xB0-\\xBB])|\\xF0(?:\\x9B\\xB2|\\x9D\\x85)|\\xF3|\\xF4';
/** No escape follows a backslash that is escaped itself, as in patterns. */
const ESCAPED = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*${JSON_ESCAPE}`);
/** The bytes that one can begin with: a search for them alone takes a quarter of the time. */
const LEAD = new RegExp(`[${CONTROLS}\\xC2\\xCD\\xD8\\xE1-\\xE3\\xEE-\\xF0\\xF3\\xF4]`, 'g');
const HERE = new RegExp(`[${CONTROLS}]|${IN_UTF8}`, 'y');
/** YAML 1.2, section 5.7: escapes that JSON does not have. */
const SOURCE = new RegExp(`${JSON_ESCAPE}|\\\\[xUeavN0]`);

/** Whether a JSON text may have any. @param bytes its UTF-8, one character each */
export function mayHideInBytes(bytes: string): boolean {
  if (['\\u', '\\b', '\\f', '\\r'].some((sign) => bytes.includes(sign)) && ESCAPED.test(bytes)) return true;
  LEAD.lastIndex = 0;
  for (let found = LEAD.exec(bytes); found; found = LEAD.exec(bytes)) {
    HERE.lastIndex = found.index;
    if (HERE.test(bytes)) return true;
  }
  return false;
}

/** Whether the text of a document may have any. */
export const mayHideInSource = (text: string): boolean => SOURCE.test(text) || visibleText(text) !== text;
