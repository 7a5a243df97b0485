/** Reads the CloudFront distribution with its policies, functions and origins from the template. What it does not know is an error. */
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import { ofType } from '../template/template.ts';
import type { ErrorTtls } from './cache.ts';
import { edgeFunction, edgeResponseFunction } from './edge-function.ts';
import { forwarding } from './forward.ts';
import type { KeyValues } from './key-values.ts';
import { type OriginConfig, type OriginContext, originOf } from './origins.ts';
import { cachePolicyOf, originRequestPolicyOf, responseHeadersPolicyOf } from './policies.ts';
import type { Behaviour, EdgeOptions } from './server.ts';

interface CacheBehavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly ViewerProtocolPolicy: string;
  readonly AllowedMethods?: readonly string[];
  readonly CachedMethods?: readonly string[];
  readonly CachePolicyId?: string;
  readonly OriginRequestPolicyId?: string;
  readonly ResponseHeadersPolicyId?: string;
  readonly Compress?: boolean;
  readonly FunctionAssociations?: ReadonlyArray<{ readonly EventType: string; readonly FunctionARN: string }>;
}

interface DistributionConfig {
  readonly DefaultRootObject?: string;
  readonly DefaultCacheBehavior: CacheBehavior;
  readonly CacheBehaviors?: readonly CacheBehavior[];
  readonly CustomErrorResponses?: ReadonlyArray<{ readonly ErrorCode: number; readonly ErrorCachingMinTTL?: number }>;
  readonly Origins: readonly OriginConfig[];
}

const METHODS = [
  ['GET', 'HEAD'],
  ['GET', 'HEAD', 'OPTIONS'],
  ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
];

/** The options of the edge. Throws PortcullisError `template_unsupported` for what the edge does not know, with its name. */
export function edgeOptions(context: OriginContext): EdgeOptions {
  const { template, resolve } = context;
  const [distribution] = ofType(template, 'AWS::CloudFront::Distribution');
  if (!distribution) throw unsupported('The template has no distribution.');
  const [id, properties] = distribution;
  knowsAll(id, properties, ['DistributionConfig', 'Tags']);
  const config = resolve<DistributionConfig>(properties['DistributionConfig']);
  // Of these, the ones without a use below are of DNS, TLS, HTTP versions, locations and AWS WAF, which a loopback address has not.
  knowsAll(`${id}.DistributionConfig`, config, [
    'Aliases',
    'CacheBehaviors',
    'Comment',
    'CustomErrorResponses',
    'DefaultCacheBehavior',
    'DefaultRootObject',
    'Enabled',
    'HttpVersion',
    'IPV6Enabled',
    'Origins',
    'PriceClass',
    'ViewerCertificate',
    'WebACLId',
  ]);
  const functions = functionsOf(context);
  const behaviours = [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior];
  return {
    behaviours: behaviours.map((behaviour) => behaviourOf(context, functions, id, behaviour)),
    origins: new Map(
      config.Origins.map((origin) => [origin.Id, originOf(context, origin, config.DefaultRootObject ?? '')]),
    ),
    errorTtls: errorTtls(id, config),
    hosts: ['localhost', '127.0.0.1', '[::1]'],
  };
}

/** How long errors are cached, by status. */
function errorTtls(id: string, { CustomErrorResponses = [] }: DistributionConfig): ErrorTtls {
  return new Map(
    CustomErrorResponses.map((response) => {
      knowsAll(`${id}.CustomErrorResponses`, response, ['ErrorCode', 'ErrorCachingMinTTL']);
      return [response.ErrorCode, response.ErrorCachingMinTTL ?? 10];
    }),
  );
}

interface Functions {
  readonly request: (id: string, code: string) => ReturnType<typeof edgeFunction>;
  readonly response: (id: string, code: string) => ReturnType<typeof edgeResponseFunction>;
  readonly codes: ReadonlyMap<string, string>;
}

/** CloudFront associates one store with a function. */
interface FunctionConfig {
  readonly Comment?: string;
  readonly Runtime: string;
  readonly KeyValueStoreAssociations?: ReadonlyArray<{ readonly KeyValueStoreARN: string }>;
}

