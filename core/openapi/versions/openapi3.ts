/** Reads OpenAPI 3.0, 3.1 and 3.2 into the operation model (spec.openapis.org/oas/v3.2.0, v3.1.1, v3.0.4). */

import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import type { ParameterLocation, ParameterStyle } from '../../model/tool.ts';
import { absolutePointer, Location, type ObjectTarget, type Target } from '../document/location.ts';
import { arrayMember, member, objectMember, stringMember } from '../document/read.ts';
import { textMember } from '../document/sourceText.ts';
import { argumentsByBody } from '../model/bodyArguments.ts';
import type {
  Body,
  BodyVariant,
  Context,
  Dialect,
  Operation,
  Parameter,
  ServerEntry,
  VersionReader,
} from '../model/operation.ts';
import { describedOf, parametersOf, resolvedMember, type Writable } from './shared.ts';
import { bodyOfParameters, isBodyParameter, schemaOf as schemaBesideName, stylesOf } from './swagger2.ts';

const LOCATIONS = new Set<string>(['path', 'query', 'header', 'cookie', 'querystring']);
const STYLES: Readonly<Record<ParameterLocation, readonly [ParameterStyle, ...ParameterStyle[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
  querystring: ['form'],
};

/** The reader of one 3.x version. */
export function openapi3(dialect: Exclude<Dialect, '2.0'>): VersionReader {
  const read = (target: ObjectTarget, context: Context) => parameterOf(target, context, dialect);
  return {
    dialect,
    ignoresReferenceSiblings: dialect === '3.0',
    parameters: (operation, context) => parametersOf(context, operation, read),
    body,
    servers,
    securitySchemes: ({ root }) => objectMember(objectMember(root, 'components'), 'securitySchemes'),
  };
}

function parameterOf(target: ObjectTarget, context: Context, dialect: Dialect): Parameter | undefined {
  const raw = target.value;
  const location = String(raw['in']).toLowerCase() as ParameterLocation;
  const { repairs } = context;
  if (isBodyParameter(target) && repairs.isOn('swagger_parameter')) {
    context.bodyParameters.add(raw);
    return undefined;
  }
  if (!LOCATIONS.has(location)) {
    context.warnings.add(
      'parameter_invalid',
      `A parameter cannot stand in "${location.slice(0, 40)}"; it is left out.`,
      absolutePointer(target),
    );
    return undefined;
  }
  const styles = STYLES[location];
  const style = styles.find((one) => one === raw['style']) ?? styles[0];
  const explode = typeof raw['explode'] === 'boolean' ? raw['explode'] : style === 'form' || style === 'cookie';
  const parameter: Writable<Parameter> = {
    name: textMember(raw, 'name') ?? '',
    in: location,
    required: location === 'path' || raw['required'] === true || raw['required'] === 'true',
    style,
    explode: explode || style === 'deepObject',
    raw,
    location: target,
  };
  // Before 3.2 allowReserved is for queries only.
  if (raw['allowReserved'] === true && (location === 'query' || dialect === '3.2')) parameter.allowReserved = true;
  if (raw['allowEmptyValue'] === true) parameter.allowEmptyValue = true;
  if (hasTypeBesideName(raw) && repairs.isOn('swagger_parameter')) {
    repairs.report('swagger_parameter', absolutePointer(target));
    parameter.schema = schemaBesideName(target);
    // Without a collectionFormat a list is written as the version of the document has it.
    return raw['collectionFormat'] === undefined ? parameter : { ...parameter, ...stylesOf(raw, location) };
  }
  const content = raw['content'];
  const contentType = !isObject(raw['schema']) && isObject(content) ? Object.keys(content)[0] : undefined;
  if (contentType === undefined) parameter.schema = schemaOf(target);
  else {
    const media = resolvedMember(context, new Location(target, 'content', content as JsonObject), contentType);
    parameter.contentType = contentType;
    parameter.schema = media && schemaOf(media);
    if (media) parameter.media = media;
    if (media && isObject(media.value['encoding'])) parameter.encoding = media.value['encoding'];
  }
  return parameter;
}

/** True for a parameter that has the type of Swagger 2.0 in place of `schema` or `content`. */
const hasTypeBesideName = (raw: JsonObject): boolean =>
  raw['schema'] === undefined &&
  raw['content'] === undefined &&
  (typeof raw['type'] === 'string' || Array.isArray(raw['enum']) || isObject(raw['items']));

function schemaOf(target: Target): Target | undefined {
  const value = member(target.value, 'schema');
  return value === undefined || value === null ? undefined : new Location(target, 'schema', value);
}

function body(operation: Operation, context: Context): Body | undefined {
  const target = resolvedMember(context, operation.target, 'requestBody');
  const inParameters = context.bodyParameters.size === 0 ? [] : bodyParametersOf(operation, context);
  if (!target) {
    if (isObject(operation.target.value['requestBody'])) context.broken.add(operation.target.value);
    else if (inParameters.length > 0) {
      for (const parameter of inParameters) context.repairs.report('swagger_parameter', absolutePointer(parameter));
      return bodyOfParameters(operation, context);
    }
    return undefined;
  }
  for (const parameter of inParameters) {
    const message =
      'The operation has a requestBody, so this parameter, which describes a body as in Swagger 2.0, is left out.';
    context.warnings.add('parameter_invalid', message, absolutePointer(parameter));
  }
  const known = context.bodies.get(target.value);
  if (known && argumentsByBody.has(known)) return known;
  const before = context.warnings.count;
  const read = bodyOf(target, context);
  if (context.warnings.count === before) context.bodies.set(target.value, read);
  return read;
}

const bodyParametersOf = (operation: Operation, context: Context): ObjectTarget[] =>
  describedOf(context, operation).flatMap(({ target }) => (context.bodyParameters.has(target.value) ? [target] : []));

function bodyOf(target: ObjectTarget, context: Context): Body {
  const content = objectMember(target.value, 'content');
  const holder = new Location(target, 'content', content);
  const variants = Object.keys(content).map((key): BodyVariant => {
    const contentType = correctedMediaType(key, holder, context);
    const media = resolvedMember(context, holder, key);
    if (!media) return { contentType, isMissing: isObject(content[key]), encoding: {} };
    const schema = schemaOf(media) ?? itemsOf(media);
    const variant: Writable<BodyVariant> = { contentType, media, encoding: encodingsOf(context, media) };
    if (schema) variant.schema = schema;
    const prefix = arrayMember(media.value, 'prefixEncoding');
    const item = media.value['itemEncoding'];
    if (prefix.length > 0 || item) variant.positions = positionsOf(context, media, prefix, item);
    return variant;
  });
  if (variants.length === 0) {
    // A body without a media type is sent as JSON.
    const schema = schemaOf(target);
    variants.push({ contentType: 'application/json', ...(schema && { schema }), encoding: {} });
  }
  return {
    required: target.value['required'] === true || target.value['required'] === 'true',
    isRequiredUnspecified: target.value['required'] === undefined,
    // In Swagger 2.0 generators write it for every body (Swashbuckle.AspNetCore#152, kongchen/api-doc-template#2).
    mayBeAbsent: target.value['required'] === false,
    description: target.value['description'],
    variants,
  };
}

/** The intended media type by its misspelling, in lower case without spaces, hyphens and underscores. */
const MISSPELLED: Readonly<Record<string, string>> = {
  json: 'application/json',
  applicationjson: 'application/json',
  formdata: 'multipart/form-data',
  multipartformdata: 'multipart/form-data',
  xwwwformurlencoded: 'application/x-www-form-urlencoded',
  applicationxwwwformurlencoded: 'application/x-www-form-urlencoded',
};

function correctedMediaType(contentType: string, holder: Target, { repairs }: Context): string {
  if (contentType.includes('/')) return contentType;
  const intended =
    MISSPELLED[
      contentType
        .replace(/;.*$/s, '')
        .replace(/[\s_-]/g, '')
        .toLowerCase()
    ];
  if (intended === undefined || !repairs.isOn('media_type')) return contentType;
  repairs.report('media_type', absolutePointer(holder));
  return intended;
}

/** The Encoding Objects with references to headers resolved. */
function encodingsOf(context: Context, media: ObjectTarget): JsonObject {
  const encodings = objectMember(media.value, 'encoding');
  const entries = Object.entries(encodings);
  if (!entries.some(([, encoding]) => member(encoding, 'headers') !== undefined)) return encodings;
  const location = new Location(media, 'encoding', encodings);
  return Object.fromEntries(
    entries.map(([name, encoding]) => [name, withHeaders(context, new Location(location, name, encoding))]),
  );
}

function positionsOf(
  context: Context,
  media: ObjectTarget,
  prefix: readonly JsonValue[],
  item: JsonValue | undefined,
): BodyVariant['positions'] {
  const location = new Location(media, 'prefixEncoding', prefix as JsonValue[]);
  return {
    prefix: prefix.map((one, at) => withHeaders(context, new Location(location, `${at}`, one))),
    ...(item !== undefined && { item: withHeaders(context, new Location(media, 'itemEncoding', item)) }),
  };
}

function withHeaders(context: Context, encoding: Target): JsonValue {
  const headers = member(encoding.value, 'headers');
  if (!isObject(encoding.value) || !isObject(headers)) return encoding.value;
  const location = new Location(encoding, 'headers', headers);
  const resolved = Object.keys(headers).map((name): [string, JsonValue] => [
    name,
    resolvedMember(context, location, name)?.value ?? {},
  ]);
  return { ...encoding.value, headers: Object.fromEntries(resolved) };
}

/** The schema of `itemSchema` (OpenAPI 3.2): an array, because all items of the stream are sent at once. */
function itemsOf(media: Target): Target | undefined {
  const items = member(media.value, 'itemSchema');
  return isObject(items) ? new Location(media, 'itemSchema', { type: 'array', items }) : undefined;
}

function servers({ root }: Context, operation?: Operation): readonly ServerEntry[] | undefined {
  if (operation && !operation.raw['servers'] && !operation.item['servers']) return undefined;
  const owners = operation ? [operation.raw, operation.item] : [root];
  for (const owner of owners) {
    const entries = arrayMember(owner, 'servers').flatMap((server): ServerEntry[] => {
      const url = stringMember(server, 'url');
      return url === undefined ? [] : [{ url, variables: objectMember(server, 'variables') }];
    });
    if (entries.length > 0) return entries;
  }
  return operation ? undefined : [{ url: '/', variables: {} }];
}
