/** Finds the tools whose calls a recording has the answers of: by method, host and the template of the path. Runs in browsers, too. */
import { holdsSegments } from '../lib/url/pathVariables.ts';
import type { RecordedAnswer } from './recording.ts';

/** A tool as lists have it. */
export interface MatchedTool {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  readonly baseUrl?: string | undefined;
}

/** Why no tool is found. */
export const UNMATCHED = {
  none: 'no tool has this path',
  method: 'tools with this path have another method',
  host: 'the host is none of this API',
  address: 'the recording does not say what was called',
} as const;
export type Unmatched = keyof typeof UNMATCHED;

/** Longer ones are no calls of tools. */
const MAX_URL = 4_000;

interface Template {
  readonly id: string;
  readonly verb: string;
  readonly host: string;
  /** With that of the base URL. */
  readonly path: string;
  readonly pattern: RegExp;
  /** Characters that are no variable: of two templates the more literal one is meant. */
  readonly literal: number;
}

/**
 * Returns what finds the tool of an answer, or tells why there is none.
 * @param baseUrl of the server
 */
export function toolFinder(
  tools: readonly MatchedTool[],
  baseUrl: string,
): (answer: RecordedAnswer) => { readonly toolId: string } | { readonly why: Unmatched } {
  const bySegments = new Map<string, Template[]>();
  const open: Template[] = [];
  const hosts = new Set<string>();
  for (const tool of tools) {
    const base = urlOf(tool.baseUrl ?? baseUrl);
    if (base === undefined) continue;
    hosts.add(base.host);
    const template = templateOf(tool, base);
    if (hasManySegments(tool.path)) open.push(template);
    else listAt(bySegments, segmentsIn(template.path)).push(template);
  }
  const home = urlOf(baseUrl);
  return ({ method, url }) => {
    if (method === undefined || url === undefined || url === '' || url.length > MAX_URL) return { why: 'address' };
    const at = urlOf(url) ?? (home && urlOf(url, home));
    if (at === undefined) return { why: 'address' };
    if (!hosts.has(at.host)) return { why: 'host' };
    const path = pathIn(at);
    const fitting = [...(bySegments.get(segmentsIn(path)) ?? []), ...open].filter(
      (each) => each.host === at.host && each.pattern.test(path),
    );
    const found = fitting.filter((each) => each.verb === method).sort((one, other) => other.literal - one.literal)[0];
    return found ? { toolId: found.id } : { why: fitting.length > 0 ? 'method' : 'none' };
  };
}

function urlOf(url: string, home?: URL): URL | undefined {
  try {
    // What is relative stands below the base URL, also where it begins with a slash.
    return home
      ? new URL(`${home.origin}${home.pathname.replace(/\/$/, '')}/${url.replace(/^\/+/, '')}`)
      : new URL(url);
  } catch {
    return undefined;
  }
}

const pathIn = ({ pathname }: URL): string => pathname.replace(/(?<=.)\/$/, '');
const segmentsIn = (path: string): string => String(path.split('/').length);
const VARIABLE = /\{([^{}]*)\}/;
const hasManySegments = (path: string): boolean =>
  path.split(VARIABLE).some((part, index) => index % 2 === 1 && holdsSegments(part));

function listAt<Key, Item>(map: Map<Key, Item[]>, key: Key): Item[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function templateOf({ id, verb, path }: MatchedTool, base: URL): Template {
  const whole = `${base.pathname.replace(/\/$/, '')}${path}`.replace(/(?<=.)\/$/, '');
  const parts = whole.split(VARIABLE);
  const literal = parts.reduce((sum, part, index) => (index % 2 === 0 ? sum + part.length : sum), 0);
  return {
    id,
    verb: verb.toUpperCase(),
    host: base.host,
    path: whole,
    pattern: new RegExp(`^${patternOf(parts)}$`),
    literal,
  };
}

/**
 * The pattern of a template that is split at its variables. A variable ends at the first place where what stands behind it follows, and is not tried
 * longer (an atomic group, written with a lookahead): nothing is missed by that, since the next variable takes the rest, and a template such as
 * `{a}-{b}-{c}` would take the cube of an address's length otherwise.
 */
function patternOf(parts: readonly string[]): string {
  return parts.reduce((pattern, part, index) => {
    // A text is read with the variable before it.
    if (index % 2 === 0) return index === 0 ? escaped(encoded(part)) : pattern;
    const behind = escaped(encoded(parts[index + 1] ?? ''));
    const next = parts[index + 2];
    const sign = holdsSegments(part) ? '.' : '[^/]';
    // The next one takes no slash.
    const isTriedLonger = next === undefined || (holdsSegments(part) && !holdsSegments(next));
    return isTriedLonger
      ? `${pattern}${sign}+${behind}`
      : `${pattern}(?=(?<v${index}>${sign}+?${behind}))\\k<v${index}>`;
  }, '');
}

/** As an address has it. */
const encoded = (text: string): string => {
  try {
    return new URL(text.startsWith('/') ? text : `/${text}`, 'https://host').pathname.slice(
      text.startsWith('/') ? 0 : 1,
    );
  } catch {
    return text;
  }
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** An answer of a tool, as `explainFields` takes it. */
export interface AnswerOfTool {
  readonly toolId: string;
  readonly contentType: string;
  readonly text: string;
}

/** The answers of a recording with their tools. */
export interface Matched {
  readonly answers: readonly AnswerOfTool[];
  /** How many have none, by why. */
  readonly unmatched: Readonly<Partial<Record<Unmatched, number>>>;
}

/**
 * Finds the tools of all answers.
 * @param of the tool of an answer that does not say what was called
 */
export function matchedAnswers(
  answers: readonly RecordedAnswer[],
  find: ReturnType<typeof toolFinder>,
  of?: string,
): Matched {
  const matched: AnswerOfTool[] = [];
  const unmatched: Partial<Record<Unmatched, number>> = {};
  for (const answer of answers) {
    const { contentType, text } = answer;
    const found = answer.method === undefined && of !== undefined ? { toolId: of } : find(answer);
    if ('why' in found) unmatched[found.why] = (unmatched[found.why] ?? 0) + 1;
    else matched.push({ toolId: found.toolId, contentType, text });
  }
  return { answers: matched, unmatched };
}
