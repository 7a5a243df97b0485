/** The address of a server: variables with defaults, choices and samples, paths without a host, and addresses without a scheme. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import type { ImportOptions } from '../../../../core/openapi/model/types.ts';
import { importValue, openapi, swagger } from '../../../support/descriptions.ts';

const paths = { '/things': { get: { responses: {} } } };
const at = (url: string, variables: JsonObject = {}, options: ImportOptions = {}) =>
  importValue(openapi({ servers: [{ url, variables }], paths }), options);
const codesOf = ({ warnings }: Awaited<ReturnType<typeof at>>) => warnings.map(({ code }) => code);

describe('a variable of a server', () => {
  test.each([
    ['its own name', 'https://api.bigcommerce.com/stores/{store_hash}/v3', { store_hash: { default: 'store_hash' } }],
    ['a word of samples', 'https://{slug}.clerk.accounts.dev', { slug: { default: 'example-destined-camel-13' } }],
    ['a secret', 'https://api.telegram.org/bot{token}', { token: { default: '123456:ABC-DEF1234ghIkl' } }],
    ['one customer of many', 'https://{customer}.intellifi.nl/api', { customer: { default: 'brain' } }],
    ['somebody’s domain', 'https://{domain}/api', { domain: { default: 'your-domain.zendesk.com' } }],
    ['an unknown key', 'https://api.faretrotter.com/v2.0/{apikey}', { apikey: { default: 'unknown' } }],
    ['a subdomain', 'https://{yourOktaDomain}/oauth2', { yourOktaDomain: { default: 'my-org.okta.com' } }],
  ])('whose default is %s has a sample, and the address is not proposed', async (_, url, variables) => {
    const result = await at(url, variables);
    const [[name, { default: sample }] = ['', { default: '' }]] = Object.entries(variables);

    expect([result.baseUrl, result.servers]).toEqual(['', []]);
    expect(result.address).toEqual({ template: url, variables: [{ name, sample }] });
    expect(codesOf(result)).toEqual(['repaired_server_placeholder', 'server_missing']);
    expect(result.warnings.at(-1)?.message).toContain(url);
  });

  test('whose default is a sample is proposed all the same where that repair is left out', async () => {
    const result = await at(
      'https://{tenant}.api.example.org',
      { tenant: { default: 'acme' } },
      { withoutRepairs: ['server_placeholder'] },
    );

    expect(result.baseUrl).toBe('https://acme.api.example.org');
  });

  test.each([
    ['a version', 'https://api.bunq.com/{basePath}', { basePath: { default: 'v1' } }, 'https://api.bunq.com/v1'],
    ['a host', 'https://{instance}/api/v4', { instance: { default: 'gitlab.com' } }, 'https://gitlab.com/api/v4'],
    ['its name, which is its value', 'https://{api}.things.dev', { api: { default: 'api' } }, 'https://api.things.dev'],
    ['a whole address', '{server}/v2', { server: { default: 'https://api.things.dev' } }, 'https://api.things.dev/v2'],
  ])('whose default is %s is proposed, and can be chosen', async (_, url, variables, baseUrl) => {
    const result = await at(url, variables);

    expect(result.baseUrl).toBe(baseUrl);
    expect(result.address?.variables).toEqual(Object.entries(variables).map(([name, given]) => ({ name, ...given })));
    expect(codesOf(result)).toEqual([]);
  });

  test('with a list of values is a choice, with the first of them where there is no default', async () => {
    const variables = {
      region: { enum: ['eu', 'us'], description: 'Where the <b>account</b> is' },
      tenant: { enum: ['one', 'two'], default: 'two' },
      port: { enum: [443, 8443], default: 8443 },
    };

    const result = await at('{scheme}://{tenant}.{region}.things.dev:{port}', {
      ...variables,
      scheme: { enum: ['http', 'https'] },
    });

    expect(result.address).toEqual({
      template: 'https://{tenant}.{region}.things.dev:{port}',
      variables: [
        { name: 'tenant', default: 'two', choices: ['one', 'two'] },
        { name: 'region', default: 'eu', choices: ['eu', 'us'], description: expect.stringContaining('account') },
        { name: 'port', default: '8443', choices: ['443', '8443'] },
      ],
    });
  });

  test('that is described nowhere has to be given', async () => {
    const { baseUrl, address } = await at('https://{region}.things.dev', { region: 'eu' as never });

    expect([baseUrl, address?.variables]).toEqual(['', [{ name: 'region' }]]);
  });

  test('with a sample gives way to the next server, whose address then stands', async () => {
    const servers: JsonObject[] = [
      { url: 'https://{tenant}.things.dev', variables: { tenant: { default: 'tenant' } } },
      { url: 'https://api.things.dev/v1', variables: {} },
    ];

    const result = await importValue(openapi({ servers, paths }));

    expect([result.baseUrl, result.address]).toEqual(['https://api.things.dev/v1', undefined]);
  });

  test('beyond bounds is not asked for', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `{v${index}}`).join('.');
    const long = { a: { default: 'b', enum: Array.from({ length: 500 }, (_, index) => `${index}${'x'.repeat(300)}`) } };

    expect((await at(`https://${many}.things.dev`)).address).toBeUndefined();
    const [variable] = (await at('https://things.dev/{a}', long)).address?.variables ?? [];
    expect([variable?.choices?.length, variable?.choices?.[0]?.length]).toEqual([100, 200]);
  });
});

describe('a server without a host', () => {
  const host = { name: 'host', description: expect.any(String) };

  test.each([
    ['OpenAPI 3', openapi({ servers: [{ url: '/open-banking/v4.0/aisp' }], paths })],
    ['Swagger 2.0', swagger({ host: '', basePath: '/open-banking/v4.0/aisp', paths })],
  ])('of %s is named with its path, behind which whoever gives the host finds it', async (_, document) => {
    const result = await importValue(document);

    expect([result.baseUrl, result.address]).toEqual([
      '',
      { template: 'https://{host}/open-banking/v4.0/aisp', variables: [host] },
    ]);
    expect(result.warnings.map(({ message }) => message).join()).toContain('https://{host}/open-banking/v4.0/aisp');
  });

  test('is resolved against the address of the document', async () => {
    const url = 'https://docs.things.dev/v2/openapi.json';
    const results = await Promise.all(
      [
        openapi({ servers: [{ url: '/api/v1' }], paths }),
        openapi({ servers: [{ url: '../v1' }], paths }),
        swagger({ host: '', basePath: 'api/v1', paths }),
      ].map((document) => importDocument(JSON.stringify(document), { url })),
    );

    expect(results.map(({ baseUrl }) => baseUrl)).toEqual([
      'https://docs.things.dev/api/v1',
      'https://docs.things.dev/v1',
      'https://docs.things.dev/api/v1',
    ]);
    expect(results.map(({ address }) => address)).toEqual([undefined, undefined, undefined]);
  });

  test('and without a path is not asked for in parts', async () => {
    const { baseUrl, address } = await importValue(openapi({ servers: [{ url: '/' }], paths }));

    expect([baseUrl, address]).toEqual(['', undefined]);
  });
});

test.each([
  ['//budgea.biapi.pro/2.0', 'https://budgea.biapi.pro/2.0'],
  ['//{region}.things.dev/v1', 'https://eu.things.dev/v1'],
])('%s is taken as https', async (url, expected) => {
  expect((await at(url, { region: { default: 'eu' } })).baseUrl).toBe(expected);
});

describe('an API on the developer’s machine, read under the name that a local stack gives it', () => {
  const read = async (url: string, server: string) => (await at(server, {}, { url })).baseUrl;

  test('may name the plain address at which it listens', async () => {
    const url = 'https://dev-3000.portcullis.example/openapi.json';

    expect(await read(url, 'http://localhost:3000/v1')).toBe('https://dev-3000.portcullis.example/v1');
    expect(await read(url, 'http://127.0.0.1:3000')).toBe('https://dev-3000.portcullis.example');
    expect(await read(url, 'http://localhost:4000/v1')).toBe('');
    expect(await read('https://api.example.org/openapi.json', 'http://localhost:3000/v1')).toBe('');
  });
});
