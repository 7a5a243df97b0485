/** The CloudFront Function that chooses a region, run as it is, over the map that the configuration gives it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { mcpRegionsCode } from '../../../lib/edge/code.ts';
import { regionsByCountry } from '../../../lib/edge/countries.ts';

const REGIONS = ['us-east-1', 'eu-west-1', 'ap-southeast-2'];

/** What the function does with a request, over a store with these entries (undefined: one that does not answer). */
async function choose(
  store: Record<string, string> | undefined,
  { country, method = 'POST', uri = '/pcl_x/mcp' }: { country?: string; method?: string; uri?: string },
) {
  let origin: string | undefined;
  const get = async (key: string) => {
    const value = store?.[key];
    if (value === undefined) throw new Error('KeyNotFound');
    return value;
  };
  const selectRequestOriginById = (id: string) => {
    origin = id;
  };
  const context = createContext({ cf: { kvs: () => ({ get }), selectRequestOriginById } });
  new Script(mcpRegionsCode().replace(/^import cf from 'cloudfront';$/m, '')).runInContext(context);
  const headers = {
    host: { value: 'edge.example.com' },
    ...(country && { 'cloudfront-viewer-country': { value: country } }),
  };
  const request = { method, uri, headers, querystring: {} };
  const result = await context['handler']({ request, context: { requestId: 'r-1' } });
  return { origin, result };
}

const store = {
  ...regionsByCountry(REGIONS),
  'eu-west-1': 'eu-west-1',
  'ap-southeast-2': 'ap-southeast-2',
};

describe('a request', () => {
  test.each([
    ['US', 'POST', 'rpc'],
    ['US', 'GET', 'stream'],
    ['BR', 'POST', 'rpc'],
    ['DE', 'POST', 'rpc-eu-west-1'],
    ['DE', 'GET', 'stream-eu-west-1'],
    ['DE', 'DELETE', 'rpc-eu-west-1'],
    ['ZA', 'POST', 'rpc-eu-west-1'],
    ['AU', 'GET', 'stream-ap-southeast-2'],
    ['SG', 'POST', 'rpc-ap-southeast-2'],
    ['ZZ', 'POST', 'rpc'],
    ['__proto__', 'POST', 'rpc'],
  ])('from %s by %s goes to %s', async (country, method, origin) => {
    expect((await choose(store, { country, method })).origin).toBe(origin);
  });

  test('without a country, or while the store does not answer, goes home', async () => {
    expect((await choose(store, {})).origin).toBe('rpc');
    expect((await choose(undefined, { country: 'DE', method: 'GET' })).origin).toBe('stream');
  });

  test('goes elsewhere as soon as the entry of its region says so', async () => {
    expect((await choose({ ...store, 'eu-west-1': 'home' }, { country: 'DE' })).origin).toBe('rpc');
    expect((await choose({ ...store, 'eu-west-1': 'ap-southeast-2' }, { country: 'DE' })).origin).toBe(
      'rpc-ap-southeast-2',
    );
  });

  test('without a token in path or header is challenged', async () => {
    const { origin, result } = await choose(store, { country: 'DE', uri: '/mcp' });

    expect(origin).toBeUndefined();
    expect(result).toMatchObject({ statusCode: 401, headers: { 'www-authenticate': { value: 'Bearer' } } });
  });

  test('tells the origin its host and waits for no other request; other paths are 404', async () => {
    const { result } = await choose(store, { country: 'DE' });
    expect(result.headers).toMatchObject({
      'x-viewer-host': { value: 'edge.example.com' },
      'x-request-key': { value: 'r-1' },
    });

    const other = await choose(store, { country: 'DE', uri: '/_origin/rpc-eu-west-1' });
    expect(other).toMatchObject({ origin: undefined, result: { statusCode: 404 } });
  });
});

describe('the map of countries', () => {
  test('sends each country to one configured region, and names none that home serves', () => {
    const map = regionsByCountry(REGIONS);

    expect(Object.keys(map).length).toBeGreaterThan(150);
    expect(new Set(Object.values(map))).toEqual(new Set(REGIONS.slice(1)));
    expect(Object.keys(map).filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
  });

  test('lets the owner decide', () => {
    expect(regionsByCountry(REGIONS, { DE: 'us-east-1', US: 'eu-west-1' })).toMatchObject({ US: 'eu-west-1' });
    expect(regionsByCountry(REGIONS, { DE: 'us-east-1' })).not.toHaveProperty('DE');
  });

  test.each([
    [['eu-central-1', 'us-west-2'], { US: 'us-west-2', DE: undefined, JP: 'us-west-2', IN: undefined }],
    [
      ['us-east-1', 'ap-south-1', 'ap-northeast-1', 'sa-east-1', 'me-central-1', 'af-south-1', 'ap-southeast-1'],
      {
        IN: 'ap-south-1',
        JP: 'ap-northeast-1',
        BR: 'sa-east-1',
        AE: 'me-central-1',
        KE: 'af-south-1',
        VN: 'ap-southeast-1',
        AU: 'ap-southeast-1',
        DE: 'me-central-1',
      },
    ],
  ])('of %j', (regions, expected) => {
    const map = regionsByCountry(regions);
    for (const [country, region] of Object.entries(expected))
      expect([country, map[country]]).toEqual([country, region]);
  });

  test('knows no country twice', async () => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'lib', 'edge', 'countries.ts'), 'utf8');
    const [, lists = ''] = /const PARTS = \{(.*?)\} as const/s.exec(text) ?? [];

    const codes: string[] = lists.match(/\b[A-Z]{2}\b/g) ?? [];

    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});
