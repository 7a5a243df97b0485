/** Where the values of a JSON text stand: a range and a JSON Pointer for each string, number and literal. Pure. */

export interface TextValue {
  readonly start: number;
  readonly end: number;
  /** RFC 6901. */
  readonly pointer: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const MAX_VALUES = 2_000;

interface Level {
  readonly pointer: string;
  readonly isList: boolean;
  /** The index of the current element, or the name of the current member. */
  at: number | string;
}

const stepOf = (at: number | string): string => String(at).replaceAll('~', '~0').replaceAll('/', '~1');

/** The first 2,000 values of a text that is known to be JSON. */
export function valuesIn(text: string): TextValue[] {
  const values: TextValue[] = [];
  const levels: Level[] = [];
  let isName = false;
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    const pointer = level === undefined ? '' : `${level.pointer}/${stepOf(level.at)}`;
    if (token === '{' || token === '[') {
      levels.push({ pointer, isList: token === '[', at: token === '[' ? 0 : '' });
      isName = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      isName = false;
    } else if (token === ',') {
      if (level?.isList) level.at = Number(level.at) + 1;
      isName = level?.isList === false;
    } else if (token === ':') isName = false;
    else if (isName && level !== undefined) level.at = JSON.parse(token) as string;
    else {
      values.push({ start, end: start + token.length, pointer });
      if (values.length >= MAX_VALUES) break;
    }
  }
  return values;
}
