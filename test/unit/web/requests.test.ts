/** Tools from curl commands, Postman collections and HAR files: what they become, and that no credential of theirs does. */
import { describe, expect, test } from '@jest/globals';
import { checked } from '../../../core/lib/zod/faults.ts';
import { manualDraft } from '../../../core/tools/manual.ts';
import { manualTool } from '../../../core/tools/schemas/tools.ts';
import { isCredentialName } from '../../../web/src/lib/credential-names.ts';
import { readRequests } from '../../../web/src/lib/requests/read.ts';
import { schemaOfSample } from '../../../web/src/lib/requests/sample-schema.ts';
import { defined } from '../../support/defined.ts';

const BASE = 'https://api.example.com/v1';
const SECRET = 'sk-live-Zq81LmXo';

const read = (text: string) => readRequests(text, BASE);
const one = (text: string) => defined(read(text).tools[0]);
/** As the service takes it; a tool that it would refuse fails here. */
const draftOf = (text: string) => manualDraft(checked(manualTool, one(text).tool));
const refusal = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

describe('a curl command', () => {
  test('becomes a tool with names and types, and none of its values', () => {
    const draft =
      draftOf(`curl -sS -XPOST 'https://api.example.com/v1/customers/cus_000123/orders?notify=true&sort=a' \\
      -H "Authorization: Bearer ${SECRET}" -H 'X-Tenant: acme-berlin' -H 'Content-Type: application/json' \\
      --cookie 'sid=${SECRET}' --data-raw $'{"item":"it\\'s a lamp","quantity":2,"due":"2026-05-01","tags":["a"],"to":{"zip":"10115"}}'`);

    expect(draft).toMatchObject({ verb: 'POST', path: '/customers/{customerId}/orders' });
    expect(draft.inputSchema).toEqual({
      type: 'object',
      properties: {
        customerId: { type: 'string' },
        notify: { type: 'boolean' },
        sort: { type: 'string' },
        'X-Tenant': { type: 'string' },
        item: { type: 'string' },
        quantity: { type: 'integer' },
        due: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { type: 'string' } },
        to: { type: 'object', properties: { zip: { type: 'string' } } },
      },
      required: ['customerId'],
      additionalProperties: false,
    });
    expect(JSON.stringify(draft)).not.toMatch(/lamp|acme-berlin|cus_000123|10115/);
  });

  test.each([
    ['a header', `-H 'X-Api-Key: ${SECRET}'`, 'header X-Api-Key'],
    ['a header of any case', `-H 'authorization: Basic ${SECRET}'`, 'header authorization'],
    ['a cookie', `-b 'session=${SECRET}'`, 'cookies'],
    ['a cookie header', `-H 'Cookie: session=${SECRET}'`, 'cookies'],
    ['user and password', `-u me:${SECRET}`, '--user'],
    ['a bearer option', `--oauth2-bearer ${SECRET}`, '--oauth2-bearer'],
    ['a letter among letters', `-su me:${SECRET}`, '--user'],
  ])('leaves out a credential in %s, and says so', (_, option, told) => {
    const reading = read(`curl ${option} ${BASE}/orders`);

    expect(reading.leftOut).toEqual([told]);
    expect(JSON.stringify(reading)).not.toContain(SECRET);
    expect(reading.tools[0]?.tool).toMatchObject({ verb: 'GET', path: '/orders', parameters: [] });
  });

  test('leaves out keys in the address, its query and its user', () => {
    const reading = read(`curl 'https://me:${SECRET}@api.example.com/v1/orders?api_key=${SECRET}&page_token=abc'`);

    expect(reading.leftOut).toEqual(['user and password in the address', 'query api_key']);
    expect(reading.tools[0]?.tool.parameters).toMatchObject([{ name: 'page_token', in: 'query' }]);
    expect(JSON.stringify(reading)).not.toContain(SECRET);
  });

  test.each([
    ['the path', `curl https://hooks.slack.com/services/T00000000/B00000000/XabcdefghijklmnopqrstuVW`, BASE],
    ['a segment of the path', `curl ${BASE}/keys/ghp_${'a1B2'.repeat(9)}/use`, BASE],
    ['the name of a field', `curl ${BASE}/x -d '{"ghp_${'a1B2'.repeat(9)}":1,"b":{"AKIAIOSFODNN7EXAMPLE":2}}'`, BASE],
  ])('leaves out a secret in %s', (_, text, base) => {
    const shown = JSON.stringify(readRequests(text, base));

    expect(shown).not.toMatch(/XabcdefghijklmnopqrstuVW|a1B2a1B2|AKIA/);
  });

  test("as a browser copies it, with escapes in $'…', keeps the fields of its body", () => {
    const draft = draftOf(String.raw`curl '${BASE}/notes' --data-raw $'{\n  "text": "it\'s\u0021",\n  "n": 1\n}'`);

    expect(draft.body).toMatchObject({ fields: [{ name: 'text' }, { name: 'n' }] });
  });

  test.each([
    ['curl api.example.com/v1/orders', 'GET', '/orders'],
    ['$ curl --compressed -L -o out.json https://api.example.com/v1/orders', 'GET', '/orders'],
    ['curl -I https://api.example.com/v1/orders/8841', 'HEAD', '/orders/{orderId}'],
    ['curl -G -d q=a -d limit=3 https://api.example.com/v1/orders', 'GET', '/orders'],
    ['curl -T file.bin https://api.example.com/v1/files/a', 'PUT', '/files/a'],
    ["curl --json '{}' https://api.example.com/v1/orders", 'POST', '/orders'],
    ['curl -X DELETE https://api.example.com/v1/categories/7 && echo done', 'DELETE', '/categories/{categoryId}'],
    ['curl "$HOST/v1/orders/$id"', 'GET', '/orders/{id}'],
  ])('is read as it is written: %s', (text, verb, path) => {
    expect(draftOf(text)).toMatchObject({ verb, path });
  });

  test('has form fields and files as fields of its body', () => {
    const form = draftOf(`curl ${BASE}/login -d 'user=me&count=3'`);
    const upload = draftOf(`curl ${BASE}/files -F 'file=@a.png' -F 'note=hi'`);

    expect(form.body).toMatchObject({
      kind: 'urlencoded',
      layout: 'fields',
      fields: [{ name: 'user' }, { name: 'count' }],
    });
    expect(upload.body).toMatchObject({
      kind: 'multipart',
      fields: [{ name: 'file', binary: true }, { name: 'note' }],
    });
  });

  test('may be several, of which those to one endpoint are one tool', () => {
    const reading = read(`curl '${BASE}/orders/1?expand=a'
curl '${BASE}/orders/2?fields=b'
curl -X POST ${BASE}/orders -d '[{"a":1},{"a":1.5,"b":null}]'`);

    expect(reading.tools.map(({ tool }) => tool.name)).toEqual(['get_orders_by_orderId', 'post_orders']);
    expect(reading.tools[0]?.tool.parameters?.map(({ name }) => name)).toEqual(['orderId', 'expand', 'fields']);
    expect(reading.tools[1]?.tool.body?.schema).toEqual({
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'number' }, b: {} } },
    });
  });

  test('to another host is told, and what is none is refused in words', () => {
    expect(one('curl https://other.example.org/x').elsewhere).toBe('https://other.example.org');
    expect(refusal('hello')).toMatch(/neither a curl command/);
    expect(refusal('curl -X POST')).toBe('The command has no URL.');
    expect(refusal('curl "https://x/${"')).toMatch(/not closed/);
    expect(refusal('curl ^"https://x/^" ^\n -H ^"a: b^"')).toMatch(/cURL \(bash\)/);
    expect(refusal(`curl https://x/ -d '${'x'.repeat(60_000)}'`)).toMatch(/50000 characters/);
    expect(refusal('curl file:///etc/passwd')).toMatch(/No request to an http or https URL/);
  });
});

