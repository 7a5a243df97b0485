/**
 * The synthesized template before the local edge, with functions that only say who asked. Mistakes in it have the effect on this machine
 * that they would have on AWS, or end the start with the name of what the edge does not know.
 */

import { afterEach, describe, expect, test } from '@jest/globals';
import { edgeOptions } from '../../local/edge/distribution.ts';
import { functionUrlsOf } from '../../local/edge/function-url.ts';
import { keyValuesOf } from '../../local/edge/key-values.ts';
import { restApisOf } from '../../local/edge/rest-api.ts';
import { type Edge, listenOn, startEdge } from '../../local/edge/server.ts';
import type { InvocationSink } from '../../local/functions/environment.ts';
import type { FunctionPool } from '../../local/functions/pool.ts';
import { loginClientOf } from '../../local/login/client.ts';
import { physicalNames } from '../../local/stack/physical.ts';
import { CrossRegion } from '../../local/template/crossRegion.ts';
import { readPermissions } from '../../local/template/permissions.ts';
import { resolver } from '../../local/template/resolve.ts';
import type { StackTemplate } from '../../local/template/template.ts';
import { localTemplates } from '../support/localTemplates.ts';
import { ZONE } from '../support/settings.ts';
import { synthesize, synthesizeRegions } from '../support/synth.ts';
import { nameOf } from './properties/property.ts';

type Node = Record<string, unknown>;
type Resources = Record<string, { Type: string; Properties?: Node }>;
const EDGE_URL = 'http://localhost:8787';
const ISSUER = 'http://localhost:8788';
const REFUSED = 'Bearer refused';
const REFUSAL = { 'x-refusal-status': '401', 'x-refusal-challenge': 'Bearer error="invalid_token"' };

/** A copy of the synthesized resources. */
const draft = (): Resources => structuredClone(synthesize().resources) as Resources;

function of(resources: Resources, name: string): Node {
  const found = Object.entries(resources).find(([id]) => nameOf(id) === name);
  return (found?.[1].Properties ?? {}) as Node;
}

const configOf = (resources: Resources) => of(resources, 'EdgeDistribution')['DistributionConfig'] as Node;
function behaviour(resources: Resources, path: string): Node {
  return (configOf(resources)['CacheBehaviors'] as Node[]).find(({ PathPattern }) => PathPattern === path) as Node;
}

const stackOf = (resources: Resources) =>
  ({ name: 'Portcullis', region: 'us-east-1', resources, outputs: {} }) as unknown as StackTemplate;

/** Resolves a template twice: with the addresses of this machine, and with those that AWS would know. */
function read(template: StackTemplate, crossRegion = new CrossRegion()) {
  const names = physicalNames(template, {
    edgeUrl: EDGE_URL,
    issuer: ISSUER,
    iotHost: () => 'localhost:1',
    keyId: (id) => id,
    secret: () => '{"current":"ours","previous":""}',
    crossRegion: (region, name) => crossRegion.read(region, name),
  });
  const resolve = resolver(template, names);
  crossRegion.add(template, resolve);
  return {
    template,
    resolve,
    unmoved: resolver(template, { ...names, rewrite: (text) => text }),
    pools: pools(template.resources),
  };
}

/** Answers with what it was asked with, or with the refusal that a function can only name. */
function pools(resources: StackTemplate['resources']): Map<string, FunctionPool> {
  const ids = Object.keys(resources).filter((id) => resources[id]?.Type === 'AWS::Lambda::Function');
  const invoke = (event: { headers: Record<string, string> }, sink: InvocationSink) => {
    const { authorization, host, 'x-viewer-host': viewer, 'x-viewer-address': address } = event.headers;
    const body = JSON.stringify({ asked: authorization, host, viewer, address });
    const headers = { 'content-type': 'application/json', ...(authorization === REFUSED && REFUSAL) };
    if (sink.prelude) {
      sink.prelude({ statusCode: 200, headers });
      sink.chunk?.(body, true);
      sink.done(undefined);
    } else sink.done(JSON.stringify({ statusCode: 200, headers, body }));
    return () => {};
  };
  return new Map(
    ids.map((id) => [id, { definition: { logicalId: id, functionName: id }, invoke } as unknown as FunctionPool]),
  );
}

