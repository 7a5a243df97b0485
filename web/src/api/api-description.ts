/** Prepares the API's own OpenAPI description for the API page. core/api/routes/openapi.ts generates it, so its form is known. */
export type Schemas = Readonly<Record<string, object>>;

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly 'x-role'?: string;
  readonly 'x-right'?: string;
  readonly parameters?: ReadonlyArray<{ name: string; in: string; required?: boolean; schema: JsonSchema }>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: object }>> }>>;
}

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export interface Field {
  readonly name: string;
  /** path, query or header; unset for fields of a body. */
  readonly place?: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly meaning: string;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly role: string | undefined;
  /** A right that is required in addition to the role. */
  readonly right: string | undefined;
  readonly parameters: readonly Field[];
  readonly body: object | undefined;
  readonly answer: object | undefined;
}

/** In the order of the description. */
export function operationsByTag({ paths }: ApiDescription): { tag: string; operations: ApiOperation[] }[] {
  const byTag = new Map<string, ApiOperation[]>();
  for (const [path, verbs] of Object.entries(paths)) {
    for (const [verb, raw] of Object.entries(verbs)) {
      const tag = raw.tags[0] ?? 'Others';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationOf(path, verb, raw)]);
    }
  }
  return [...byTag].map(([tag, operations]) => ({ tag, operations }));
}

const operationOf = (path: string, verb: string, raw: RawOperation): ApiOperation => ({
  operationId: raw.operationId,
  verb: verb.toUpperCase(),
  path,
  summary: raw.summary,
  role: raw['x-role'],
  right: raw['x-right'],
  parameters: (raw.parameters ?? []).map(({ name, in: place, required = false, schema }) => ({
    name,
    place,
    isRequired: required,
    type: typeOf(schema),
    meaning: schema.description ?? '',
  })),
  body: schemaIn(raw.requestBody?.content),
  answer: schemaIn(Object.entries(raw.responses).find(([status]) => status.startsWith('2'))?.[1].content),
});

const schemaIn = (content: Readonly<Record<string, { readonly schema?: object }>> = {}) =>
  Object.values(content)[0]?.schema;

/** The fields of an object, and its schema with the outermost reference resolved. */
export function fieldsOf(schema: object, schemas: Schemas): { fields: Field[]; whole: object } {
  const whole = followed(schema as JsonSchema, schemas);
  const required = new Set(whole.required);
  const fields = Object.entries(whole.properties ?? {}).map(([name, one]) => ({
    name,
    isRequired: required.has(name),
    type: typeOf(one),
    meaning: one.description ?? followed(one, schemas).description ?? '',
  }));
  return { fields, whole };
}

const followed = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : ((schemas[nameIn(schema.$ref)] as JsonSchema | undefined) ?? schema);

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref;

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ');
  return [schema.type ?? 'any'].flat().join(' or ');
}
