/**
 * The response headers that an operation declares, limited to those that AI clients get (core/response/headers.ts).
 * Searches for members called `headers` without parsing the responses; a property of that name only adds names that no
 * response has. Follows references within the document only.
 */
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import { declaredHeaders } from '../../response/headers.ts';
import type { Source } from '../document/location.ts';
import { childOf, type Documents, revealed } from '../document/references.ts';
import type { Operation } from '../model/operation.ts';

/** The declared headers. One object per import, because many operations declare the same ones. */
export class ResponseHeaders {
  private readonly documents: Documents;
  /** By the JSON of all names that an operation declares. */
  private readonly known = new Map<string, string[]>();

  constructor(documents: Documents) {
    this.documents = documents;
  }

  /** Names in lower case; undefined when there are none. */
  of({ raw, target: { source } }: Operation): string[] | undefined {
    const responses = raw['responses'];
    if (responses === undefined) return undefined;
    const lists = membersNamed(responses, 'headers', 'headers', source);
    for (const reference of membersNamed(responses, '$ref', 'responses/', source)) {
      if (typeof reference !== 'string' || !/^#\/.*\bresponses\//.test(reference)) continue;
      const response = this.documents.resolve(reference, source);
      const headers = response && childOf(response.value, 'headers', response.source);
      if (headers !== undefined) lists.push(headers);
    }
    if (lists.length === 0) return undefined;
    const names = lists.filter(isObject).flatMap(Object.keys);
    const key = JSON.stringify(names);
    let declared = this.known.get(key);
    if (!declared) {
      declared = declaredHeaders(names);
      this.known.set(key, declared);
    }
    return declared.length === 0 ? undefined : declared;
  }
}

/** Values of members with that name at any depth; may be limited to those whose key or string contains the word. */
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
