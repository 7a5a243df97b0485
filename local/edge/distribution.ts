/** Reads the CloudFront distribution with its functions and origins from the template. */
import { LocalStackError } from '../errors.ts';
import type { FunctionPool } from '../functions/pool.ts';
import { urlDomain } from '../physical.ts';
import type { Permissions } from '../template/permissions.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { edgeFunction, edgeResponseFunction } from './edge-function.ts';
import { callFunctionUrl } from './function-url.ts';
import type { Headers } from './headers.ts';
import { type Authorizer, httpApi, type Route, type Throttle, type VerifyToken } from './http-api.ts';
import type { Behaviour, EdgeOptions, Origin } from './server.ts';
import { type SiteFiles, siteOrigin } from './site.ts';

interface DistributionContext {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly pools: ReadonlyMap<string, FunctionPool>;
  /** Files of the buckets that are origins, by bucket name. */
  readonly sites: ReadonlyMap<string, SiteFiles>;
  readonly permissions: Permissions;
  readonly verify: VerifyToken;
}

interface CacheBehavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly AllowedMethods?: readonly string[];
  readonly FunctionAssociations?: ReadonlyArray<{
    readonly EventType: 'viewer-request' | 'viewer-response';
    readonly FunctionARN: string;
  }>;
  readonly ResponseHeadersPolicyId?: string;
}

interface DistributionConfig {
  readonly DefaultRootObject?: string;
  readonly DefaultCacheBehavior: CacheBehavior;
  readonly CacheBehaviors?: readonly CacheBehavior[];
  readonly Origins: ReadonlyArray<{
    readonly Id: string;
    readonly DomainName: string;
    readonly OriginCustomHeaders?: ReadonlyArray<{ readonly HeaderName: string; readonly HeaderValue: string }>;
  }>;
}

/** The options of the edge. Throws LocalStackError `template_unsupported` for settings that the edge does not implement. */
export function edgeOptions(context: DistributionContext): EdgeOptions {
  const { template, resolve } = context;
  for (const [id, { AuthType, InvokeMode }] of ofType(template, 'AWS::Lambda::Url')) {
    if (AuthType === 'NONE' && InvokeMode === 'RESPONSE_STREAM') continue;
    throw new LocalStackError('template_unsupported', `The function URL ${id} must be open and stream its answers.`);
  }
  const [distribution] = ofType(template, 'AWS::CloudFront::Distribution');
  const config = resolve<DistributionConfig>(distribution?.[1]['DistributionConfig']);
  const codes = new Map(
    ofType(template, 'AWS::CloudFront::Function').map(([id, { FunctionCode }]) => [id, resolve<string>(FunctionCode)]),
  );
  const behaviour = ({
    PathPattern,
    TargetOriginId,
    AllowedMethods,
    FunctionAssociations,
    ResponseHeadersPolicyId,
  }: CacheBehavior): Behaviour => {
    const codeAt = (event: 'viewer-request' | 'viewer-response') =>
      codes.get(FunctionAssociations?.find(({ EventType }) => EventType === event)?.FunctionARN ?? '');
    const [onRequest, onResponse] = [codeAt('viewer-request'), codeAt('viewer-response')];
    return {
      ...(PathPattern === undefined ? {} : { pattern: PathPattern }),
      originId: TargetOriginId,
      methods: AllowedMethods ?? ['GET', 'HEAD'],
      responseHeaders: ResponseHeadersPolicyId ? securityHeaders(context, ResponseHeadersPolicyId) : {},
      ...(onRequest !== undefined && { viewerRequest: edgeFunction(onRequest) }),
      ...(onResponse !== undefined && { viewerResponse: edgeResponseFunction(onResponse) }),
    };
  };
  return {
    behaviours: [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior].map(behaviour),
    origins: new Map(config.Origins.map((origin) => [origin.Id, originOf(context, config, origin)])),
    hosts: ['localhost', '127.0.0.1', '[::1]'],
  };
}

