/** What response schemas and paths say about answers, for redaction. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { answerSubject, describedOf } from '../../../../core/tools/answerSubject.ts';
import { defined } from '../../../support/defined.ts';
import { openapi } from '../../../support/descriptions.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const described = async (schema: JsonObject, schemas: JsonObject = {}, path = '/things') => {
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  const document = {
    ...openapi({ paths: { [path]: { get: { operationId: 'get', responses } } } }),
    components: { schemas },
  };
  return defined((await importDocument(JSON.stringify(document), {})).tools[0]).described;
};

describe('a response schema', () => {
  test('says by formats, extensions and descriptions what its names do not', async () => {
    const properties = {
      id: { ...text, format: 'uuid' },
      email: { ...text, format: 'email' },
      login: { ...text, format: 'email' },
      cell: { type: 'object', properties: { v: { ...text, format: 'phone' } } },
      city: { ...text, 'x-pii': true },
      remark: { ...text, 'x-sensitive': 'true' },
      who: { ...text, 'x-pii': 'name' },
      open: { ...text, 'x-pii': false },
      f1: { ...text, description: 'Date of birth of the insured' },
      f2: { ...text, description: 'The number of e-mail addresses that the account has' },
      list: { type: 'array', items: { properties: { m: { ...text, format: 'email' } } } },
      map: { additionalProperties: { properties: { m: { ...text, format: 'email' } } } },
    };

    expect(await described({ type: 'object', properties })).toEqual({
      fields: {
        login: 'email',
        'cell.v': 'phone',
        city: 'address',
        remark: 'redact',
        who: 'name',
        f1: 'birth-date',
        'list.m': 'email',
        'map.*.m': 'email',
      },
    });
  });

  test('lists the values of its fields, within bounds', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
    const node = { properties: { state: { enum: ['on', 'off', null] }, next: ref('Node') } };
    const properties = {
      status: { ...text, enum: ['open', 'paid'] },
      kind: { const: 'order' },
      level: { type: 'integer', enum: [1, 2] },
      tags: { type: 'array', items: { ...text, enum: ['gift'] } },
      lines: { type: 'array', items: { allOf: [{ properties: { unit: { enum: ['kg'] } } }] } },
      many: { ...text, enum: values(41) },
      long: { ...text, enum: ['x'.repeat(41)] },
      node: ref('Node'),
    };

    expect(await described({ type: 'array', items: { type: 'object', properties } }, { Node: node })).toEqual({
      values: {
        status: ['open', 'paid'],
        kind: ['order'],
        tags: ['gift'],
        'lines.unit': ['kg'],
        'node.state': ['on', 'off'],
        'node.next.state': ['on', 'off'],
        'node.next.next.state': ['on', 'off'],
      },
    });
    const wide = await described({
      properties: Object.fromEntries(values(100).map((name) => [name, { enum: values(20) }])),
    });
    expect(JSON.stringify(wide?.values).length).toBeLessThan(2_500);
  });

  test('says by the names of its components who is who', async () => {
    const schemas = {
      UserResponse: { properties: { name: text, boss: ref('UserResponse'), org: ref('Company') } },
      Company: { properties: { name: text } },
      Account: { properties: { name: text } },
    };

    expect(await described(ref('UserResponse'), schemas)).toMatchObject({ about: 'person' });
    expect(await described({ type: 'array', items: ref('Company') }, schemas)).toEqual({ about: 'organisation' });
    expect(
      await described({ properties: { payload: ref('UserResponse'), owner: ref('Company') } }, schemas),
    ).toMatchObject({ fields: { payload: 'person', owner: 'organisation' } });
    expect(await described(ref('Account'), schemas)).toBeUndefined();
  });

  test('is bounded: loops, thousands of members, long names', async () => {
    const loop = {
      allOf: [ref('Loop')],
      items: ref('Loop'),
      properties: { next: ref('Loop'), m: { format: 'email' } },
    };
    const wide = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [`field${at}_${'x'.repeat(40)}`, { ...text, format: 'email' }]),
    );

    expect(await described(ref('Loop'), { Loop: loop })).toEqual({
      fields: { m: 'email', 'next.m': 'email', 'next.next.m': 'email', 'next.next.next.m': 'email' },
    });
    const parts = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [
        `Part${at}`,
        { allOf: [ref(`Part${at + 1}`)], items: ref(`Part${at + 1}`) },
      ]),
    );

    expect(JSON.stringify(await described({ properties: wide })).length).toBeLessThan(2_500);
    expect(await described(ref('Part0'), parts)).toBeUndefined();
  });
});

describe('a path', () => {
  test.each([
    ['/users/{id}', 'person'],
    ['/v1/contacts', 'person'],
    ['/users/search', 'person'],
    ['/api/users.list', 'person'],
    ['/me', 'person'],
    ['/v5/person/enrich', 'person'],
    ['/company/enrich', 'organisation'],
    ['/teams/{id}/members.json', 'weak'],
    ['/repos/{owner}/{repo}', 'organisation'],
    ['/users/{id}/repositories', 'organisation'],
    ['/merchants/{id}', 'organisation'],
    ['/zones', 'organisation'],
    ['/projects/{id}', 'organisation'],
    ['/stores/{id}', 'place'],
    ['/places/nearby', 'place'],
    ['/places/v1/discover/here', 'place'],
    ['/postcodes/{postcode}', 'place'],
    ['/groups/ByContact/{id}', 'organisation'],
    ['/accounts/{id}', undefined],
    ['/customers/{id}/orders', undefined],
    ['/cards/{id}', undefined],
    ['/ws/{cep}/json', 'place'],
    ['/lookup/{postal_code}', 'place'],
    ['/geocoding/{query}.json', 'place'],
    ['/vessels/{id}', 'organisation'],
    ['/1.0/~ann', 'weak'],
    ['/', undefined],
  ])('%s is about %s', (path, subject) => {
    expect(answerSubject({ path, tags: [] })).toBe(subject);
  });

  test.each([
    ['find_customer', 'person'],
    ['contacts-search', 'person'],
    ['slack_listUsers', 'person'],
    ['users.get', 'person'],
    ['get_user_by_email', 'person'],
    ['list_users_by_team', 'person'],
    ['get_me', 'person'],
    ['list_team_members', 'weak'],
    ['get_zone', 'organisation'],
    ['find_store', 'place'],
    ['get_customer_orders', undefined],
    ['search_by_name', undefined],
    ['search', undefined],
  ])('the tool %s of an MCP server is about %s', (tool, subject) => {
    expect(answerSubject(ofMcp(tool))).toBe(subject);
  });

  test('marks the session that a tool of an MCP server opens', () => {
    expect(describedOf(ofMcp('user_login'))?.fields).toMatchObject({ session_id: 'secret' });
    expect(describedOf(ofMcp('sign_in'))?.fields).toMatchObject({ session_id: 'secret' });
    expect(describedOf(ofMcp('list_sessions'))?.fields).toBeUndefined();
  });

  test('marks the session that a sign-in opens, unless the schema says what it is', () => {
    expect(describedOf({ path: '/identity/v2/login', tags: [] })?.fields).toMatchObject({ 'session.id': 'secret' });
    expect(
      describedOf({ path: '/sign_in.json', tags: [], described: { fields: { sid: 'phone' } } })?.fields,
    ).toMatchObject({ sid: 'phone', session_id: 'secret' });
    expect(describedOf({ path: '/sessions/{id}', tags: [] })).toBeUndefined();
  });

  test('without a resource leaves it to the tag, and to the schema before it', () => {
    expect(answerSubject({ path: '/search', tags: ['Users'] })).toBe('weak');
    expect(
      describedOf({ path: '/users', tags: [], described: { about: 'organisation', fields: { a: 'email' } } }),
    ).toEqual({ about: 'organisation', fields: { a: 'email' } });
    expect(describedOf({ path: '/users', tags: [] })).toEqual({ about: 'person' });
  });
});

const ofMcp = (tool: string) => ({
  path: `/${tool}`,
  tags: [],
  mcp: { tool, transport: 'http' as const, digest: '' },
});
