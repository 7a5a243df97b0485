/**
 * Validates recorded requests by the unmodified parameters and schemas of an OpenAPI 3.0 document, with Ajv and without the import: only
 * `nullable` is rewritten, and `oneOf` is treated as `anyOf`, as descriptions usually mean it.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject, JsonValue } from '../../core/json/value.ts';
import { defined } from './defined.ts';
import { decoded, queryPairs } from './recordedArguments.ts';
import type { Accepts } from './recordedRequests.ts';

/** References of path items are not resolved, because these documents have none. */
export function rawSchemas(document: JsonObject): Accepts {
  const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false, validateFormats: false });
  ajv.addSchema(rewritten(document) as object, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const isValid = (pointer: string, value: unknown) => {
    if (!compiled.has(pointer)) compiled.set(pointer, ajv.compile({ $ref: `document#${pointer}` }));
    return defined(compiled.get(pointer))(value) === true;
  };
  return ({ tool, path }, { url, body }) => {
    const at = `/paths/${escaped(tool.path)}`;
    const item = objectAt(document, at);
    const verb = tool.verb.toLowerCase();
    const pairs = queryPairs(url);
    const parameters = [at, `${at}/${verb}`].flatMap((owner) =>
      (((owner === at ? item : (item[verb] as JsonObject))['parameters'] as JsonObject[] | undefined) ?? []).map(
        (parameter, index) => resolved(document, parameter, `${owner}/parameters/${index}`),
      ),
    );
    for (const { value, pointer } of parameters) {
      const name = value['name'] as string;
      const texts =
        value['in'] === 'path' ? [path[name]] : pairs.filter(([key]) => key === name).map(([, text]) => text);
      if (value['in'] === 'query' && value['required'] === true && texts.length === 0) return false;
      const isSingle = texts.length === 1 && (value['schema'] as JsonObject | undefined)?.['type'] !== 'array';
      if (isSingle && !readings(decoded(defined(texts[0]))).some((reading) => isValid(`${pointer}/schema`, reading)))
        return false;
    }
    const declared = (item[verb] as JsonObject)['requestBody'] as JsonObject | undefined;
    if (!declared) return body === undefined;
    const requestBody = resolved(document, declared, `${at}/${verb}/requestBody`);
    if (!body) return requestBody.value['required'] !== true;
    const schema = `${requestBody.pointer}/content/${escaped('application/json')}/schema`;
    return isValid(schema, JSON.parse(Buffer.from(body).toString()));
  };
}

/** The values that a text on the wire may stand for. */
function readings(text: string): JsonValue[] {
  const number = Number(text);
  return [
    text,
    ...(text.trim() !== '' && !Number.isNaN(number) ? [number] : []),
    ...(/^(?:true|false)$/.test(text) ? [text === 'true'] : []),
  ];
}

/** An object or the target of its reference, with the pointer of its place. */
function resolved(document: JsonObject, value: JsonObject, pointer: string): { value: JsonObject; pointer: string } {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return { value, pointer };
  return { value: objectAt(document, reference.slice(1)), pointer: reference.slice(1) };
}

function objectAt(document: JsonObject, pointer: string): JsonObject {
  let at: JsonValue = document;
  for (const segment of pointer.split('/').slice(1)) {
    at = (at as JsonObject)[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')] as JsonValue;
  }
  return at as JsonObject;
}

const escaped = (segment: string): string =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');

function rewritten(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const object = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rewritten(member as JsonValue)]),
  );
  if (Array.isArray(object['oneOf'])) {
    object['anyOf'] = object['oneOf'];
    delete object['oneOf'];
  }
  if (object['nullable'] !== true || typeof object['type'] !== 'string') return object;
  const { nullable: _, ...schema } = object;
  return {
    ...schema,
    type: [schema['type'] as string, 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] }),
  };
}
