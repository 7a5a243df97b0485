/**
 * API Gateway REST APIs: the methods of the template, which stream what their functions answer, payload format 1.0, and AWS's limits. What
 * is not known of an API, resource, method or stage is an error at the start.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type FunctionPool, poolOf } from '../functions/pool.ts';
import { readPermissions } from '../template/permissions.ts';
import { ACCOUNT, type Resolve } from '../template/resolve.ts';
import { streamedFunction } from '../template/streaming.ts';
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { decodePath } from './function-url.ts';
import type { EdgeRequest } from './headers.ts';
import { invokeStreaming } from './streamed.ts';

/** Answers a request whose path begins with that of a stage. */
export type RestApi = (request: EdgeRequest, response: ServerResponse) => void | Promise<void>;

/** A region with the pools of its functions. */
interface FunctionsOfRegion {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly pools: ReadonlyMap<string, FunctionPool>;
}

/** A method of a resource. */
interface Method {
  /** `ANY` for every one. */
  readonly verb: string;
  /** As the template has it: `/{proxy+}`. */
  readonly resource: string;
  readonly paths: RegExp;
  readonly pool: FunctionPool;
}

interface MethodProperties {
  readonly RestApiId: string;
  readonly ResourceId: string;
  readonly HttpMethod: string;
  readonly AuthorizationType: string;
  readonly Integration: {
    readonly Type: string;
    readonly IntegrationHttpMethod: string;
    readonly ResponseTransferMode?: string;
    readonly TimeoutInMillis?: number;
    readonly Uri: string;
  };
}

/** The REST APIs of some regions by domain name. Throws PortcullisError `template_unsupported`. */
export const restApisOf = (regions: readonly FunctionsOfRegion[]): ReadonlyMap<string, RestApi> =>
  new Map(
    regions.flatMap((region) =>
      ofType(region.template, 'AWS::ApiGateway::RestApi').map(([id, properties]) => {
        knowsAll(id, properties, ['Description', 'EndpointConfiguration', 'Name', 'Tags']);
        const endpoint = properties['EndpointConfiguration'] as { readonly Types?: readonly string[] } | undefined;
        isOneOf(`${id}.EndpointConfiguration.Types`, endpoint?.Types?.join(), ['REGIONAL']);
        const domain = `${id}.execute-api.${region.template.region}.amazonaws.com`;
        return [domain, restApi(id, domain, { stages: stagesOf(region, id), methods: methodsOf(region, id) })] as const;
      }),
    ),
  );

function stagesOf({ template, resolve }: FunctionsOfRegion, api: string): ReadonlySet<string> {
  return new Set(
    ofType(template, 'AWS::ApiGateway::Stage')
      .map(([id, properties]) => [id, resolve<Record<string, string>>(properties)] as const)
      .filter(([, { RestApiId }]) => RestApiId === api)
      .map(([id, stage]) => {
        knowsAll(id, stage, ['DeploymentId', 'RestApiId', 'StageName', 'Tags']);
        return String(stage['StageName']);
      }),
  );
}

/** Of several that match, the first is the most specific: a method before ANY, a greedy path last. */
function methodsOf(region: FunctionsOfRegion, api: string): readonly Method[] {
  const rank = ({ verb, resource }: Method) => (resource.includes('+}') ? 2 : 0) + (verb === 'ANY' ? 1 : 0);
  return ofType(region.template, 'AWS::ApiGateway::Method')
    .map(([id, properties]) => [id, region.resolve<MethodProperties>(properties)] as const)
    .filter(([, { RestApiId }]) => RestApiId === api)
    .map(([id, method]) => methodOf(region, id, method))
    .sort((a, b) => rank(a) - rank(b));
}

