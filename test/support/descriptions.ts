/** Small API descriptions for tests, and helpers to read their imports. */
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import type { ToolDraft } from '../../core/model/tool.ts';
import { importDocument } from '../../core/openapi/index.ts';
import type { ImportOptions, ImportResult } from '../../core/openapi/model/types.ts';
import { defined } from './defined.ts';

/** A document of one version with these members; with an https server unless it has its own. */
export function openapi(members: JsonObject, version = '3.0.3'): JsonObject {
  return {
    openapi: version,
    info: { title: 'Test', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: {},
    ...members,
  };
}

export function swagger(members: JsonObject): JsonObject {
  return {
    swagger: '2.0',
    info: { title: 'Test', version: '1' },
    host: 'api.example.com',
    schemes: ['https'],
    paths: {},
    ...members,
  };
}

export const importValue = (document: JsonValue, options: ImportOptions = {}): Promise<ImportResult> =>
  importDocument(JSON.stringify(document), options);

/** The tool of a method and path. */
export function toolAt(result: ImportResult, endpoint: string): ToolDraft {
  const tool = result.tools.find(({ verb, path }) => `${verb} ${path}` === endpoint);
  if (!tool)
    throw new Error(
      `No tool for ${endpoint}; there are ${result.tools.map(({ verb, path }) => `${verb} ${path}`).join(', ')}.`,
    );
  return tool;
}

/** The only tool of a document with one operation. */
export async function onlyTool(document: JsonValue, options: ImportOptions = {}): Promise<ToolDraft> {
  const { tools } = await importValue(document, options);
  if (tools.length !== 1) throw new Error(`There are ${tools.length} tools.`);
  return defined(tools[0]);
}

/** A document with one POST whose JSON body has the schema, and with further components. */
export const withBody = (schema: JsonValue, schemas: JsonObject = {}, version?: string): JsonObject =>
  openapi(
    {
      paths: {
        '/things': {
          post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: {} },
        },
      },
      components: { schemas },
    },
    version,
  );

/** The input schema made from a property's schema: the body is an object with the one property `value`. */
export async function convertedProperty(
  schema: JsonValue,
  schemas: JsonObject = {},
  version?: string,
): Promise<JsonObject> {
  const tool = await onlyTool(withBody({ type: 'object', properties: { value: schema } }, schemas, version));
  return (tool.inputSchema['properties'] as JsonObject)['value'] as JsonObject;
}

/** A document with one GET with these parameters. */
export const withParameters = (parameters: JsonValue[], path = '/things', version?: string): JsonObject =>
  openapi({ paths: { [path]: { get: { parameters, responses: {} } } } }, version);

export const propertiesOf = (tool: ToolDraft): JsonObject => tool.inputSchema['properties'] as JsonObject;
export const codesOf = ({ warnings }: ImportResult): string[] => [...new Set(warnings.map(({ code }) => code))];
