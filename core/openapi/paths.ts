/** Lists the operations under `paths`: one for each path and verb. Webhooks, callbacks, links and `x-` keys are none. */
import type { JsonObject } from '../json.ts';
import { resolvedObject } from './frontends/shared.ts';
import type { Context, Dialect, Operation } from './operation.ts';
import { type ObjectTarget, Place, type Target } from './reading/place.ts';
import { isObject } from './reading/read.ts';

const VERBS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'];
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/;

export function operationsOf(context: Context, dialect: Dialect): Operation[] {
  const paths = context.root['paths'];
  if (!isObject(paths)) return [];
  const holder: Target = { value: paths, source: context.documents.root, pointer: '#/paths' };
  const found: Operation[] = [];
  const seen = new Set<string>();
  const verbs = new Set([...VERBS, ...(dialect === '2.0' ? [] : ['TRACE']), ...(dialect === '3.2' ? ['QUERY'] : [])]);
  for (const path of Object.keys(paths)) {
    const value = paths[path]!;
    if (path.toLowerCase().startsWith('x-') || !isObject(value)) continue;
    // A path that differs in its leading slash only is the same resource to the request builder.
    const template = path.startsWith('/') ? path : `/${path}`;
    const here = new Place(holder, path, value);
    const referenced = value['$ref'] === undefined ? undefined : resolvedObject(context, here);
    // Beside a `$ref` a path item may have members of its own; they win.
    const item: ObjectTarget = referenced
      ? {
          value: { ...referenced.value, ...without(value, '$ref') },
          source: referenced.source,
          pointer: referenced.pointer,
        }
      : here;
    const add = (
      verb: string,
      raw: JsonObject,
      key: string,
      owner: Target = Object.hasOwn(value, key) ? here : item,
    ) => {
      const id = `${verb} ${template}`;
      if (seen.has(id)) return;
      seen.add(id);
      found.push({ verb, path: template, raw, target: new Place(owner, key, raw), item });
    };
    for (const key of Object.keys(item.value)) {
      const verb = key.toUpperCase();
      const raw = item.value[key];
      if (verbs.has(verb) && isObject(raw)) add(verb, raw, key);
    }
    const more = dialect === '3.2' ? item.value['additionalOperations'] : undefined;
    if (!isObject(more)) continue;
    for (const method of Object.keys(more)) {
      const raw = more[method];
      if (isObject(raw) && METHOD.test(method)) {
        add(method.toUpperCase(), raw, method, new Place(item, 'additionalOperations', more));
      }
    }
  }
  return found;
}

function without(value: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = value;
  return rest;
}
