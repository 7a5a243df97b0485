/**
 * API Gateway REST APIs, regional and private ones: the methods of the template, which stream or hand over whole what their functions answer, payload format
 * 1.0, the authorizer of a user pool, limits, and the policy of a private API. What is not known of them is an error at the start.
 */

import type { ServerResponse } from 'node:http';
import { FunctionFailed, type FunctionPool, invokeBuffered, poolOf } from '../functions/pool.ts';
import { TOO_LARGE } from '../functions/runtime/protocol.ts';
import { newRequestId } from '../lib/requestIds.ts';
import { CLIENT } from '../stack/physical.ts';
import { invokedBy } from '../template/integrations.ts';
import { readPermissions } from '../template/permissions.ts';
import { ACCOUNT, type Resolve } from '../template/resolve.ts';
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { allowsEndpoint } from '../template/vpcePolicy.ts';
import { decodePath } from './function-url.ts';
import type { EdgeRequest } from './headers.ts';
import {
  type Authorizer,
  answer,
  type LambdaAnswer,
  type Throttle,
  tokenBucket,
  type VerifyToken,
} from './http-api.ts';
import { invokeStreaming, renamed } from './streamed.ts';

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
  readonly isStreaming: boolean;
  readonly authorizer?: Authorizer;
}

interface MethodProperties {
  readonly RestApiId: string;
  readonly ResourceId: string;
  readonly HttpMethod: string;
  readonly AuthorizationType: string;
  readonly AuthorizerId?: string;
  readonly Integration: {
    readonly Type: string;
    readonly IntegrationHttpMethod: string;
    readonly ResponseTransferMode?: string;
    readonly TimeoutInMillis?: number;
    readonly Uri: string;
  };
}

interface Served {
  readonly apiId: string;
  readonly domain: string;
  readonly methods: readonly Method[];
  /** Limits of methods by the stage, under `<resource>/<method>`. */
  readonly stages: ReadonlyMap<string, ReadonlyMap<string, Throttle>>;
  /** Whether a request by this VPC endpoint is let in; undefined for an API that is public. */
  readonly letsIn?: (endpoint: string | undefined) => boolean;
  /** Whether every body is taken for binary: a media type with wildcards. */
  readonly isBinary: boolean;
  readonly verify: VerifyToken;
}

/** The REST APIs of some regions by domain name. Throws PortcullisError `template_unsupported`. */
export const restApisOf = (regions: readonly FunctionsOfRegion[], verify: VerifyToken): ReadonlyMap<string, RestApi> =>
  new Map(
    regions.flatMap((region) =>
      ofType(region.template, 'AWS::ApiGateway::RestApi').map(([apiId, properties]) => {
        const domain = `${apiId}.execute-api.${region.template.region}.amazonaws.com`;
        const stages = stagesOf(region, apiId);
        const methods = methodsOf(region, apiId);
        return [domain, restApi({ apiId, domain, stages, methods, verify, ...settingsOf(region, apiId, properties) })];
      }),
    ),
  );

function settingsOf({ resolve }: FunctionsOfRegion, id: string, properties: Record<string, unknown>) {
  knowsAll(id, properties, ['BinaryMediaTypes', 'Description', 'EndpointConfiguration', 'Name', 'Policy', 'Tags']);
  const endpoint = properties['EndpointConfiguration'] as { readonly Types?: readonly string[] } | undefined;
  isOneOf(`${id}.EndpointConfiguration.Types`, endpoint?.Types?.join(), ['REGIONAL', 'PRIVATE']);
  const binary = (properties['BinaryMediaTypes'] ?? []) as readonly string[];
  isOneOf(`${id}.BinaryMediaTypes`, binary.join(), ['', '*/*']);
  const policy = resolve(properties['Policy']);
  const isPrivate = endpoint?.Types?.includes('PRIVATE') === true;
  if (!isPrivate && policy !== undefined)
    throw unsupported(`The local stack knows policies of private APIs only: ${id}.`);
  return {
    isBinary: binary.length > 0,
    ...(isPrivate && { letsIn: (given: string | undefined) => allowsEndpoint(`${id}.Policy`, policy, given) }),
  };
}

interface MethodSetting {
  readonly HttpMethod: string;
  readonly ResourcePath: string;
  readonly ThrottlingRateLimit: number;
  readonly ThrottlingBurstLimit: number;
}

