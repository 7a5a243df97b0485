/**
 * The headers that an operation's answers are declared to have (`headers` of its responses, of any status), as far as a model is told
 * them (core/request/answerHeaders.ts). They are found by name without reading the responses, so a property called `headers` adds the
 * names below it, which are of no header that ever comes. References are followed within their document only: no other
 * document is fetched for the sake of a header.
 */
import { isObject, type JsonValue } from '../json.ts';
import { declaredHeaders } from '../request/answerHeaders.ts';
import type { Context, Operation } from './operation.ts';
import { childOf, revealed } from './reading/documents.ts';
import type { Source } from './reading/place.ts';

/** Undefined for none. */
export function answerHeadersOf({ raw, target }: Operation, { documents }: Context): string[] | undefined {
  const { source } = target;
  const responses = raw['responses'];
  if (responses === undefined) return undefined;
  const lists = membersNamed(responses, 'headers', 'headers', source);
  for (const reference of membersNamed(responses, '$ref', 'responses/', source)) {
    if (typeof reference !== 'string' || !/^#\/.*\bresponses\//.test(reference)) continue;
    const response = documents.resolve(reference, source);
    const headers = response && childOf(response.value, 'headers', response.source);
    if (headers !== undefined) lists.push(headers);
  }
  const declared = declaredHeaders(lists.filter(isObject).flatMap(Object.keys));
  return declared.length === 0 ? undefined : declared;
}

/** Wherever they stand in the value, in whose text a word stands. */
function membersNamed(value: JsonValue, name: string, word: string, source: Source): JsonValue[] {
  const found = source.find?.(value, name, word);
  if (found) return found;
  const members: JsonValue[] = [];
  const queue = [revealed(value, source)];
  for (let held = queue.pop(); held !== undefined; held = queue.pop()) {
    if (typeof held !== 'object' || held === null) continue;
    if (isObject(held) && held[name] !== undefined) members.push(held[name]);
    queue.push(...Object.values(held));
  }
  return members;
}
