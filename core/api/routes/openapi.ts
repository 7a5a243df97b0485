/** Generates the API description (OpenAPI 3.1) of the management API from the table of routes, once per process. */
import * as z from 'zod';
import type { JsonObject } from '../../lib/json/value.ts';
import { SCHEMA_RULES } from '../../lib/zod/faults.ts';
import { deploymentId, entryId, models, serverId, tokenId, toolId } from '../../lib/zod/fields.ts';
import { approvalId } from '../approvals.ts';
import { automationKeyId } from '../automationKeys.ts';
import { changeId } from '../changeRequests.ts';
import { invitationId, memberId } from '../members.ts';
import { oauthClientId } from '../oauthClients.ts';
import { gatewayRefusal, problem } from '../problem.ts';
import { projectId } from '../projects.ts';
import { setupLinkId } from '../setupLinks.ts';
import { authorizationId } from '../signIn.ts';
import { deliveryId, webhookId } from '../webhooks.ts';
import { ROUTES, type Route } from './index.ts';

/** Path parameters by their name in the templates. */
export const PATH_PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  id: serverId,
  deploymentId,
  toolId,
  tokenId,
  linkId: setupLinkId,
  approvalId,
  changeId,
  entryId,
  authorizationId,
  oauthClientId,
  webhookId,
  deliveryId,
  memberId,
  invitationId,
  keyId: automationKeyId,
  projectId,
};

const reference = (id: string) => `#/components/schemas/${id}`;
/** `io: 'input'`, so that responses are not described as closed; the schemas transform no values. */
const options = { io: 'input', unrepresentable: 'any', metadata: models, override: tidy } as const;

let description: JsonObject | undefined;

/** The API description; `edgeUrl` is the URL of this installation, its only server. */
export function apiDescription(edgeUrl: string): JsonObject {
  description ??= build();
  return { ...description, servers: [{ url: edgeUrl }] };
}

function build(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [id, route] of Object.entries(ROUTES)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(id, route) };
  }
  const { schemas } = z.toJSONSchema(models, { ...options, uri: reference });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portcullis management API',
      version: '1',
      description: [
        'Makes and runs governed MCP servers. Errors are problem details (RFC 9457) with a stable `code` that list every fault, but for those of API Gateway, which has only a `message`.',
        `A request that keeps to this description may still be refused by a rule that no JSON Schema can tell: with 422, or with 400 and faults whose \`rule\` is none of ${SCHEMA_RULES.join(', ')}.`,
      ].join('\n\n'),
    },
    'x-schema-rules': [...SCHEMA_RULES],
    security: [{ login: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, component(schema)])),
      securitySchemes: {
        login: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of the login' },
        connectionToken: { type: 'http', scheme: 'bearer', description: 'Connection token of a server' },
      },
    },
  } as JsonObject;
}

function operation(id: string, route: Route): JsonObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const parameters: JsonObject[] = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: inline(PATH_PARAMETERS[name] as z.ZodType),
  }));
  if (route.query) {
    const query = inline(route.query) as { properties: Record<string, JsonObject>; required?: string[] };
    for (const [name, schema] of Object.entries(query.properties)) {
      parameters.push({ name, in: 'query', required: query.required?.includes(name) ?? false, schema });
    }
  }
  return {
    operationId: id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.access === 'public'
      ? { security: [] }
      : {
          ...(route.access === 'token' && { security: [{ connectionToken: [] }] }),
          'x-role': route.access,
          ...(route.right && { 'x-right': route.right }),
        }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: { 'application/json': { schema: inline(route.body) } },
      },
    }),
    responses: {
      [route.success]: success(route),
      ...gatewayRefusals(route),
      ...CLOUDFRONT_REFUSALS,
      default: {
        description: 'A problem, with a stable code',
        content: { 'application/problem+json': { schema: inline(problem) } },
      },
    },
  } as JsonObject;
}

/** Refusals by CloudFront, whose bodies are not ours. */
const CLOUDFRONT_REFUSALS = {
  414: { description: 'The address is too long; no JSON' },
  431: { description: 'The headers are too long; no JSON' },
};
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

/**
 * Refusals by API Gateway, which come before the function runs or when it fails. The function may respond with the same
 * statuses, so each has the media types of both.
 */
function gatewayRefusals({ access, body }: Route): JsonObject {
  const refusals: [status: number, why: string][] = [
    ...(access === 'public'
      ? []
      : [[401, 'The login or the token is missing, too old or of another client'] as [number, string]]),
    ...(body ? [[413, 'The body is too large'] as [number, string]] : []),
    [429, 'Too many requests; ask again in a moment'],
    [500, 'Something failed'],
    [503, 'The answer took too long, or AWS is busy or away'],
  ];
  const content = {
    'application/json': { schema: inline(gatewayRefusal) },
    'application/problem+json': { schema: inline(problem) },
  };
  return Object.fromEntries(
    refusals.map(([status, description]) => [
      status,
      { description, ...(status === 503 && { headers: RETRY_AFTER }), content },
    ]),
  );
}

function success(route: Route): JsonObject {
  const types = route.produces ?? (route.answer ? ['application/json'] : []);
  const schema = route.answer ? inline(route.answer) : { type: 'string' };
  // Nothing was changed yet: a second person has to approve it (`second_person_needed`), with this status on other routes, too.
  const waits = route.success === 202 && { 'application/problem+json': { schema: inline(problem) } };
  return {
    description: route.success === 204 ? 'Done' : route.summary,
    ...(types.length > 0 && { content: { ...Object.fromEntries(types.map((type) => [type, { schema }])), ...waits } }),
  } as JsonObject;
}

/** The JSON Schema of a schema, or a reference if it has a name; its named parts are references too. */
function inline(schema: z.ZodType): JsonObject {
  const named = models.get(schema);
  if (named) return { $ref: reference(named.id) };
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, options);
  return JSON.parse(JSON.stringify(rest).replaceAll('#/$defs/', reference(''))) as JsonObject;
}

function component(schema: object): JsonObject {
  const { $schema: _, $id: __, ...rest } = schema as Record<string, unknown>;
  return rest as JsonObject;
}

/** Adds the metadata of a schema, and removes bounds and patterns that only restate its type. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  const { description: text, ...rules } = z.globalRegistry.get(zodSchema) ?? {};
  if (text) jsonSchema.description ??= text;
  // JSON Schema keywords of rules over several members (faults.ts).
  Object.assign(jsonSchema, rules);
  if (jsonSchema.type === 'integer') {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  }
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}
