/**
 * Reads Swagger 2.0 into the operation model (spec.openapis.org/oas/v2.0). Does not convert the document to 3.x first,
 * because that would lose bodies and bounds.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import type { ParameterLocation, ParameterStyle } from '../../model/tool.ts';
import { absolutePointer, Location, type ObjectTarget, type Target } from '../document/location.ts';
import { member, objectMember, stringMember } from '../document/read.ts';
import { shareSourceTexts, textMember } from '../document/sourceText.ts';
import type {
  Body,
  BodyVariant,
  Context,
  Operation,
  Parameter,
  ServerEntry,
  VersionReader,
} from '../model/operation.ts';
import { VALUE_TEXTS } from '../model/valueTexts.ts';
import { describedOf, parametersOf } from './shared.ts';

const LOCATIONS = new Set<string>(['path', 'query', 'header']);
/** Keywords of a Parameter Object that belong to its schema. */
const SCHEMA_KEYWORDS = [
  'type',
  'format',
  'items',
  'enum',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'uniqueItems',
  'x-nullable',
  'x-example',
  ...VALUE_TEXTS,
  'properties',
] as const;

/** The reader of Swagger 2.0. */
export const swagger2: VersionReader = {
  dialect: '2.0',
  ignoresReferenceSiblings: true,
  parameters: (operation, context) => parametersOf(context, operation, parameterOf),
  body: bodyOfParameters,
  servers,
  securitySchemes: ({ root }) => objectMember(root, 'securityDefinitions'),
};

const locationOf = (target: ObjectTarget): string => String(target.value['in']).toLowerCase();

/** True for a Parameter Object that is the body or a field of a form. */
export const isBodyParameter = (target: ObjectTarget): boolean => ['body', 'formdata'].includes(locationOf(target));

function parameterOf(target: ObjectTarget, context: Context): Parameter | undefined {
  const location = locationOf(target);
  if (isBodyParameter(target)) return undefined;
  if (!LOCATIONS.has(location)) {
    context.warnings.add(
      'parameter_invalid',
      `A parameter cannot stand in "${location.slice(0, 40)}"; it is left out.`,
      absolutePointer(target),
    );
    return undefined;
  }
  const raw = target.value;
  return {
    name: textMember(raw, 'name') ?? '',
    in: location as ParameterLocation,
    required: location === 'path' || isRequired(raw),
    ...stylesOf(raw, location),
    ...(raw['allowEmptyValue'] === true && { allowEmptyValue: true }),
    raw,
    schema: schemaOf(target),
    location: target,
  };
}

const isRequired = ({ required }: JsonObject): boolean => required === true || required === 'true';

/** Style of a `collectionFormat` (2.0, Parameter Object): csv is the default; `multi` exists in queries and forms only. */
function formatOf(format: JsonValue | undefined, location: string): { style: ParameterStyle; explode: boolean } {
  const isForm = location === 'query' || location === 'formdata';
  switch (format) {
    case 'ssv':
      return { style: 'spaceDelimited', explode: false };
    case 'tsv':
      return { style: 'tabDelimited', explode: false };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false };
    case 'multi':
      if (isForm) return { style: 'form', explode: true };
  }
  return { style: isForm ? 'form' : 'simple', explode: false };
}

/** Style of a parameter, and those of the arrays in it. */
export const stylesOf = (raw: JsonObject, location: string): Pick<Parameter, 'style' | 'explode' | 'itemStyles'> => ({
  ...formatOf(raw['collectionFormat'], location),
  ...(raw['items'] !== undefined && itemStylesOf(raw['items'])),
});

/** The styles of nested arrays, from the outermost to the innermost (2.0, Items Object). */
function itemStylesOf(items: JsonValue | undefined): { itemStyles?: readonly ParameterStyle[] } {
  if (!isObject(items) || items['type'] !== 'array') return {};
  const { style } = formatOf(items['collectionFormat'], 'items');
  return { itemStyles: [style, ...(itemStylesOf(items['items']).itemStyles ?? [])] };
}

/** The schema of a parameter. Some documents have a `schema` as in 3.x, which is used instead. */
export function schemaOf(target: ObjectTarget): Target {
  const raw = target.value;
  if (isObject(raw['schema'])) return new Location(target, 'schema', raw['schema']);
  const value: JsonObject = {};
  for (const key of SCHEMA_KEYWORDS) if (raw[key] !== undefined) value[key] = raw[key];
  shareSourceTexts(raw, value);
  return { value, source: target.source, pointer: target.pointer };
}

