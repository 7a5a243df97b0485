/**
 * All texts that a schema lists for a field (`enum`, `const`), or for the items of its list; undefined where there is no list, one that is too
 * long, or one with long texts.
 */
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import type { Target } from '../document/location.ts';
import type { Context } from '../model/operation.ts';
import { below } from './successResponse.ts';

const MAX_TEXTS = 40;
const MAX_LENGTH = 40;

/** The listed texts of a field. */
export function listedBy(field: Target, context: Context): readonly string[] | undefined {
  const { value } = field;
  if (!isObject(value)) return undefined;
  const own = textsOf(value);
  if (own !== undefined || value['items'] === undefined) return own;
  const items = below(field, 'items', context);
  return isObject(items?.value) ? textsOf(items.value) : undefined;
}

function textsOf(schema: JsonObject): readonly string[] | undefined {
  const list = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : undefined;
  if (list === undefined || list.length > MAX_TEXTS) return undefined;
  const texts = list.filter((value): value is string => typeof value === 'string' && value !== '');
  return texts.length > 0 && texts.every((text) => text.length <= MAX_LENGTH) ? texts : undefined;
}
