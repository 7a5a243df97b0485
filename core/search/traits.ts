/**
 * What speaks for or against a tool beside the words that it shares with a request: the action of both, the grammatical
 * number of the resources in its path, the verb that begins the request, how much of its title was asked for, and how deep
 * it is nested. Each is a factor near 1, which decides between tools that have about the same words. Pure.
 */
import { type Action, actionOfRequest, actionOfTool, actionOfVerb } from './actions.ts';
import { isPlural, meaningfulWords, rawWords, stemOf, wordsOf } from './words.ts';

/** Factor for a tool with the action of the request. */
const SAME_ACTION = 1.1;
/** Factor for a tool that deletes where the request asks for something else. */
const UNASKED_DELETION = 0.8;
/** Factor for each resource whose number agrees, for up to two. */
const AGREEMENT = 1.1;
const MAX_AGREEING = 2;
/** Factor for a tool whose title or path has the first word of the request as its verb: `POST /containers/{id}/kill`. */
const SAME_VERB = 1.2;
/** Added for a title of which every word was asked for. */
const WHOLE_TITLE = 0.15;
/** Penalty per path segment beyond the third, because most requests do not mean nested resources. */
const NESTING_PENALTY = 0.04;
const SEGMENTS = 3;

/** What the ranking knows of a tool. */
export interface Traits {
  readonly action: Action | undefined;
  readonly verbs: readonly string[];
  readonly titleStems: readonly string[];
  readonly resources: readonly Resource[];
  readonly nesting: number;
}

/** A resource in a path. */
interface Resource {
  readonly stem: string;
  /** Whether a request names it in the singular. */
  readonly isSingular: boolean;
}

/** What the ranking knows of a request. */
export interface Request {
  readonly action: Action | undefined;
  /** Its first word that is not a stop word. */
  readonly first: string | undefined;
  /** Whether any of its verbs asks for a deletion. */
  readonly isDeletion: boolean;
  /** The numbers in which a word stands in the request, by its stem. */
  readonly numbers: ReadonlyMap<string, { readonly singular: boolean; readonly plural: boolean }>;
}

/** The request of a text. */
export function requestOf(text: string): Request {
  const words = rawWords(text);
  const numbers = new Map<string, { singular: boolean; plural: boolean }>();
  for (const word of words) {
    const stem = stemOf(word);
    const known = numbers.get(stem) ?? { singular: false, plural: false };
    known[isPlural(word) ? 'plural' : 'singular'] = true;
    numbers.set(stem, known);
  }
  return {
    action: actionOfRequest(words),
    first: meaningfulWords(text)[0],
    isDeletion: words.some((word) => actionOfVerb(word) === 'delete'),
    numbers,
  };
}

/** The traits of a tool. */
export function traitsOf({
  title,
  description,
  program: { verb, path },
}: {
  readonly title: string;
  readonly description: string;
  readonly program: { readonly verb: string; readonly path: string };
}): Traits {
  const segments = path.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const verbs = [rawWords(title)[0], last.startsWith('{') ? undefined : segmentWords(last).at(-1)];
  return {
    action: actionOfTool(title, description, verb),
    verbs: verbs.filter((word) => word !== undefined),
    titleStems: [...new Set(wordsOf(title))],
    resources: resourcesOf(segments, verb),
    nesting: 1 + NESTING_PENALTY * Math.max(0, segments.length - SEGMENTS),
  };
}

/**
 * The resources of a path whose name is a plural. `/teams/{id}/users` is about one team and many users: a collection that
 * an identifier follows is one of them. What is created in a collection is one, too.
 */
function resourcesOf(segments: readonly string[], verb: string): Resource[] {
  const resources: Resource[] = [];
  for (const [at, segment] of segments.entries()) {
    const word = segment.startsWith('{') ? undefined : segmentWords(segment).at(-1);
    if (word === undefined || !isPlural(word)) continue;
    const isOne = segments[at + 1]?.startsWith('{') ?? false;
    const isCreated = verb === 'POST' && at === segments.length - 1;
    resources.push({ stem: stemOf(word), isSingular: isOne || isCreated });
  }
  return resources;
}

/** The words of a path segment without templates and the ending of a format. */
const segmentWords = (segment: string): string[] =>
  rawWords(segment.replace(/\{[^{}]*\}/g, ' ').replace(/\.(?:json|xml)$/, ''));

/**
 * The factor of a tool's score.
 * @param titleShare how much of the title was asked for, from 0 to 1
 */
export function factorOf(traits: Traits, request: Request, titleShare: number): number {
  let factor = 1 / traits.nesting;
  if (request.action !== undefined) {
    if (traits.action === request.action) factor *= SAME_ACTION;
    if (traits.action === 'delete' && !request.isDeletion) factor *= UNASKED_DELETION;
  }
  if (request.first !== undefined && traits.verbs.includes(request.first)) factor *= SAME_VERB;
  factor *= AGREEMENT ** Math.min(MAX_AGREEING, agreeing(traits, request));
  return factor * (1 + WHOLE_TITLE * titleShare);
}

function agreeing({ resources }: Traits, { numbers }: Request): number {
  let count = 0;
  for (const { stem, isSingular } of resources) {
    const named = numbers.get(stem);
    if (named !== undefined && (isSingular ? !named.plural : named.plural && !named.singular)) count++;
  }
  return count;
}