/** The functions by their ids, each compiled once for each kind of event. */
function functionsOf({ template, resolve, keyValues }: OriginContext): Functions {
  const stores = new Map<string, KeyValues | undefined>();
  const once = <Made>(make: (code: string, id: string, store: KeyValues | undefined) => Made) => {
    const made = new Map<string, Made>();
    return (id: string, code: string): Made => {
      const known = made.get(id) ?? make(code, id, stores.get(id));
      made.set(id, known);
      return known;
    };
  };
  const codes = new Map(
    ofType(template, 'AWS::CloudFront::Function').map(([id, properties]) => {
      knowsAll(id, properties, ['AutoPublish', 'FunctionCode', 'FunctionConfig', 'Name', 'Tags']);
      const config = resolve<FunctionConfig>(properties['FunctionConfig']);
      knowsAll(`${id}.FunctionConfig`, config, ['Comment', 'KeyValueStoreAssociations', 'Runtime']);
      isOneOf(`${id}.FunctionConfig.Runtime`, config.Runtime, ['cloudfront-js-2.0']);
      const [association, ...more] = config.KeyValueStoreAssociations ?? [];
      const store = keyValues.get(association?.KeyValueStoreARN ?? '');
      if (more.length > 0 || (association && !store)) throw unsupported(`${id} must read one store of the template.`);
      stores.set(id, store);
      // Only a published function can be part of a distribution.
      isOneOf(`${id}.AutoPublish`, properties['AutoPublish'], [true]);
      return [id, resolve<string>(properties['FunctionCode'])] as const;
    }),
  );
  return { request: once(edgeFunction), response: once(edgeResponseFunction), codes };
}

function behaviourOf(
  context: OriginContext,
  functions: Functions,
  distribution: string,
  behaviour: CacheBehavior,
): Behaviour {
  const where = `${distribution}, behaviour ${behaviour.PathPattern ?? '*'}`;
  knowsAll(where, behaviour, [
    'PathPattern',
    'TargetOriginId',
    'ViewerProtocolPolicy',
    'AllowedMethods',
    'CachedMethods',
    'CachePolicyId',
    'OriginRequestPolicyId',
    'ResponseHeadersPolicyId',
    'Compress',
    'FunctionAssociations',
  ]);
  // The loopback address stands for HTTPS.
  isOneOf(`${where}.ViewerProtocolPolicy`, behaviour.ViewerProtocolPolicy, ['https-only', 'redirect-to-https']);
  const { AllowedMethods: methods = ['GET', 'HEAD'], CachedMethods: cachedMethods = ['GET', 'HEAD'] } = behaviour;
  const isSet = (given: readonly string[]) => (set: readonly string[]) =>
    given.length === set.length && set.every((method) => given.includes(method));
  if (!METHODS.some(isSet(methods)) || !METHODS.slice(0, 2).some(isSet(cachedMethods)))
    throw unsupported(`CloudFront does not take the methods of ${where}.`);
  if (behaviour.CachePolicyId === undefined) throw unsupported(`${where} has no cache policy.`);
  const cache = cachePolicyOf(context, behaviour.CachePolicyId);
  const codeOf = (event: string) => {
    const found = (behaviour.FunctionAssociations ?? []).filter(({ EventType }) => EventType === event);
    const id = found[0]?.FunctionARN;
    if (id === undefined) return undefined;
    const code = functions.codes.get(id);
    if (code === undefined || found.length > 1) throw unsupported(`${where} names a function ${id} that is not there.`);
    return [id, code] as const;
  };
  for (const { EventType } of behaviour.FunctionAssociations ?? [])
    isOneOf(`${where}.FunctionAssociations.EventType`, EventType, ['viewer-request', 'viewer-response']);
  const [onRequest, onResponse] = [codeOf('viewer-request'), codeOf('viewer-response')];
  return {
    ...(behaviour.PathPattern === undefined ? {} : { pattern: behaviour.PathPattern }),
    originId: behaviour.TargetOriginId,
    methods,
    cachedMethods,
    cache,
    compress: behaviour.Compress === true,
    forward: forwarding(cache, originRequestPolicyOf(context, behaviour.OriginRequestPolicyId)),
    responseHeaders: responseHeadersPolicyOf(context, behaviour.ResponseHeadersPolicyId),
    ...(onRequest && { viewerRequest: functions.request(...onRequest) }),
    ...(onResponse && { viewerResponse: functions.response(...onResponse) }),
  };
}
