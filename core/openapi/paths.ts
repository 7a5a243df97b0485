/** Lists the operations under `paths`: one for each path and verb. Webhooks, callbacks, links and `x-` keys are none. */
import type { JsonObject } from '../json.ts';
import { resolvedObject } from './frontends/shared.ts';
import type { Context, Dialect, Operation } from './operation.ts';
import { escapePointer } from './reading/documents.ts';
import { isObject, member } from './reading/read.ts';

const VERBS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/;

export function operationsOf(context: Context, dialect: Dialect): Operation[] {
  const paths = context.root['paths'];
  if (!isObject(paths)) return [];
  const found: Operation[] = [];
  const verbs: readonly string[] =
    dialect === '2.0' ? VERBS.slice(0, 7) : dialect === '3.2' ? [...VERBS, 'query'] : VERBS;
  for (const path of Object.keys(paths)) {
    const value = paths[path]!;
    if (path.toLowerCase().startsWith('x-') || !isObject(value)) continue;
    // A path that differs in its leading slash only is the same resource to the request builder.
    const template = path.startsWith('/') ? path : `/${path}`;
    const pointer = `#/paths/${escapePointer(path)}`;
    const reference = member(value, '$ref');
    const here = { value, source: context.documents.root, pointer };
    const referenced = reference === undefined ? undefined : resolvedObject(context, here);
    // Beside a `$ref` a path item may have members of its own; they win.
    const item = referenced
      ? { ...referenced, value: { ...referenced.value, ...without(value, '$ref') } }
      : { ...here, value };
    const placeOf = (key: string) => {
      const isOwn = !referenced || Object.hasOwn(value, key);
      return isOwn ? { source: here.source, pointer } : { source: referenced.source, pointer: referenced.pointer };
    };
    const add = (verb: string, raw: JsonObject, ...keys: string[]) => {
      const place = placeOf(keys[0]!);
      const target = {
        value: raw,
        source: place.source,
        pointer: `${place.pointer}${keys.map((key) => `/${escapePointer(key)}`).join('')}`,
      };
      if (found.some((other) => other.path === template && other.verb === verb)) return;
      found.push({ verb, path: template, raw, target, item });
    };
    for (const key of Object.keys(item.value)) {
      const verb = verbs.find((one) => one === key.toLowerCase());
      const raw = item.value[key];
      if (verb && isObject(raw)) add(verb.toUpperCase(), raw, key);
    }
    const more = dialect === '3.2' ? item.value['additionalOperations'] : undefined;
    if (!isObject(more)) continue;
    for (const method of Object.keys(more)) {
      const raw = more[method];
      if (isObject(raw) && METHOD.test(method)) add(method.toUpperCase(), raw, 'additionalOperations', method);
    }
  }
  return found;
}

function without(value: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = value;
  return rest;
}