/** Stages by name, with the limits of their methods. */
function stagesOf({ template, resolve }: FunctionsOfRegion, api: string): Served['stages'] {
  return new Map(
    ofType(template, 'AWS::ApiGateway::Stage')
      .map(([id, properties]) => [id, resolve<Record<string, unknown>>(properties)] as const)
      .filter(([, { RestApiId }]) => RestApiId === api)
      .map(([id, stage]) => {
        knowsAll(id, stage, ['DeploymentId', 'MethodSettings', 'RestApiId', 'StageName', 'Tags']);
        const limits = ((stage['MethodSettings'] ?? []) as readonly MethodSetting[]).map((setting) => {
          const { HttpMethod, ResourcePath, ThrottlingRateLimit, ThrottlingBurstLimit } = setting;
          knowsAll(`${id}.MethodSettings`, setting, [
            'DataTraceEnabled',
            'HttpMethod',
            'ResourcePath',
            'ThrottlingBurstLimit',
            'ThrottlingRateLimit',
          ]);
          // A JSON pointer behind the slash (API Gateway API reference, updateStage).
          const resource = ResourcePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
          return [`${resource}/${HttpMethod}`, { rate: ThrottlingRateLimit, burst: ThrottlingBurstLimit }] as const;
        });
        return [String(stage['StageName']), new Map(limits)] as const;
      }),
  );
}

/** Of several that match, the first is the most specific: fewer parameters, a greedy path last, a method before ANY. */
function methodsOf(region: FunctionsOfRegion, api: string): readonly Method[] {
  const rank = ({ verb, resource }: Method) =>
    (resource.includes('+}') ? 100 : 0) + 10 * resource.split('{').length + (verb === 'ANY' ? 1 : 0);
  return ofType(region.template, 'AWS::ApiGateway::Method')
    .map(([id, properties]) => [id, region.resolve<MethodProperties>(properties)] as const)
    .filter(([, { RestApiId }]) => RestApiId === api)
    .map(([id, method]) => methodOf(region, id, method))
    .sort((a, b) => rank(a) - rank(b));
}

function methodOf(region: FunctionsOfRegion, id: string, method: MethodProperties): Method {
  const { template, resolve, pools } = region;
  knowsAll(id, method, ['AuthorizationType', 'AuthorizerId', 'HttpMethod', 'Integration', 'ResourceId', 'RestApiId']);
  isOneOf(`${id}.AuthorizationType`, method.AuthorizationType, ['NONE', 'COGNITO_USER_POOLS']);
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
  const invoked = invokedBy(integration.Uri);
  const pool = invoked && poolOf(pools, invoked.arn);
  if (!pool || invoked.isStreaming !== (integration.ResponseTransferMode === 'STREAM'))
    throw unsupported(`The method ${id} leads to no function, or invokes it in another way than its mode says.`);
  const { functionName } = pool.definition;
  if (!readPermissions(template, resolve).allows(functionName, 'lambda:InvokeFunction', 'apigateway.amazonaws.com'))
    throw unsupported(`API Gateway may not invoke ${functionName}.`);
  const resource = resourcePath(template, resolve, method.ResourceId);
  const pattern = resource
    .replace(/[.]/g, '\\.')
    .replace(/\{[^}]+\+\}/g, '.+')
    .replace(/\{[^}]+\}/g, '[^/]+');
  return {
    verb: method.HttpMethod,
    resource,
    paths: new RegExp(`^${pattern}$`),
    pool,
    isStreaming: invoked.isStreaming,
    ...(method.AuthorizerId !== undefined && { authorizer: authorizerOf(region, method.AuthorizerId) }),
  };
}

/** The pool's issuer. API Gateway compares no client; the local login has one. */
function authorizerOf({ template, resolve }: FunctionsOfRegion, id: string): Authorizer {
  const properties = template.resources[id]?.Properties ?? {};
  knowsAll(id, properties, [
    'AuthorizerResultTtlInSeconds',
    'IdentitySource',
    'Name',
    'ProviderARNs',
    'RestApiId',
    'Type',
  ]);
  isOneOf(`${id}.Type`, properties['Type'], ['COGNITO_USER_POOLS']);
  isOneOf(`${id}.IdentitySource`, properties['IdentitySource'], ['method.request.header.Authorization']);
  const [[pool] = []] = ofType(template, 'AWS::Cognito::UserPool');
  const own = resolve({ 'Fn::GetAtt': [pool, 'Arn'] });
  if (resolve<string[]>(properties['ProviderARNs']).join() !== own)
    throw unsupported(`The authorizer ${id} must take tokens of the template's user pool.`);
  return { issuer: resolve<string>({ 'Fn::GetAtt': [pool, 'ProviderURL'] }), audience: [CLIENT] };
}

function resourcePath(template: StackTemplate, resolve: Resolve, id: string): string {
  const resource = template.resources[id]?.Properties;
  // The root is the API's own id with a slash.
  if (!resource) return '/';
  const parent = resourcePath(template, resolve, resolve<string>(resource['ParentId']));
  return `${parent === '/' ? '' : parent}/${String(resource['PathPart'])}`;
}

