/** Behaviours and origins of an edge as the template's MCP paths have them, for tests that bring their own. */
import type { ServerResponse } from 'node:http';
import { forwarding } from '../../local/edge/forward.ts';
import type { EdgeRequest } from '../../local/edge/headers.ts';
import type { Origin } from '../../local/edge/origins.ts';
import { cachePolicyOf, NO_RESPONSE_HEADERS, originRequestPolicyOf } from '../../local/edge/policies.ts';
import { type Edge, type EdgeOptions, listenOn, startEdge } from '../../local/edge/server.ts';
import type { Resolve } from '../../local/template/resolve.ts';
import type { Resource, StackTemplate } from '../../local/template/template.ts';

export const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
export const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** A template with these resources alone, without intrinsic functions. */
export const templateOf = (resources: Record<string, Resource> = {}) => ({
  template: { resources } as unknown as StackTemplate,
  resolve: ((value: unknown) => value) as Resolve,
});

type Behaviour = EdgeOptions['behaviours'][number];

/** A behaviour for all paths; `given`: what is different. Policies are named by their ids in `resources`, or by those of AWS. */
export function behaviourWith(
  {
    cachePolicy = CACHING_DISABLED,
    originRequestPolicy,
    ...given
  }: Partial<Behaviour> & {
    readonly cachePolicy?: string;
    readonly originRequestPolicy?: string;
  } = {},
  resources: Record<string, Resource> = {},
): Behaviour {
  const source = templateOf(resources);
  const cache = cachePolicyOf(source, cachePolicy);
  return {
    originId: 'only',
    methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    cachedMethods: ['GET', 'HEAD'],
    cache,
    compress: false,
    forward: forwarding(cache, originRequestPolicyOf(source, originRequestPolicy ?? ALL_VIEWER_EXCEPT_HOST)),
    responseHeaders: NO_RESPONSE_HEADERS,
    ...given,
  };
}

type Serve = (request: EdgeRequest, response: ServerResponse) => void | Promise<void>;

/** An edge with one behaviour and one origin. */
export async function edgeWith(serve: Serve, behaviour = behaviourWith(), origin: Partial<Origin> = {}): Promise<Edge> {
  return startEdge(await listenOn(0), {
    hosts: ['localhost'],
    behaviours: [behaviour],
    origins: new Map([['only', { domain: 'origin.example', headers: {}, readTimeoutMs: 30_000, serve, ...origin }]]),
    errorTtls: new Map(),
  });
}
