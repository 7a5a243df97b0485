/**
 * Sentences about a tool that are made from what is known of it: its title, operationId and path, and the fields of its answers. They say
 * nothing that the API description does not say. Pure.
 */
import { humanTitle, isSpelledOut, pathTitle } from '../../model/title.ts';
import { actionOfVerb } from '../../search/actions.ts';
import { isPlural, rawWords, singularOf } from '../../search/words.ts';
import type { CheckedTool } from './rule.ts';

/** Fields of answers that a sentence names. */
const MAX_FIELDS = 8;

/** Whether a text is nothing but method and path, or the path alone: `PUT /people/{id}`. */
export const isEndpoint = (text: string, { verb, path }: Pick<CheckedTool, 'verb' | 'path'>): boolean =>
  text === path || text.toLowerCase() === `${verb} ${path}`.toLowerCase();

/** What the tool does, in a sentence: from its title or operationId where they are words, else from method and path. */
export const purposeOf = (tool: CheckedTool): string => asSentence(titled(tool) ?? ofPath(tool, { isWhole: true }));

/** The same in a few words, for a name: `cancel order`. */
export const deedOf = (tool: CheckedTool): string => titled(tool) ?? ofPath(tool, { isWhole: false });

/** The end of a name that was cut (core/openapi/output/toolNames.ts). */
const HASH = /_[0-9a-f]{6,}$/;

function titled(tool: CheckedTool): string | undefined {
  const [named, isCut] = [humanTitle(tool.name.replace(HASH, '')), HASH.test(tool.name)];
  // A title that a person wrote is a sentence, whatever its verb.
  if (tool.title !== named && isOwn(tool.title, tool)) return tool.title;
  const texts = [humanTitle(tool.operationId ?? ''), ...(isCut ? [] : [named])];
  return texts.find((text) => isOwn(text, tool) && actionOfVerb(rawWords(text)[0] ?? '') !== undefined);
}

/** Whether a text has several words and is not made from method and path. */
const isOwn = (text: string, { verb, path }: CheckedTool): boolean =>
  rawWords(text).length > 1 &&
  !isSpelledOut(text, verb, path) &&
  text !== pathTitle(verb, path) &&
  !isEndpoint(text, { verb, path });

/** Verbs for one thing, and for a collection of them. */
const VERBS = new Map<string, readonly [one: string, many: string]>([
  ['GET', ['Get', 'List']],
  ['HEAD', ['Check', 'Check']],
  ['POST', ['Update', 'Create']],
  ['PUT', ['Replace', 'Replace']],
  ['PATCH', ['Change', 'Change']],
  ['DELETE', ['Delete', 'Delete']],
]);

/**
 * A sentence from method and path: `List pets of an owner`, `Get a pet by pet id`, `Cancel an order`.
 * @param isWhole with whose it is, and by what it is found
 */
function ofPath({ verb, path }: CheckedTool, { isWhole }: { readonly isWhole: boolean }): string {
  const segments = (path.split('?')[0] ?? '').split('/').filter((one) => one !== '' && !/^(?:api|v\d.*)$/i.test(one));
  const fixed = segments.filter((segment) => !segment.includes('{'));
  const [ending, before] = [fixed.at(-1), fixed.at(-2)];
  if (ending === undefined) return `Call this API with ${verb}`;
  const resource = wordsOf(ending);
  const last = segments.at(-1) ?? '';
  const [forOne, forMany] = VERBS.get(verb) ?? [verb, verb];
  if (last.includes('{')) {
    const keys = [...last.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => wordsOf(name));
    return `${forOne} ${one(resource)}${isWhole ? ` by ${keys.join(' and ')}` : ''}`;
  }
  const owner = isWhole && before !== undefined && segments.at(-2)?.includes('{') ? ` of ${one(wordsOf(before))}` : '';
  if (isMany(resource)) return `${forMany} ${verb === 'POST' ? one(resource) : resource}${owner}`;
  // A word that is no plural and behind the thing that is posted to: what is done with it.
  if (verb === 'POST' && before !== undefined && !resource.includes(' '))
    return `${capital(resource)} ${one(wordsOf(before))}`;
  return `${verb === 'POST' ? forMany : forOne} the ${resource}${owner}`;
}

const wordsOf = (name: string): string => humanTitle(name.replace(/\.(?:json|xml)$/, '')).toLowerCase();

/** Plurals of paths that have no s. */
const IRREGULAR = new Map([
  ['people', 'person'],
  ['children', 'child'],
]);
const lastWord = (resource: string): string => resource.split(' ').at(-1) ?? '';
const isMany = (resource: string): boolean => IRREGULAR.has(lastWord(resource)) || isPlural(lastWord(resource));

/** `an order` for orders, `the account` for a word that is no plural. */
function one(resource: string): string {
  if (!isMany(resource)) return `the ${resource}`;
  const last = lastWord(resource);
  const single = resource.slice(0, resource.length - last.length) + (IRREGULAR.get(last) ?? singularOf(last));
  return `${/^[aeio]/.test(single) ? 'an' : 'a'} ${single}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With a full stop. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What is returned, in a sentence: `Returns id, name and items.`; undefined where the description does not tell it. */
export function returnsOf({ answerFields }: CheckedTool): string | undefined {
  if (answerFields === undefined) return undefined;
  const names = [...answerFields.matchAll(/[\p{L}\p{N}_$.-]+/gu)].map(([name]) => name);
  if (names.length === 0) return undefined;
  const told = names.slice(0, MAX_FIELDS);
  const list = names.length > told.length ? `${told.join(', ')} and more` : inWords(told);
  return `Returns ${answerFields.startsWith('[') ? 'a list with ' : ''}${list}.`;
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