function originOf(
  context: DistributionContext,
  config: DistributionConfig,
  origin: DistributionConfig['Origins'][number],
): Origin {
  const { DomainName, OriginCustomHeaders = [] } = origin;
  const pool = [...context.pools.values()].find(({ definition }) => urlDomain(definition.logicalId) === DomainName);
  if (pool) {
    // Since 2025 a function URL requires both permissions (AWS Lambda developer guide, access to function URLs).
    const isOpen = ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'].every((action) =>
      context.permissions.allows(pool.definition.functionName, action, '*'),
    );
    return (request, response) => {
      if (!isOpen) {
        response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' });
        response.end(
          '{"Message":"Forbidden. For troubleshooting Function URL authorization issues, see the documentation."}',
        );
        return;
      }
      for (const { HeaderName, HeaderValue } of OriginCustomHeaders)
        request.headers[HeaderName.toLowerCase()] = HeaderValue;
      return callFunctionUrl(pool, DomainName, request, response);
    };
  }
  if (DomainName.includes('.execute-api.')) {
    const { DefaultRouteSettings } = stageOf(context.template, context.resolve);
    return httpApi(routesOf(context), context.verify, throttleOf(DefaultRouteSettings));
  }
  const site = [...context.sites].find(([name]) => DomainName.startsWith(`${name}.s3.`));
  if (site) return siteOrigin(site[1], config.DefaultRootObject ?? 'index.html');
  throw new LocalStackError(
    'template_unsupported',
    `The distribution has an origin ${DomainName} that nothing here serves.`,
  );
}

function routesOf({ template, resolve, pools, permissions }: DistributionContext): Route[] {
  const integrations = new Map(
    ofType(template, 'AWS::ApiGatewayV2::Integration').map(([id, { IntegrationUri }]) => [
      id,
      resolve<string>(IntegrationUri).split(':').at(-1),
    ]),
  );
  const { RouteSettings = {} } = stageOf(template, resolve);
  return ofType(template, 'AWS::ApiGatewayV2::Route').map(([, properties]) => {
    const key = resolve<string>(properties['RouteKey']);
    const throttle = throttleOf(RouteSettings[key]);
    const integration = resolve<string>(properties['Target']).split('/').at(-1) as string;
    const pool = pools.get(integrations.get(integration) ?? '');
    if (!pool)
      throw new LocalStackError(
        'template_unsupported',
        `The route ${String(properties['RouteKey'])} leads to no function.`,
      );
    if (!permissions.allows(pool.definition.functionName, 'lambda:InvokeFunction', 'apigateway.amazonaws.com')) {
      throw new LocalStackError('template_unsupported', `API Gateway may not invoke ${pool.definition.functionName}.`);
    }
    return {
      key,
      pool,
      ...(throttle && { throttle }),
      ...(properties['AuthorizationType'] === 'JWT'
        ? { authorizer: authorizerOf(template, resolve, resolve<string>(properties['AuthorizerId'])) }
        : {}),
    };
  });
}

function authorizerOf(template: StackTemplate, resolve: Resolve, id: string): Authorizer {
  const { JwtConfiguration } = resolve<{ JwtConfiguration: { Issuer: string; Audience: string[] } }>(
    template.resources[id]?.Properties,
  );
  return { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience };
}

interface RouteSetting {
  readonly ThrottlingRateLimit?: number;
  readonly ThrottlingBurstLimit?: number;
}

interface Stage {
  readonly DefaultRouteSettings?: RouteSetting;
  readonly RouteSettings?: Readonly<Record<string, RouteSetting>>;
}

function stageOf(template: StackTemplate, resolve: Resolve): Stage {
  const [stage] = ofType(template, 'AWS::ApiGatewayV2::Stage');
  return resolve<Stage>(stage?.[1] ?? {});
}

function throttleOf({ ThrottlingRateLimit: rate, ThrottlingBurstLimit }: RouteSetting = {}): Throttle | undefined {
  return rate ? { rate, burst: ThrottlingBurstLimit ?? rate } : undefined;
}

/** Without Strict-Transport-Security: this edge serves plain HTTP on loopback. */
function securityHeaders({ template, resolve }: DistributionContext, policyId: string): Headers {
  const policy = template.resources[policyId]?.Properties?.['ResponseHeadersPolicyConfig'];
  const { SecurityHeadersConfig: config } = resolve<{ SecurityHeadersConfig: Record<string, Record<string, string>> }>(
    policy,
  );
  return {
    'content-security-policy': config['ContentSecurityPolicy']?.['ContentSecurityPolicy'] ?? '',
    'x-content-type-options': 'nosniff',
    'x-frame-options': config['FrameOptions']?.['FrameOption'] ?? 'DENY',
    'referrer-policy': config['ReferrerPolicy']?.['ReferrerPolicy'] ?? 'no-referrer',
  };
}