describe('the data of a curl command', () => {
  const bodyOf = (text: string) => one(text).tool.body;
  const namesOf = (text: string) => Object.keys((bodyOf(text)?.schema as { properties?: object })?.properties ?? {});
  const queryOf = (text: string) => one(text).tool.parameters?.map(({ name }) => name);

  test.each<[string, string[], RegExp | undefined]>([
    ["--data-urlencode 'filter=a b&c=d'", ['filter'], undefined],
    ["-d a=1 --data-urlencode 'note=5 + 3 & more' -d b=2", ['a', 'note', 'b'], undefined],
    ["--data-urlencode 'to=me@example.com'", ['to'], undefined],
    ["--data-urlencode 'full%20name=x=y'", ['full name'], undefined],
    ["--data-urlencode 'a b&c'", [], /has no name/],
    ["--data-urlencode '=a=b'", [], /has no name/],
    ["--data-urlencode 'note@./notes/a b.txt'", ['note'], /file a b\.txt is not part/],
    ["--data-urlencode '@secret.txt' -d x=1", ['x'], /file secret\.txt is not part/],
    ["--data-raw '@me=1'", ['@me'], undefined],
    ['-d a=1 -d @more.txt', ['a'], /file more\.txt/],
  ])('as curl sends it: %s', (options, names, note) => {
    const text = `curl ${BASE}/x ${options}`;

    expect(namesOf(text)).toEqual(names);
    expect(read(text).notes).toEqual(note ? [expect.stringMatching(note)] : []);
  });

  test.each([
    ["-G --data-urlencode 'q=a b&c=d' -d limit=3", ['old', 'q', 'limit']],
    ["--get -d 'a=1&b=2'", ['old', 'a', 'b']],
    ["-sSG --data-urlencode 'since@time.txt'", ['old', 'since']],
  ])('as the query with %s', (options, names) => {
    const text = `curl '${BASE}/x?old=1' ${options}`;

    expect(queryOf(text)).toEqual(names);
    expect(one(text).tool).toMatchObject({ verb: 'GET' });
    expect(bodyOf(text)).toBeUndefined();
  });

  test.each([
    ['-d @body.json', /file body\.json is not part of the command\. Paste it in place of @/],
    ["--json '@/home/ann/body.json'", /file body\.json/],
    ['--data-binary @-', /standard input. Paste it/],
    ["-H 'Content-Type: application/json' -d '{\"a\": nothing}'", /not valid JSON, so the tool accepts any body/],
  ])('is told when it is not there: %s', (options, note) => {
    const reading = read(`curl ${BASE}/x ${options}`);

    expect(reading.notes).toEqual([expect.stringMatching(/^POST \/x: /)]);
    expect(reading.notes[0]).toMatch(note);
    expect(JSON.stringify(reading)).not.toContain('/home/ann');
    expect(() => manualDraft(checked(manualTool, reading.tools[0]?.tool))).not.toThrow();
  });

  test.each([
    [
      'a here-document',
      `curl ${BASE}/x -H 'Content-Type: application/json' -d @- <<EOF\n{\n  "item": "a \\\n lamp",\n  "n": 2\n}\nEOF`,
    ],
    [
      'one in quotes, before the address',
      `curl --json @- <<'END_OF.IT' \\\n  ${BASE}/x\n{"item": "it's", "n": 2}\nEND_OF.IT\n`,
    ],
    ['one with tabs, before a pipe', `curl ${BASE}/x --json @- <<-EOF | jq .\n\t{"item": "<<EOF", "n": 2}\n\tEOF\n`],
    ['a here-string', `curl ${BASE}/x --json @- <<< '{"item": "a", "n": 2}'`],
  ])('is read from %s', (_, text) => {
    expect(namesOf(text.replaceAll('a \\\n lamp', 'a lamp'))).toEqual(['item', 'n']);
    expect(read(text).notes).toEqual([]);
  });

  test('of a here-document that does not end is told', () => {
    expect(read(`curl ${BASE}/x -d @- <<EOF\n{"a": 1}`).notes).toEqual([expect.stringContaining('standard input')]);
  });

  test('belongs to its operation, and goes to each address', () => {
    const verbs = (text: string) => read(text).tools.map(({ tool }) => `${tool.verb} ${tool.path}`);

    expect(verbs(`curl ${BASE}/a --next -d x=1 ${BASE}/b -: -X DELETE ${BASE}/c`)).toEqual([
      'GET /a',
      'POST /b',
      'DELETE /c',
    ]);
    expect(verbs(`curl -d x=1 ${BASE}/a ${BASE}/b --url ${BASE}/c`)).toEqual(['POST /a', 'POST /b', 'POST /c']);
    expect(verbs(`curl ${BASE}/a -H 'X-A: 1' -o out.json 2> err.txt`)).toEqual(['GET /a']);
    expect(verbs(`curl ${BASE}/a\necho done`)).toEqual(['GET /a']);
    expect(refusal(`curl ${BASE}/a --next -d x=1`)).toBe('The command has no URL.');
  });

  test('may be the body of a GET, and is told with a verb that has none', () => {
    const search = draftOf(
      `curl -X GET ${BASE}/_search -H 'Content-Type: application/json' -d '{"query": {"match_all": {}}}'`,
    );
    const head = read(`curl -I ${BASE}/x -d a=1`);

    expect(search).toMatchObject({ verb: 'GET', body: { kind: 'json', fields: [{ name: 'query' }] } });
    expect(head.notes).toEqual(['HEAD /x: A body does not go with HEAD; it is left out.']);
  });

  test('of several kinds at one endpoint makes a tool for each', () => {
    const reading = read(`curl ${BASE}/x --json '{"a": 1}'
curl ${BASE}/x -F file=@a.png
curl ${BASE}/x -d foo=1
curl ${BASE}/x --json '{"b": 1}'`);

    expect(
      reading.tools.map(({ tool }) => [
        tool.name,
        tool.body?.contentType,
        Object.keys(tool.body?.schema['properties'] as object),
      ]),
    ).toEqual([
      ['post_x', 'application/json', ['a', 'b']],
      ['post_x_2', 'multipart/form-data', ['file']],
      ['post_x_3', 'application/x-www-form-urlencoded', ['foo']],
    ]);
  });

  test('that is hostile ends soon', () => {
    const bombs = [
      '<<A\n'.repeat(9_000),
      `${'"'.repeat(20_000)}`,
      `{${'/*'.repeat(15_000)}`,
      `[${',]'.repeat(15_000)}`,
    ];

    for (const bomb of bombs) expect(() => refusal(`curl ${BASE}/x --json '${bomb}'`)).not.toThrow();
  });
});