/** The body that the parameters of an operation describe. */
export function bodyOfParameters(operation: Operation, context: Context): Body | undefined {
  const targets = describedOf(context, operation).map(({ target }) => target);
  const types = mediaTypes(operation, context.root);
  const whole = targets.find((target) => locationOf(target) === 'body');
  if (whole) {
    const { value } = whole;
    const schema = new Location(whole, 'schema', value['schema'] ?? {});
    const variants = (types.length > 0 ? types : ['application/json']).map(
      (contentType): BodyVariant => ({ contentType, schema, media: whole, encoding: {} }),
    );
    return {
      required: isRequired(value),
      isRequiredUnspecified: value['required'] === undefined,
      description: value['description'],
      variants,
    };
  }
  const fields = targets.filter((target) => locationOf(target) === 'formdata');
  return fields.length > 0 ? formBody(operation, fields, types) : undefined;
}

function mediaTypes(operation: Operation, root: JsonObject): string[] {
  const given = member(operation.raw, 'consumes') ?? root['consumes'];
  const list = typeof given === 'string' ? [given] : Array.isArray(given) ? given : [];
  return list.filter((type): type is string => typeof type === 'string' && type.includes('/'));
}

/** One form with all formData parameters of path item and operation as properties. */
function formBody(operation: Operation, fields: readonly ObjectTarget[], types: readonly string[]): Body {
  const isFile = (value: JsonValue | undefined) => String(member(value, 'type')).toLowerCase() === 'file';
  const hasFile = fields.some(({ value }) => isFile(value) || isFile(value['items']));
  const declared = types.find((type) => /^multipart\/|^application\/x-www-form-urlencoded/i.test(type));
  const contentType =
    hasFile && !declared?.startsWith('multipart/')
      ? 'multipart/form-data'
      : (declared ?? 'application/x-www-form-urlencoded');
  const properties: JsonObject = {};
  const encoding: JsonObject = {};
  const required: string[] = [];
  for (const target of fields) {
    const name = textMember(target.value, 'name') ?? '';
    if (name === '__proto__') continue;
    const own = schemaOf(target).value as JsonObject;
    const schema = { ...own };
    shareSourceTexts(own, schema);
    const description = target.value['description'];
    if (description !== undefined) schema['description'] = description;
    properties[name] = schema;
    if (isRequired(target.value)) required.push(name);
    if (schema['type'] === 'array') {
      encoding[name] = {
        ...formatOf(target.value['collectionFormat'], 'formdata'),
        ...(itemStylesOf(schema['items']) as JsonObject),
      };
    }
  }
  return {
    required: required.length > 0,
    isRequiredUnspecified: false,
    description: undefined,
    variants: [
      {
        contentType,
        schema: {
          // All fields of the form are declared as parameters.
          value: { type: 'object', properties, required, additionalProperties: false },
          source: (fields[0] ?? operation.target).source,
          pointer: `${operation.target.pointer}/parameters`,
        },
        encoding,
      },
    ],
  };
}

function servers({ root, url }: Context, operation?: Operation): readonly ServerEntry[] | undefined {
  const own = operation && schemesOf(operation.raw['schemes']);
  if (operation && (!own || own.length === 0)) return undefined;
  const base = url === undefined ? undefined : new URL(url);
  const host =
    stringMember(root, 'host')
      ?.replace(/^[a-z]+:\/\//i, '')
      .replace(/\/.*$/, '') || (base?.protocol === 'https:' ? base.host : '');
  const path = stringMember(root, 'basePath') ?? '';
  if (host === '') return path === '' ? [] : [{ url: path.startsWith('/') ? path : `/${path}`, variables: {} }];
  const schemes = own ?? schemesOf(root['schemes']);
  const usable = schemes.length > 0 ? schemes : ['https'];
  const order = [...usable].sort((left, right) => Number(right === 'https') - Number(left === 'https'));
  return order.map((scheme) => ({
    url: `${scheme}://${host}${path === '' || path.startsWith('/') ? path : `/${path}`}`,
    variables: {},
  }));
}

const schemesOf = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? [value] : []).filter(
    (scheme): scheme is string => scheme === 'https' || scheme === 'http',
  );