function methodOf({ template, resolve, pools }: FunctionsOfRegion, id: string, method: MethodProperties): Method {
  knowsAll(id, method, ['AuthorizationType', 'HttpMethod', 'Integration', 'ResourceId', 'RestApiId']);
  isOneOf(`${id}.AuthorizationType`, method.AuthorizationType, ['NONE']);
  const { Integration: integration } = method;
  knowsAll(`${id}.Integration`, integration, [
    'IntegrationHttpMethod',
    'ResponseTransferMode',
    // The host holds streams as long as their clients, as it does behind function URLs.
    'TimeoutInMillis',
    'Type',
    'Uri',
  ]);
  isOneOf(`${id}.Integration.Type`, integration.Type, ['AWS_PROXY']);
  isOneOf(`${id}.Integration.IntegrationHttpMethod`, integration.IntegrationHttpMethod, ['POST']);
  isOneOf(`${id}.Integration.ResponseTransferMode`, integration.ResponseTransferMode, ['STREAM']);
  const pool = poolOf(pools, streamedFunction(integration.Uri) ?? '');
  if (!pool) throw unsupported(`The method ${id} leads to no function whose response is streamed.`);
  const { functionName } = pool.definition;
  if (!readPermissions(template, resolve).allows(functionName, 'lambda:InvokeFunction', 'apigateway.amazonaws.com'))
    throw unsupported(`API Gateway may not invoke ${functionName}.`);
  const resource = resourcePath(template, resolve, method.ResourceId);
  const pattern = resource.replace(/\{[^}]+\+\}/g, '.+').replace(/\{[^}]+\}/g, '[^/]+');
  return { verb: method.HttpMethod, resource, paths: new RegExp(`^${pattern}$`), pool };
}

function resourcePath(template: StackTemplate, resolve: Resolve, id: string): string {
  const resource = template.resources[id]?.Properties;
  // The root is the API's own id with a slash.
  if (!resource) return '';
  return `${resourcePath(template, resolve, resolve<string>(resource['ParentId']))}/${String(resource['PathPart'])}`;
}

/** API Gateway's limit for a request; Lambda's is below. */
const REQUEST_BYTES = 10 * 1024 * 1024;
const LAMBDA_BYTES = 6 * 1024 * 1024;
const FAILURES = {
  throttled: [500, '{"message": "Internal server error"}'],
  failed: [502, '{"message": "Internal server error"}'],
} as const;

interface Served {
  readonly stages: ReadonlySet<string>;
  readonly methods: readonly Method[];
}

function restApi(apiId: string, domain: string, { stages, methods }: Served): RestApi {
  return async (request, response) => {
    const refuse = (status: number, message: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
    const [, stage = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(request.uri) ?? [];
    if (!stages.has(stage)) return refuse(403, 'Forbidden');
    const method = methods.find(({ verb, paths }) => (verb === 'ANY' || verb === request.method) && paths.test(path));
    if (!method) return refuse(403, 'Missing Authentication Token');
    const body = await request.readBody(REQUEST_BYTES);
    if (!body || body.length > LAMBDA_BYTES) return refuse(413, 'Request Entity Too Large');
    const event = eventOf(request, { apiId, domain, stage, path, resource: method.resource });
    invokeStreaming({ pool: method.pool, event, body, failures: FAILURES }, request, response);
  };
}

interface Place {
  readonly apiId: string;
  readonly domain: string;
  readonly stage: string;
  readonly path: string;
  readonly resource: string;
}

function eventOf({ method, query, headers: given, ip }: EdgeRequest, { apiId, domain, stage, path, resource }: Place) {
  const multiValueHeaders = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [asWritten(name), [value]] as const),
  );
  const parameters = new URLSearchParams(query);
  const multiValueQueryStringParameters = Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)] as const),
  );
  const hasQuery = parameters.size > 0;
  return {
    resource,
    path: decodePath(path),
    httpMethod: method,
    headers: lastOf(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: hasQuery ? lastOf(multiValueQueryStringParameters) : null,
    multiValueQueryStringParameters: hasQuery ? multiValueQueryStringParameters : null,
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT,
      apiId,
      domainName: domain,
      httpMethod: method,
      identity: { sourceIp: ip, userAgent: given['user-agent'] ?? null },
      path: `/${stage}${path}`,
      protocol: 'HTTP/1.1',
      requestId: randomUUID(),
      requestTimeEpoch: Date.now(),
      resourcePath: resource,
      stage,
    },
    // Without binary media types every body is a text.
    isBase64Encoded: false,
  };
}

/** As most clients write it: REST APIs pass names on in the letters that came. */
const asWritten = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const lastOf = (several: Readonly<Record<string, readonly string[]>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(several).map(([name, values]) => [name, values.at(-1)]));