describe('a Postman collection', () => {
  const COLLECTION = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: SECRET }] },
    item: [
      {
        name: 'Orders',
        item: [
          {
            name: 'Get one order',
            request: {
              method: 'GET',
              description: `By its number. Send Authorization: Bearer ${SECRET}.`,
              header: [
                { key: 'X-Api-Key', value: SECRET },
                { key: 'X-Old', value: 'x', disabled: true },
              ],
              url: {
                raw: '{{baseUrl}}/v1/orders/:orderId?expand=items',
                query: [
                  { key: 'expand', value: 'items', description: { content: 'What comes along' } },
                  { key: 'page', value: '2', disabled: true },
                ],
              },
            },
          },
          {
            name: 'Make an order!',
            request: {
              method: 'POST',
              auth: { type: 'noauth' },
              body: { mode: 'raw', raw: '{"item": "{{item}}", "n": {{n}}}', options: { raw: { language: 'json' } } },
              url: 'https://api.example.com/v1/orders',
            },
          },
        ],
      },
      {
        name: 'Upload',
        request: {
          method: 'POST',
          url: '{{host}}/files',
          body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file' }] },
        },
      },
    ],
  };

  test('becomes a tool for each request, with names, folders and descriptions, and without its authentication', () => {
    const reading = read(JSON.stringify(COLLECTION));

    expect(reading.tools.map(({ tool }) => [tool.verb, tool.path, tool.name, tool.tag])).toEqual([
      ['GET', '/orders/{orderId}', 'get_one_order', 'Orders'],
      ['POST', '/orders', 'make_an_order', 'Orders'],
      ['POST', '/files', 'upload', undefined],
    ]);
    expect(reading.tools[0]?.tool).toMatchObject({
      title: 'Get one order',
      description: 'By its number. Send Authorization: Bearer [credential].',
    });
    expect(reading.tools[0]?.tool.parameters).toEqual([
      { name: 'orderId', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'expand', in: 'query', description: 'What comes along', schema: { type: 'string' } },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
    ]);
    expect(reading.tools[1]?.tool.body?.schema).toEqual({
      type: 'object',
      properties: { item: { type: 'string' }, n: {} },
    });
    expect(reading.leftOut).toEqual(['authentication of the kind bearer', 'header X-Api-Key']);
    expect(JSON.stringify(reading)).not.toContain(SECRET);
    for (const { tool } of reading.tools) expect(() => manualDraft(checked(manualTool, tool))).not.toThrow();
  });

  test.each([
    ['line comments', '{\n  // who\n  "name": "http://a.b//c", // where\n  "n": {{n}}\n}'],
    ['block comments and a comma at the end', '{"name": "/* no */", /* "x": 1, */ "n": [1, 2,],\n}'],
    ['variables in texts', '{"name": "{{first}} // {{last}}", "n": "{{n}}"}'],
  ])('has bodies with %s, as Postman sends them without', (_, raw) => {
    const item = [{ name: 'A', request: { method: 'POST', url: `${BASE}/a`, body: { mode: 'raw', raw } } }];

    const reading = read(JSON.stringify({ info: {}, item }));

    expect(Object.keys(reading.tools[0]?.tool.body?.schema['properties'] as object)).toEqual(['name', 'n']);
    expect(reading.notes).toEqual([]);
  });

  test('of the old format, and any other JSON, is refused with what to do', () => {
    expect(refusal(JSON.stringify({ requests: [], order: [] }))).toMatch(/Collection v2\.1/);
    expect(refusal('{"openapi":"3.1.0"}')).toMatch(/API description/);
    expect(refusal('{"a":')).toMatch(/JSON is incomplete/);
    expect(refusal('[]')).toMatch(/neither a curl command/);
    expect(refusal(JSON.stringify({ info: {}, item: [] }))).toBe('No request found.');
  });
});

