/**
 * Lists the operations under `paths`, one per path and verb. Webhooks, callbacks, links and `x-` keys are not
 * operations. An operation may be a reference, which no version of the format allows but multi-file descriptions have.
 */
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import { absolutePointer, Location, type Target } from '../document/location.ts';
import { stringMember } from '../document/read.ts';
import type { Context, Dialect, Operation } from '../model/operation.ts';
import { missing, resolvedObject } from './shared.ts';

const VERBS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'];
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/;

/** All operations, in the order of the document; of two with the same verb and path the first counts. */
export function operationsOf(context: Context, dialect: Dialect): Operation[] {
  const paths = context.root['paths'];
  if (!isObject(paths)) return [];
  const holder: Target = { value: paths, source: context.documents.root, pointer: '#/paths' };
  const found: Operation[] = [];
  const seen = new Set<string>();
  const verbs = new Set([...VERBS, ...(dialect === '2.0' ? [] : ['TRACE']), ...(dialect === '3.2' ? ['QUERY'] : [])]);
  for (const [path, value] of Object.entries(paths)) {
    if (path.toLowerCase().startsWith('x-') || !isObject(value)) continue;
    // The request builder treats a path without a leading slash like one with it.
    const template = path.startsWith('/') ? path : `/${path}`;
    const here = new Location(holder, path, value);
    const referenced = value['$ref'] === undefined ? undefined : resolvedObject(context, here);
    if (!referenced && stringMember(value, '$ref') !== undefined) context.broken.add(value);
    // Siblings of a path item's `$ref` replace members of the referenced item.
    const item = referenced ? { ...referenced.value, ...without(value, '$ref') } : value;
    // Relative references in a member are resolved against the document that contains the member.
    const ownerOf = (key: string) => (referenced && !Object.hasOwn(value, key) ? referenced : here);
    const shared = ownerOf('parameters');
    const add = (verb: string, raw: JsonObject, key: string, owner: Target) => {
      const id = `${verb} ${template}`;
      const location = new Location(owner, key, raw);
      if (seen.has(id)) {
        const message = `${id.slice(0, 200)} is described more than once (with another spelling of path or verb); the first one counts.`;
        context.warnings.add('operation_repeated', message, absolutePointer(location));
        return;
      }
      seen.add(id);
      if (stringMember(raw, '$ref') === undefined) {
        found.push({ verb, path: template, raw, target: location, item, shared });
        return;
      }
      const real = resolvedObject(context, location);
      const own = without(raw, '$ref');
      if (real) found.push({ verb, path: template, raw: { ...real.value, ...own }, target: real, item, shared });
      else {
        context.broken.add(own);
        found.push({
          verb,
          path: template,
          raw: own,
          target: location,
          item,
          shared,
          missing: missing(context, location),
        });
      }
    };
    for (const key of Object.keys(item)) {
      const verb = key.toUpperCase();
      const raw = item[key];
      if (verbs.has(verb) && isObject(raw)) add(verb, raw, key, ownerOf(key));
    }
    const more = dialect === '3.2' ? item['additionalOperations'] : undefined;
    if (!isObject(more)) continue;
    const extra = new Location(ownerOf('additionalOperations'), 'additionalOperations', more);
    for (const method of Object.keys(more)) {
      const raw = more[method];
      if (isObject(raw) && METHOD.test(method)) add(method.toUpperCase(), raw, method, extra);
    }
  }
  return found;
}

function without(value: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = value;
  return rest;
}
