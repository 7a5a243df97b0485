/**
 * A large OpenAPI 3.0 description, the same at each call, with what real ones of several megabytes have: JSON, multipart and form bodies,
 * recursive schemas, and operations with hosts of their own.
 */
const RESOURCES = 120;
const FIELDS = 24;
const PROSE =
  'Identifies the record within its workspace. Values are assigned when the record is created, stay the same for its whole life and are never given to another one. ';

type Json = { readonly [key: string]: unknown };

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ 'application/json': { schema } });
const answer = (schema: Json): Json => ({ 200: { description: 'What was asked for.', content: json(schema) } });

/** JSON text of 1.8 MB with 600 operations. */
export function largeDocument(): string {
  const names = Array.from({ length: RESOURCES }, (_, at) => `Record${at}`);
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://api.real.example/v9' }],
    paths: Object.assign({}, ...names.map(paths)) as Json,
    components: { schemas: Object.fromEntries(names.map((name, at) => [name, schema(name, at, names)])) },
  });
}

function paths(name: string, at: number): Json {
  const folder = `/${name.toLowerCase()}s`;
  const id = { name: 'id', in: 'path', required: true, description: PROSE, schema: { type: 'string' } };
  const page = { name: 'page', in: 'query', description: PROSE.repeat(2), schema: { type: 'integer', minimum: 0 } };
  const operation = (verb: string, more: Json): Json => ({
    operationId: `${verb}${name}`,
    tags: [`Group ${at % 10}`],
    summary: `${verb} ${name}`,
    description: PROSE.repeat(3),
    responses: answer(ref(name)),
    ...more,
  });
  const upload = {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary', description: PROSE },
      attributes: ref(name),
    },
  };
  const form = {
    type: 'object',
    properties: {
      To: { type: 'string' },
      Body: { type: 'string' },
      MediaUrl: { type: 'array', items: { type: 'string' } },
    },
  };
  return {
    [folder]: {
      get: operation('list', { parameters: [page] }),
      post: operation('create', { requestBody: { required: true, content: json(ref(name)) } }),
    },
    [`${folder}/{id}`]: {
      parameters: [id],
      get: operation('read', {}),
      put: operation('send', { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form } } } }),
    },
    [`${folder}/{id}/content`]: {
      parameters: [id],
      post: operation('upload', {
        ...(at % 20 === 0 && { servers: [{ url: 'https://upload.real.example/v9' }] }),
        requestBody: { content: { 'multipart/form-data': { schema: upload } } },
      }),
    },
  };
}

function schema(name: string, at: number, names: readonly string[]): Json {
  const next = names[(at + 1) % names.length] ?? name;
  const fields = Array.from({ length: FIELDS }, (_, field) => [
    `field${field}`,
    { type: field % 3 === 0 ? 'integer' : 'string', description: PROSE.repeat(1 + (field % 3)) },
  ]);
  return {
    type: 'object',
    description: PROSE,
    properties: {
      ...Object.fromEntries(fields),
      parent: ref(name),
      children: { type: 'array', items: ref(name) },
      next: ref(next),
      kind: { type: 'string', enum: ['small', 'large'] },
    },
  };
}