const edges: Edge[] = [];
afterEach(async () => {
  await Promise.all(edges.splice(0).map((edge) => edge.close()));
});

function optionsOf(...regions: readonly [StackTemplate, ...StackTemplate[]]) {
  const crossRegion = new CrossRegion();
  const [home, ...others] = regions.map((region) => read(region, crossRegion));
  const { template, resolve, pools } = home as ReturnType<typeof read>;
  const files = { 'index.html': '<!doctype html>', 'assets/a.js': 'a'.repeat(2_000) } as Record<string, string>;
  const site = Object.keys(template.resources).find((id) => nameOf(id) === 'EdgeSite') ?? '';
  return edgeOptions({
    template,
    resolve,
    pools,
    functionUrls: functionUrlsOf([{ template, resolve, pools }, ...others]),
    restApis: restApisOf([{ template, resolve, pools }, ...others], async () => ({ sub: 'x' })),
    keyValues: keyValuesOf(template, resolve),
    sites: new Map([
      [site.toLowerCase(), (key: string) => (key in files ? { body: Buffer.from(files[key] as string) } : undefined)],
    ]),
    permissions: readPermissions(template, resolve),
    verify: async () => ({ sub: 'x' }),
  });
}

const opened = (resources: Resources) => openedIn(stackOf(resources));