describe('a HAR file', () => {
  const entry = (method: string, url: string, more: object = {}) => ({
    request: {
      method,
      url,
      headers: [{ name: 'Authorization', value: SECRET }],
      cookies: [],
      queryString: [],
      ...more,
    },
    response: { content: { text: SECRET } },
  });
  const har = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } });

  test('becomes the endpoints of the server among its requests, each once', () => {
    const reading = read(
      har(
        entry('OPTIONS', `${BASE}/orders`),
        entry('GET', `${BASE}/orders/11?x=1`),
        entry('GET', `${BASE}/orders/12?y=2`, { cookies: [{ name: 'sid', value: SECRET }] }),
        entry('POST', `${BASE}/orders`, {
          headers: [{ name: ':authority', value: 'x' }],
          postData: { mimeType: 'application/json; charset=utf-8', text: '{"password":"hunter2hunter2"}' },
        }),
        entry('GET', 'https://cdn.example.net/logo'),
        { ...entry('GET', `${BASE}/app.js`), response: { content: { mimeType: 'text/javascript' } } },
      ),
    );

    expect(reading.tools.map(({ tool }) => `${tool.verb} ${tool.path}`)).toEqual([
      'GET /orders/{orderId}',
      'POST /orders',
    ]);
    expect(reading.leftOut).toEqual(['header Authorization', 'cookies']);
    expect(reading.elsewhere).toEqual(['https://cdn.example.net']);
    expect(reading.tools[1]?.tool.body?.schema).toEqual({
      type: 'object',
      properties: { password: { type: 'string' } },
    });
    expect(JSON.stringify(reading)).not.toMatch(new RegExp(`${SECRET}|hunter2`));
  });

  test('is bounded, and hostile members do no harm', () => {
    const many = Array.from({ length: 6_000 }, (_, n) => entry('GET', `${BASE}/a${n}`));
    const nested = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`);

    expect(refusal(har(...many))).toMatch(/more than 5000 requests/);
    expect(read(har(...many.slice(0, 400))).tools).toHaveLength(200);
    expect(refusal(`{${' '.repeat(31 * 1024 * 1024)}`)).toMatch(/30 MB/);
    expect(refusal('{"log":{"entries":[null,1,{"request":{"url":7}},{"request":{"method":{},"url":"::"}}]}}')).not.toBe(
      'none',
    );
    expect(JSON.stringify(schemaOfSample(nested)).length).toBeLessThan(500);
    expect(
      draftOf(har(entry('POST', `${BASE}/x`, { postData: { mimeType: 'text/json', text: '{"__proto__":{"a":1}}' } }))),
    ).toBeDefined();
  });
});

test.each([
  ['X-Api-Key', true],
  ['access_token', true],
  ['X-CSRF-Token', true],
  ['Ocp-Apim-Subscription-Key', true],
  ['sig', true],
  ['next_page_token', false],
  ['author', false],
  ['keyword', false],
  ['customer', false],
])('a name tells whether it carries a credential: %s', (name, expected) => {
  expect(isCredentialName(name)).toBe(expected);
});
