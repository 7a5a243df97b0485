/**
 * Policies as files of Cedar: one after the other, each with what Portcullis knows of it as annotations: `@id`, `@mode`, `@advice`. Whether a text
 * is Cedar is for the engine to say; here it is only cut where a policy ends. Pure.
 */
import { POLICY_MODES, POLICY_NAME, type Policy } from '../model/policies.ts';
import { cedarString } from './text.ts';

/** What is wrong with a file. */
export interface FileFault {
  /** Line on which the policy begins, from 1. */
  readonly line: number;
  readonly message: string;
}

/** A policy, and where it stands. */
export interface FilePolicy extends Policy {
  readonly line: number;
}

/**
 * The policies of a file.
 * @param name of a policy without `@id`, where it is the only one
 */
export function readPolicyFile(
  text: string,
  name?: string,
): { readonly policies: readonly FilePolicy[]; readonly faults: readonly FileFault[] } {
  const parts = partsOf(text);
  const policies: FilePolicy[] = [];
  const faults: FileFault[] = [];
  for (const part of parts) {
    const read = policyOf(part, parts.length === 1 ? name : undefined);
    if ('message' in read) faults.push(read);
    else policies.push(read);
  }
  return { policies, faults };
}

/** The text of a file with these policies. */
export const policyFileText = (policies: readonly Policy[]): string =>
  policies
    .map(({ name, mode, advice, text }) =>
      [
        `@id(${cedarString(name)})`,
        ...(mode === 'enforce' ? [] : [`@mode(${cedarString(mode)})`]),
        ...(advice === undefined ? [] : [`@advice(${cedarString(advice)})`]),
        text,
        '',
      ].join('\n'),
    )
    .join('\n');

/** Characters of a comment that are looked at. */
const COMMENT = 1_000;

interface Part {
  readonly text: string;
  readonly line: number;
}

/** Each text that ends with a semicolon outside of strings and comments, without what stands before its first word. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('//', at)) at = endOf(text, '\n', at) - 1;
    else if (text[at] === '"') at = stringEnd(text, at);
    else if (text[at] === ';') {
      // A comment behind it on the same line is about this policy.
      at += /^(?:;[ \t]*\/\/[^\n]*|;)/.exec(text.slice(at, at + COMMENT))?.[0].length ?? 1;
      at--;
      parts.push(partAt(text.slice(start, at + 1), line));
      line += linesIn(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  const rest = partAt(text.slice(start), line);
  return withoutComments(rest.text) === '' ? parts : [...parts, rest];
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function partAt(text: string, line: number): Part {
  const trimmed = text.trimStart();
  return { text: trimmed.trimEnd(), line: line + linesIn(text.slice(0, text.length - trimmed.length)) };
}

const withoutComments = (text: string): string => text.replace(/\/\/[^\n]*/g, '').trim();

function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at;
}

/** Where the string that begins here ends. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

const OURS = new Set(['id', 'mode', 'advice']);

/** Takes the annotations of ours from the text; comments and other annotations stay. */
function policyOf({ text, line }: Part, fallback: string | undefined): FilePolicy | FileFault {
  const own: Record<string, string> = {};
  const before = /^(?:\s+|\/\/[^\n]*)*/;
  const annotation = /^@(\w+)(?:\s*\(\s*("(?:[^"\\]|\\.)*")\s*\))?/s;
  let kept = '';
  let rest = text;
  for (;;) {
    const space = before.exec(rest)?.[0] ?? '';
    const found = annotation.exec(rest.slice(space.length));
    if (!found) break;
    const [whole, name = '', value = '""'] = found;
    rest = rest.slice(space.length + whole.length);
    kept += space.trim() === '' ? '' : `${space.trim()}\n`;
    if (OURS.has(name)) own[name] = unquoted(value);
    else kept += `${whole}\n`;
  }
  const { id = fallback, mode = 'enforce', advice } = own;
  if (id === undefined) return { line, message: 'has no @id("…"), which every policy of several needs.' };
  if (!POLICY_NAME.test(id))
    return { line, message: `@id ${JSON.stringify(id)} is not of lower-case letters, digits and hyphens, at most 63.` };
  if (!(POLICY_MODES as readonly string[]).includes(mode))
    return { line, message: `@mode ${JSON.stringify(mode)} is none of ${POLICY_MODES.join(', ')}.` };
  return {
    name: id,
    text: `${kept}${rest.trim()}`,
    mode: mode as Policy['mode'],
    ...(advice !== undefined && advice !== '' && { advice }),
    line,
  };
}

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

/** The value of a string literal. */
const unquoted = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(
      /\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-7][0-9a-fA-F])|(.))/gs,
      (_, long?: string, short?: string, other = '') => {
        const point = Number.parseInt(long ?? short ?? '', 16);
        if (Number.isNaN(point)) return SIMPLE[other as string] ?? (other as string);
        return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
      },
    );
