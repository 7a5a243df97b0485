/**
 * Log lines in logfmt (`level=info user_name="Ann Lee" status=200`): each line is an object. A line counts only when it
 * consists of at least two pairs and nothing else; sentences with a `=` are left to the text.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { type Edit, editsOf, type Members } from './positions.ts';

const MAX_LINE = 4_000;
const PAIR = /([A-Za-z_][\w.-]{0,60})=(?:"((?:[^"\\]|\\.){0,1000})"|([^\s"]{0,1000}))(?=\s|$)/y;
const BLANKS = /\s*/y;
const MIN_PAIRS = 2;

const LOG_LINE = /^[A-Za-z_][\w.-]{0,60}=(?:"|[^\s"&])[^\n&]{0,1000}?\s[A-Za-z_][\w.-]{0,60}=/;

/** Whether a text begins like a line in logfmt. */
export const isLogLine = (text: string): boolean => LOG_LINE.test(text);

/**
 * The edits of a line; undefined when it is not logfmt.
 *
 * @param start of the line in its text
 */
export function logfmtEdits(line: string, start: number, walk: (value: JsonValue) => JsonValue): Edit[] | undefined {
  if (line.length > MAX_LINE) return undefined;
  const object: Members = { members: [] };
  let at = 0;
  while (at < line.length) {
    BLANKS.lastIndex = at;
    at += BLANKS.exec(line)?.[0].length ?? 0;
    if (at === line.length) break;
    PAIR.lastIndex = at;
    const pair = PAIR.exec(line);
    if (pair === null) return undefined;
    const [whole, key = '', quoted, plain = ''] = pair;
    const value = quoted ?? plain;
    const end = at + whole.length - (quoted === undefined ? 0 : 1);
    const range = { start: start + end - value.length, end: start + end, open: '', close: '' };
    object.members.push({ key, range: undefined, node: { value, range } });
    at += whole.length;
  }
  return object.members.length < MIN_PAIRS ? undefined : editsOf(object, walk);
}
