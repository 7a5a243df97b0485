/** The REST APIs of a template: stages, methods, authorizers and the policy of a private API. What is not known of them is an error at the start. */
import { type FunctionPool, poolOf } from '../functions/pool.ts';
import { CLIENT } from '../stack/physical.ts';
import { invokedBy } from '../template/integrations.ts';
import { readPermissions } from '../template/permissions.ts';
import type { Resolve } from '../template/resolve.ts';
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { allowsEndpoint } from '../template/vpcePolicy.ts';
import type { Authorizer, Throttle } from './http-api.ts';

/** A region with the pools of its functions. */
export interface FunctionsOfRegion {
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

/** A REST API as the template has it. */
export interface ServedApi {
  readonly apiId: string;
  readonly domain: string;
  readonly methods: readonly Method[];
  /** Limits of methods by the stage, under `<resource>/<method>`. */
  readonly stages: ReadonlyMap<string, ReadonlyMap<string, Throttle>>;
  /** Whether a request by this VPC endpoint is let in; undefined for an API that is public. */
  readonly letsIn?: (endpoint: string | undefined) => boolean;
  /** Whether every body is taken for binary: a media type with wildcards. */
  readonly isBinary: boolean;
}

/** The REST APIs of a region. Throws PortcullisError `template_unsupported`. */
export const readRestApis = (region: FunctionsOfRegion): readonly ServedApi[] =>
  ofType(region.template, 'AWS::ApiGateway::RestApi').map(([apiId, properties]) => ({
    apiId,
    domain: `${apiId}.execute-api.${region.template.region}.amazonaws.com`,
    stages: stagesOf(region, apiId),
    methods: methodsOf(region, apiId),
    ...settingsOf(region, apiId, properties),
  }));

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
function stagesOf({ template, resolve }: FunctionsOfRegion, api: string): ServedApi['stages'] {
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