async function openedIn(...regions: readonly [StackTemplate, ...StackTemplate[]]) {
  const edge = await startEdge(await listenOn(0), optionsOf(...regions));
  edges.push(edge);
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(`http://localhost:${edge.port}${path}`, { method, headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

/** An access token that the edge's function lets through. */
const tokenOf = (who: string, iss = ISSUER) => {
  const claims = { iss, exp: Date.now() / 1_000 + 600, sub: who };
  return `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
};

describe('the synthesized template', () => {
  test('answers each caller for themselves, and lets the dashboard be cached', async () => {
    const ask = await opened(draft());

    const [one, two] = [
      await ask('/v1/servers', { authorization: tokenOf('one') }),
      await ask('/v1/servers', { authorization: tokenOf('two') }),
    ];
    const [page, again, missing] = [await ask('/'), await ask('/servers'), await ask('/assets/none.js')];

    expect(one.text).toContain(tokenOf('one').slice(0, 60));
    expect(two.text).not.toBe(one.text);
    expect(JSON.parse(one.text).host).toMatch(/\.execute-api\./);
    expect([page, again].map(({ headers }) => headers.get('x-cache'))).toEqual([
      'Miss from cloudfront',
      'Hit from cloudfront',
    ]);
    expect(missing.status).toBe(403);
  });

  test('reaches function URLs under their own names', async () => {
    const ask = await opened(draft());

    const { status, text } = await ask('/mcp', { authorization: 'Bearer pcl_x' }, 'POST');

    expect([status, JSON.parse(text).host]).toEqual([200, expect.stringMatching(/\.lambda-url\./)]);
  });

  test('answers as two stacks of one region, with a web ACL and a certificate that it makes', async () => {
    const { home, front } = synthesizeRegions({
      regions: ['us-east-1'],
      waf: true,
      domainNames: ['mcp.example.com'],
      hostedZone: ZONE,
    });
    const ask = await openedIn(...localTemplates([home, front]));

    const { status, text } = await ask('/mcp', { authorization: 'Bearer pcl_x' }, 'POST');

    expect([status, JSON.parse(text).host]).toEqual([200, expect.stringMatching(/\.lambda-url\./)]);
  });

  test("sends each country's clients to their region, and everybody else home", async () => {
    const { home, edge, others, front } = synthesizeRegions();
    const ask = await openedIn(...localTemplates([edge, ...others, home, front]));
    const hostFor = async (method: string, headers: Record<string, string>) =>
      JSON.parse((await ask('/mcp', { authorization: 'Bearer pcl_x', ...headers }, method)).text).host;
    const countries = [
      {},
      ...['US', 'DE', 'AU', 'ZZ', 'germany'].map((code) => ({ 'cloudfront-viewer-country': code })),
    ];

    const [posted, streamed] = [
      await Promise.all(countries.map((headers) => hostFor('POST', headers))),
      await Promise.all(countries.map((headers) => hostFor('GET', headers))),
    ];

    const regions = ['us-east-1', 'us-east-1', 'eu-west-1', 'ap-southeast-2', 'us-east-1', 'us-east-1'];
    const urls = (name: string) =>
      regions.map((region) => expect.stringMatching(new RegExp(`^${name}\\w+\\.lambda-url\\.${region}\\.on\\.aws$`)));
    expect(posted).toEqual(urls('dataplanerpc'));
    expect(streamed).toEqual(urls('dataplanestream'));
  });

  test('tells functions the host and the address of who asks, whatever that says of itself, in each layout', async () => {
    const { home, edge, others, front } = synthesizeRegions();
    const forged = { 'x-viewer-host': 'forged.example', 'x-viewer-address': '192.0.2.1' };

    for (const ask of [await opened(draft()), await openedIn(...localTemplates([edge, ...others, home, front]))]) {
      const called = await ask('/mcp', { authorization: 'Bearer pcl_x', ...forged }, 'POST');
      const signingIn = await ask('/oauth/token', forged, 'POST');

      expect(JSON.parse(called.text).viewer).toMatch(/^localhost:\d+$/);
      expect(JSON.parse(signingIn.text).address).toMatch(/^(::1|(::ffff:)?127\.0\.0\.1)$/);
    }
  });

  test('makes a challenge of what a function of MCP can only name', async () => {
    const ask = await opened(draft());

    const { status, headers } = await ask('/mcp', { authorization: REFUSED }, 'POST');

    expect([status, headers.get('www-authenticate')]).toEqual([401, REFUSAL['x-refusal-challenge']]);
    expect(headers.has('x-refusal-status')).toBe(false);
  });

  test('turns away from the API a token of a login whose name is longer', async () => {
    const ask = await opened(draft());

    const { status } = await ask('/v1/servers', { authorization: tokenOf('one', `${ISSUER}.example`) });

    expect(status).toBe(401);
  });

  test("may sign people in at the edge's address with its slash alone", () => {
    const { template, resolve, unmoved } = read(stackOf(draft()));

    expect(loginClientOf(template, resolve, unmoved)).toEqual({
      callbackUrls: [`${EDGE_URL}/`, 'http://127.0.0.1:8787/'],
      logoutUrls: [`${EDGE_URL}/`, 'http://127.0.0.1:8787/'],
    });
  });
});

describe('a mistake', () => {
  test('that caches /v1/* gives one caller the answer of another', async () => {
    const resources = draft();
    behaviour(resources, '/v1/*')['CachePolicyId'] = '658327ea-f89d-4fab-a63d-7e88639e58f6';
    const ask = await opened(resources);

    const one = await ask('/v1/servers', { authorization: tokenOf('one') });
    const two = await ask('/v1/servers', { authorization: tokenOf('two') });

    expect([two.text, two.headers.get('x-cache')]).toEqual([one.text, 'Hit from cloudfront']);
  });

  test.each([
    ['/srv_*/mcp', '/srv_000000000000/mcp'],
    ['/v1/*', '/v1/config'],
  ])('that forwards the Host of %s is refused by its origin', async (pattern, path) => {
    const resources = draft();
    behaviour(resources, pattern)['OriginRequestPolicyId'] = '216adef6-5c7f-47e4-b989-5492eafa07d3';
    const ask = await opened(resources);

    const { status, headers } = await ask(
      path,
      { authorization: 'Bearer pcl_x' },
      pattern === '/v1/*' ? 'GET' : 'POST',
    );

    expect([status, headers.get('x-cache')]).toEqual([403, 'Error from cloudfront']);
  });

  test('that forwards no Authorization leaves calls without a credential', async () => {
    const resources = draft();
    delete behaviour(resources, '/mcp')['OriginRequestPolicyId'];
    const ask = await opened(resources);

    const { text } = await ask('/mcp', { authorization: 'Bearer pcl_x' }, 'POST');

    expect(JSON.parse(text).asked).toBeUndefined();
  });

  test('that leaves errors in the cache keeps them for ten seconds', async () => {
    const resources = draft();
    delete configOf(resources)['CustomErrorResponses'];

    expect(optionsOf(stackOf(draft())).errorTtls.get(404)).toBe(0);
    expect(optionsOf(stackOf(resources)).errorTtls.get(404)).toBeUndefined();
  });

  test('that lets the bucket be read by nobody shows no page', async () => {
    const resources = draft();
    const policy = of(resources, 'EdgeSitePolicy')['PolicyDocument'] as { Statement: Node[] };
    policy.Statement = policy.Statement.filter(({ Effect }) => Effect === 'Deny');
    const ask = await opened(resources);

    expect((await ask('/')).status).toBe(403);
  });

  test.each<[string, RegExp, (resources: Resources) => void]>([
    [
      'an unknown property',
      /EdgeDistribution\w+\.DistributionConfig\.Logging/,
      (all) => (configOf(all)['Logging'] = {}),
    ],
    [
      'an unknown property of a behaviour',
      /behaviour \/v1\/\*\.SmoothStreaming/,
      (all) => (behaviour(all, '/v1/*')['SmoothStreaming'] = true),
    ],
    ['an unknown policy', /CachePolicy 00000000/, (all) => (behaviour(all, '/v1/*')['CachePolicyId'] = '00000000')],
    [
      'headers of CloudFront',
      /OriginRequestPolicy 33f36d7e/,
      (all) => (behaviour(all, '/v1/*')['OriginRequestPolicyId'] = '33f36d7e-f396-46d9-90e0-52428a34d9dc'),
    ],
    ['plain HTTP', /ViewerProtocolPolicy/, (all) => (behaviour(all, '/mcp')['ViewerProtocolPolicy'] = 'allow-all')],
    [
      'a set of methods that there is not',
      /methods of .*\/mcp/,
      (all) => (behaviour(all, '/mcp')['AllowedMethods'] = ['GET', 'POST']),
    ],
    [
      'an error page',
      /CustomErrorResponses\.ResponsePagePath/,
      (all) => (((configOf(all)['CustomErrorResponses'] as Node[])[0] as Node)['ResponsePagePath'] = '/a.html'),
    ],
    [
      'a header that CloudFront does not add',
      /does not add the header x-edge-secret/,
      (all) =>
        (
          ((configOf(all)['Origins'] as Node[]).find(({ Id }) => Id === 'rpc') as Node)['OriginCustomHeaders'] as Node[]
        ).push({ HeaderName: 'X-Edge-Secret', HeaderValue: 'x' }),
    ],
    [
      'an older runtime',
      /Runtime/,
      (all) => ((of(all, 'EdgeMcp')['FunctionConfig'] as Node)['Runtime'] = 'cloudfront-js-1.0'),
    ],
    [
      'a function beyond its runtime',
      /EdgeMcp\w+, line 1: .*for-of/,
      (all) => (of(all, 'EdgeMcp')['FunctionCode'] = 'function handler(event) { for (const a of event) {} }'),
    ],
  ])('with %s ends the start and is named', (_what, message, make) => {
    const resources = draft();
    make(resources);

    expect(() => optionsOf(stackOf(resources))).toThrow(
      expect.objectContaining({ code: 'template_unsupported', message: expect.stringMatching(message) }),
    );
  });

  test.each([
    ['http://portcullis.example/', 'CallbackURLs'],
    ['https://portcullis.example/#signed-in', 'CallbackURLs'],
    ['/', 'LogoutURLs'],
  ])('that names %s in %s is one that Cognito does not take', (url, member) => {
    const resources = draft();
    of(resources, 'LoginPoolDashboard')[member] = [url];
    const { template, resolve, unmoved } = read(stackOf(resources));

    expect(() => loginClientOf(template, resolve, unmoved)).toThrow(`Cognito does not take ${url}`);
  });

  test('that leaves the slash out of the callback makes the login refuse the one with it', () => {
    const resources = draft();
    const [callback] = of(resources, 'LoginPoolDashboard')['CallbackURLs'] as [{ 'Fn::Join': [string, unknown[]] }];
    callback['Fn::Join'][1].pop();
    const { template, resolve, unmoved } = read(stackOf(resources));

    expect(loginClientOf(template, resolve, unmoved).callbackUrls).not.toContain(`${EDGE_URL}/`);
  });
});
