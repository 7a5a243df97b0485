/**
 * Chooses how lists are written where OpenAPI leaves it open: inside style deepObject, in form bodies, and in queries whose
 * description shows brackets. What the parameter's own texts or the introduction of the document show decides
 * (`filter[ids][]=1`, `ids[0]=1`, `filter[name]=a,b`). Without them a list in deepObject gets indices: it is style
 * deepObject read by the letter, and what the clients of the API that uses it most send for every list (stripe-node
 * `stringifyRequestData`, stripe-python `_api_encode`, stripe-ruby `flatten_params_array`), as qs, openapi-generator for PHP
 * and oapi-codegen do. The forms of a document that uses deepObject are read by the same parser, so their lists get indices,
 * too. Everything else repeats its name, as OpenAPI says.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { FieldEncoding, ListStyle, WireParameter } from '../../model/tool.ts';
import { member, objectMember, stringMember } from '../document/read.ts';

const hasBracket = (text: string): boolean => text.includes('[') || (text.includes('%5') && /%5B/i.test(text));
/** Levels of a schema that are searched for a list; below them there may be one. */
const MAX_DEPTH = 6;
/** `name[key][]=`, `name[0]=` or `name[key]=a,b`, with the brackets as they are or percent-encoded. */
const SHOWN = /(?<![\w.-])([\w.-]+)((?:\[\w+\])*?)(?:\[(\d*)\])?=([^\s&"'`]*)/g;

/** The list styles of one import. */
export class ListStyles {
  private readonly introduction: string;
  private readonly usesDeepObject: () => boolean;
  private introduced: ReadonlyMap<string, ListStyle> | undefined;
  private hasDeepObject: boolean | undefined;

  /** @param usesDeepObject whether the document has the word; asked only for a form with a list, once */
  constructor(root: JsonObject, usesDeepObject: () => boolean) {
    this.introduction = stringMember(member(root, 'info'), 'description') ?? '';
    this.usesDeepObject = usesDeepObject;
  }

  /**
   * The style of the lists of a parameter; undefined where the name is repeated.
   * @param raw the Parameter Object
   */
  ofParameter(wire: Pick<WireParameter, 'in' | 'name' | 'style' | 'explode'>, raw: JsonObject, schema: JsonSchema) {
    if (wire.in !== 'query') return undefined;
    return this.styleOf(wire.name, wire, [schema, raw, ...Object.values(objectMember(raw, 'examples'))]);
  }

  /** The encodings of a form with the styles of its lists. */
  ofForm(
    encodings: Record<string, FieldEncoding>,
    schema: JsonSchema,
    isUrlencoded: boolean,
  ): Record<string, FieldEncoding> {
    let found: Record<string, FieldEncoding> = encodings;
    const properties = objectMember(schema, 'properties');
    for (const name of Object.keys(properties)) {
      const property = properties[name];
      const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
      if (encoding?.style !== 'deepObject' && !isList(property)) continue;
      const { style = 'form', explode = style === 'form' || style === 'deepObject' } = encoding ?? {};
      const isParsedAlike = isUrlencoded && encoding === undefined && this.mentionsDeepObject();
      const lists = this.styleOf(name, { style, explode }, [property]) ?? (isParsedAlike ? 'indices' : undefined);
      if (lists === undefined || name === '__proto__') continue;
      if (found === encodings) found = { ...encodings };
      found[name] = { ...encoding, lists };
    }
    return found;
  }

  private styleOf(
    name: string,
    { style, explode }: Pick<WireParameter, 'style' | 'explode'>,
    [schema, ...others]: readonly (JsonValue | undefined)[],
  ): ListStyle | undefined {
    const isDeep = style === 'deepObject';
    if (isDeep ? !mayHoldList(schema) : !(style === 'form' && explode && isList(schema))) return undefined;
    const shown = ownStyle(name, [schema, ...others]) ?? this.introducedStyles.get(name);
    return shown === 'comma' && !isDeep ? undefined : (shown ?? (isDeep ? 'indices' : undefined));
  }

  private get introducedStyles(): ReadonlyMap<string, ListStyle> {
    this.introduced ??= shownIn(this.introduction);
    return this.introduced;
  }

  private mentionsDeepObject(): boolean {
    this.hasDeepObject ??= this.usesDeepObject();
    return this.hasDeepObject;
  }
}

/** Members with a text in which a request may be shown; `serializedValue` is that of an Example Object (OpenAPI 3.2). */
const TEXTS = ['description', 'example', 'serializedValue'] as const;

/** The style that the texts of the parameter itself show. Most have no bracket. */
function ownStyle(name: string, holders: readonly (JsonValue | undefined)[]): ListStyle | undefined {
  for (const holder of holders) {
    for (const key of TEXTS) {
      const text = stringMember(holder, key);
      const style = text === undefined || !hasBracket(text) ? undefined : shownIn(text).get(name);
      if (style) return style;
    }
  }
  return undefined;
}

/** The styles that a text shows, by the name of the parameter. The first mention decides. */
function shownIn(text: string): ReadonlyMap<string, ListStyle> {
  const found = new Map<string, ListStyle>();
  if (!hasBracket(text)) return found;
  const plain = text.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']');
  for (const [, name = '', keys = '', index, value = ''] of plain.matchAll(SHOWN)) {
    const isJoined = keys !== '' && /[^,],[^,]/.test(value);
    const style = index === '' ? 'brackets' : index !== undefined ? 'indices' : isJoined ? 'comma' : undefined;
    if (style && !found.has(name)) found.set(name, style);
  }
  return found;
}

function isList(schema: JsonValue | undefined): boolean {
  const type = member(schema, 'type');
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

/** True when a value of the schema may be or hold a list: when one is described, or nothing is said of what is inside. */
function mayHoldList(schema: JsonValue | undefined, depth = 0): boolean {
  if (!isObject(schema)) return schema !== false;
  if (isList(schema) || '$ref' in schema || depth > MAX_DEPTH) return true;
  let isDescribed = false;
  for (const key of ['anyOf', 'oneOf', 'allOf', 'properties', 'additionalProperties'] as const) {
    const held = schema[key];
    if (typeof held !== 'object' || held === null) continue;
    for (const one of key === 'additionalProperties' ? [held] : Object.values(held)) {
      if (mayHoldList(one, depth + 1)) return true;
      isDescribed = true;
    }
  }
  const { type } = schema;
  if (isDescribed || schema['additionalProperties'] === false) return false;
  if (type === undefined) return !('enum' in schema || 'const' in schema);
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}