/** API Gateway's limit for a request; Lambda's is below. */
const REQUEST_BYTES = 10 * 1024 * 1024;
const LAMBDA_BYTES = 6 * 1024 * 1024;
const INTERNAL = '{"message": "Internal server error"}';
const FAILURES = { throttled: [500, INTERNAL], failed: [502, INTERNAL] } as const;

type Refuse = (status: number, message: string) => void;

function restApi(api: Served): RestApi {
  const { stages, methods, letsIn, verify, isBinary } = api;
  const buckets = new Map(
    [...stages].flatMap(([stage, limits]) =>
      [...limits].map(([name, throttle]) => [`${stage} ${name}`, tokenBucket(throttle)] as const),
    ),
  );
  return async (request, response) => {
    const refuse: Refuse = (status, message) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
    if (letsIn && !letsIn(request.vpceId)) return refuse(403, 'Forbidden');
    const [, stage = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(request.uri) ?? [];
    if (!stages.has(stage)) return refuse(403, 'Forbidden');
    const method = methods.find(({ verb, paths }) => (verb === 'ANY' || verb === request.method) && paths.test(path));
    if (!method) return refuse(403, 'Missing Authentication Token');
    const { pool, authorizer, resource, verb } = method;
    if (buckets.get(`${stage} ${resource}/${verb}`)?.() === false) return refuse(429, 'Too Many Requests');
    const claims = authorizer && (await claimsOf(request, authorizer, verify));
    if (authorizer && !claims) return refuse(401, 'Unauthorized');
    if (claims) request.admitted();
    const body = await request.readBody(REQUEST_BYTES);
    // Base64 takes four characters for three bytes.
    if (!body || body.length * (isBinary ? 4 / 3 : 1) > LAMBDA_BYTES) return refuse(413, 'Request Entity Too Large');
    const event = eventOf(request, {
      api,
      stage,
      path,
      resource,
      claims,
      isBase64Encoded: isBinary && body.length > 0,
    });
    if (method.isStreaming) return invokeStreaming({ pool, event, body, failures: FAILURES }, request, response);
    await invokeWhole({ pool, event, body }, response, refuse);
  };
}

async function invokeWhole(
  { pool, event, body }: { readonly pool: FunctionPool; readonly event: object; readonly body: Buffer },
  response: ServerResponse,
  refuse: Refuse,
): Promise<void> {
  try {
    const given = JSON.parse(await invokeBuffered(pool, event, { body, most: LAMBDA_BYTES })) as LambdaAnswer;
    answer({ ...given, headers: renamed(given.headers ?? {}) }, response);
  } catch (error) {
    if (!(error instanceof FunctionFailed)) throw error;
    if (error.errorType === TOO_LARGE) refuse(413, 'Request Entity Too Large');
    else if (error.errorType === 'Sandbox.Timedout') refuse(504, 'Endpoint request timed out');
    else refuse(502, 'Internal server error');
  }
}

/** Without scopes, the authorizer of a user pool takes identity tokens. It passes every claim as text, and the times of these two for people. */
async function claimsOf(
  { headers }: EdgeRequest,
  authorizer: Authorizer,
  verify: VerifyToken,
): Promise<Readonly<Record<string, string>> | undefined> {
  const token = /^(?:Bearer )?(.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  const claims = await verify(token ?? '', authorizer).catch(() => undefined);
  if (claims?.['token_use'] !== 'id') return undefined;
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      WRITTEN_OUT.has(name) ? dateText(Number(value)) : String(value),
    ]),
  );
}

const WRITTEN_OUT: ReadonlySet<string> = new Set(['exp', 'iat']);

/** As Java writes dates: Thu Dec 06 16:08:23 UTC 2018. */
function dateText(seconds: number): string {
  const [weekday = '', day, month, year, time] = new Date(seconds * 1_000).toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}

interface Asked {
  readonly api: Served;
  readonly stage: string;
  readonly path: string;
  readonly resource: string;
  readonly claims: Readonly<Record<string, string>> | undefined;
  readonly isBase64Encoded: boolean;
}

function eventOf(
  { method, query, headers: given, ip, vpceId }: EdgeRequest,
  { api: { apiId, domain }, stage, path, resource, claims, isBase64Encoded }: Asked,
) {
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
      ...(claims && { authorizer: { claims } }),
      domainName: domain,
      httpMethod: method,
      identity: { sourceIp: ip, userAgent: given['user-agent'] ?? null, ...(vpceId !== undefined && { vpceId }) },
      path: `/${stage}${path}`,
      protocol: 'HTTP/1.1',
      requestId: newRequestId(),
      requestTimeEpoch: Date.now(),
      resourcePath: resource,
      stage,
    },
    isBase64Encoded,
  };
}

/** As most clients write it: REST APIs pass names on in the letters that came. */
const asWritten = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const lastOf = (several: Readonly<Record<string, readonly string[]>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(several).map(([name, values]) => [name, values.at(-1)]));
