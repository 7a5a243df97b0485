/** What a registry's entry says of a server, read from entries of the forms that the registry's documentation shows, and from hostile ones. */
import { describe, expect, test } from '@jest/globals';
import { addressOf, readServerJson } from '../../../../core/mcpUpstream/serverJson.ts';

const entry = (remotes: readonly object[], more: object = {}) =>
  JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'com.example/acme-analytics',
    title: 'ACME Analytics',
    description: 'Reports',
    version: '2.0.0',
    remotes,
    ...more,
  });
const remote = (more: object = {}) => ({ type: 'streamable-http', url: 'https://analytics.example.com/mcp', ...more });
const read = (more: object) => readServerJson(entry([remote(more)])).remotes[0];

test('title, transport and address', () => {
  const found = readServerJson(entry([remote(), { type: 'sse', url: 'https://analytics.example.com/sse' }]));

  expect(found).toEqual({
    title: 'ACME Analytics',
    description: 'Reports',
    remotes: [
      {
        transport: 'streamable-http',
        template: 'https://analytics.example.com/mcp',
        variables: [],
        suggested: { type: 'none' },
        notes: [],
      },
      expect.objectContaining({ transport: 'sse', template: 'https://analytics.example.com/sse' }),
    ],
  });
});

test('what the API of the registry answers is read as the entry in it, and an entry without a title has its name', () => {
  const inner = JSON.parse(entry([remote()], { title: undefined })) as object;

  expect(readServerJson(JSON.stringify({ server: inner, _meta: {} })).title).toBe('acme-analytics');
});

describe('a header', () => {
  test.each([
    [
      'a secret one',
      { name: 'X-API-Key', isRequired: true, isSecret: true },
      { type: 'header', headerName: 'X-API-Key' },
    ],
    ['Authorization', { name: 'Authorization', isSecret: true }, { type: 'bearer' }],
    ['Authorization, not said to be secret', { name: 'authorization', value: 'Bearer {token}' }, { type: 'bearer' }],
    ['Authorization with Basic', { name: 'Authorization', value: 'Basic {pair}', isSecret: true }, { type: 'basic' }],
    [
      'one with a secret in it',
      { name: 'X-Key', value: 'key {key}', variables: { key: { isSecret: true } } },
      { type: 'header', headerName: 'X-Key' },
    ],
    ['one that is no secret', { name: 'X-Region', value: 'eu' }, { type: 'none' }],
    ['one that is no header', { name: 'X Region: a', isSecret: true }, { type: 'none' }],
  ])('that is %s says which credential', (_, header, suggested) => {
    expect(read({ headers: [header] })?.suggested).toEqual(suggested);
  });

  test('beside the credential is told', () => {
    const found = read({
      headers: [
        { name: 'X-Region', value: 'eu', description: 'Where the\ndata is' },
        { name: 'X-Key', isSecret: true },
        { name: 'X-Second', isSecret: true, isRequired: true, value: 'sk-live' },
      ],
    });

    expect(found?.notes).toEqual([
      'It also takes the header X-Region with the value eu: Where the data is. Add it to the headers of the server.',
      'It also wants the header X-Second. Add it to the headers of the server.',
    ]);
  });
});

test('parts of the address are chosen, by default or by hand', () => {
  const found = read({
    url: 'https://{tenant}.example.com/{region}/mcp',
    variables: {
      tenant: { description: 'Your tenant', isRequired: true },
      region: { default: 'eu', choices: ['eu', 'us'] },
    },
  });

  expect(found?.variables).toEqual([
    { name: 'tenant', description: 'Your tenant' },
    { name: 'region', default: 'eu', choices: ['eu', 'us'] },
  ]);
  expect(found && addressOf(found, {})).toBeUndefined();
  expect(found && addressOf(found, { tenant: ' acme ' })).toBe('https://acme.example.com/eu/mcp');
  expect(found && addressOf(found, { tenant: 'https://acme/', region: 'us' })).toBe('https://acme.example.com/us/mcp');
});

test.each(['constructor', 'toString', '__proto__'])('a part with the name %s has nothing until it is given', (name) => {
  const found = read({ url: `https://{${name}}.example.com/mcp` });

  expect(found?.variables).toEqual([{ name }]);
  expect(found && addressOf(found, {})).toBeUndefined();
  expect(found && addressOf(found, Object.fromEntries([[name, 'acme']]))).toBe('https://acme.example.com/mcp');
});

test('an address that is a part as a whole', () => {
  const found = read({ url: '{baseUrl}/mcp' });

  expect(found && addressOf(found, { baseUrl: 'https://own.example.com' })).toBe('https://own.example.com/mcp');
});

test.each([
  ['{', 'is no JSON'],
  ['[]', 'is no JSON object'],
  ['{"servers":[]}', 'is a list of servers'],
  ['{"remotes":[]}', 'has no name'],
  [entry([]), 'has no remotes'],
  [entry([], { packages: [{ registryType: 'npm' }] }), 'describes packages alone'],
  [entry([{ type: 'stdio', url: 'https://a.example' }]), 'has no remotes'],
  [entry([remote({ url: 'http://a.example/mcp' })]), 'has no remotes'],
  [entry([remote({ url: 'javascript:alert(1)' })]), 'has no remotes'],
  [entry([remote({ url: 7 })]), 'has no remotes'],
  [' '.repeat(300_000), 'has more than 256 KB'],
])('%.40s is refused: it %s', (text, why) => {
  expect(() => readServerJson(text)).toThrow(why);
});

test('texts are short lines in which everything is seen, and lists have an end', () => {
  const found = readServerJson(
    entry(Array(100).fill(remote({ headers: Array(100).fill({ name: 'X-A' }) })), {
      title: `A\u200b${'x'.repeat(9_000)}`,
    }),
  );

  expect(found.title).toContain('<U+200B>');
  expect(found.title.length).toBeLessThan(600);
  expect(found.remotes).toHaveLength(20);
  expect(found.remotes[0]?.notes).toHaveLength(50);
});
