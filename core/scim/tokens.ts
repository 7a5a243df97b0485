/** Words of filters and of paths (RFC 7644, figure 1): names, operators, brackets, and values as JSON has them. */
import { parsedJson } from '../lib/json/parsed.ts';
import { scimError } from './error.ts';

/** A word. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: '(' | ')' | '[' | ']' };

/** The longest filter or path in characters. */
export const MAX_FILTER = 2_000;

const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const WORD = /^[A-Za-z$][\w$:.-]*/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const STRING = /^"(?:[^"\\]|\\.)*"/;

/** The words of a text. Throws PortcullisError with `code` for one that is too long, or has something else. */
export function tokensOf(text: string, code: 'scim_filter_invalid' | 'scim_path_invalid'): Token[] {
  if (text.length > MAX_FILTER) throw scimError(code, `It is longer than ${MAX_FILTER} characters.`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const [first = ''] = rest;
    if (first === ' ') {
      at++;
      continue;
    }
    const [token, length] = tokenOf(rest, first) ?? [];
    if (token === undefined || length === undefined) {
      throw scimError(code, `What stands at character ${at + 1} is no name, operator, bracket or value.`);
    }
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function tokenOf(rest: string, first: string): readonly [Token, number] | undefined {
  if (first === '(' || first === ')' || first === '[' || first === ']') return [{ kind: first }, 1];
  // Behind a bracket, as in emails[type eq "work"].value.
  if (first === '.') {
    const [name] = WORD.exec(rest.slice(1)) ?? [];
    return name === undefined ? undefined : [{ kind: 'word', text: `.${name}` }, name.length + 1];
  }
  const [string] = STRING.exec(rest) ?? [];
  if (string !== undefined) return stringOf(string);
  const [number] = NUMBER.exec(rest) ?? [];
  if (number !== undefined) return [{ kind: 'value', value: Number(number) }, number.length];
  const [word] = WORD.exec(rest) ?? [];
  if (word === undefined) return undefined;
  const constant = CONSTANTS.get(word.toLowerCase());
  return [constant === undefined ? { kind: 'word', text: word } : { kind: 'value', value: constant }, word.length];
}

function stringOf(text: string): readonly [Token, number] | undefined {
  const value = parsedJson(text) as string | undefined;
  return value === undefined ? undefined : [{ kind: 'value', value }, text.length];
}
