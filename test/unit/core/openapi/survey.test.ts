/** What an import tells beside its tools: servers, authentication, tags, and the choice among too many operations. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import { CREDENTIAL_KINDS, SINGLE_TYPES } from '../../../../core/model/credentialKinds/index.ts';
import { codesOf, importValue, openapi, swagger, toolAt } from '../../../support/descriptions.ts';

const URL_OF_DOCUMENT = 'https://docs.example.com/specs/v2/openapi.json';
const paths = { '/a': { get: {} } };

describe('servers', () => {
  test.each([
    [
      'the first https one',
      [{ url: 'http://a.example.com' }, { url: 'https://b.example.com/v1/' }],
      'https://b.example.com/v1',
    ],
    ['http as https', [{ url: 'http://a.example.com:80/v1' }], 'https://a.example.com/v1'],
    [
      'variables by their defaults',
      [
        {
          url: 'https://{region}.example.com/{base}',
          variables: { region: { default: 'eu' }, base: { enum: ['v3'] } },
        },
      ],
      'https://eu.example.com/v3',
    ],
    [
      'not one whose variable has no value',
      [{ url: 'https://{host}/' }, { url: 'https://b.example.com' }],
      'https://b.example.com',
    ],
    [
      'not local, numeric or credentialed ones',
      [
        { url: 'https://localhost' },
        { url: 'https://10.0.0.1' },
        { url: 'https://u:p@a.example.com' },
        { url: 'https://ok.example.com' },
      ],
      'https://ok.example.com',
    ],
    ['relative to the document', [{ url: '../api' }], 'https://docs.example.com/specs/api'],
    ['the document’s own host when there are none', undefined, 'https://docs.example.com'],
    ['a host without a scheme', [{ url: 'api.example.com/v1' }], 'https://api.example.com/v1'],
  ])('take %s', async (_, servers, expected) => {
    const { servers: __, ...document } = openapi({ paths });

    const result = await importValue({ ...document, ...(servers && { servers }) } as JsonValue, {
      url: URL_OF_DOCUMENT,
    });

    expect(result.baseUrl).toBe(expected);
  });

  test('that cannot be used leave the base URL to the owner', async () => {
    const result = await importValue({ openapi: '3.0.0', paths });
    expect([result.baseUrl, codesOf(result)]).toEqual(['', ['server_missing']]);
  });

  test.each([
    ['https before http', { schemes: ['http', 'https'], basePath: '/v2' }, 'https://api.example.com/v2'],
    ['https when there are no schemes', { schemes: undefined as never, basePath: 'v2/' }, 'https://api.example.com/v2'],
    ['the document’s host when there is none', { host: undefined as never }, 'https://docs.example.com'],
  ])('of 2.0 take %s', async (_, members, expected) => {
    const result = await importValue(swagger({ ...(members as JsonObject), paths }), { url: URL_OF_DOCUMENT });
    expect(result.baseUrl).toBe(expected);
  });

  test('of operations and paths go before the document’s, and other hosts are told', async () => {
    const document = openapi({
      paths: {
        '/a': { get: {} },
        '/b': {
          servers: [{ url: 'https://api.example.com/v2' }],
          get: {},
          post: { servers: [{ url: 'https://upload.example.com' }] },
        },
        '/c': { servers: [{ url: 'https://127.0.0.1' }], get: {} },
      },
    });

    const result = await importValue(document);

    expect(result.tools.map(({ baseUrl }) => baseUrl)).toEqual([
      undefined,
      'https://api.example.com/v2',
      'https://upload.example.com',
      undefined,
    ]);
    expect(result.warnings.find(({ code }) => code === 'server_other_host')?.tools).toEqual([
      toolAt(result, 'POST /b').name,
    ]);
    expect(codesOf(result)).toContain('server_unusable');
  });

  test('of most operations are proposed: the document’s first only where as many are called there', async () => {
    const far = { servers: [{ url: 'https://maps.example.net/api' }], get: {} };

    const most = await importValue(openapi({ paths: { '/a': far, '/b': far, '/c': { get: {} } } }));
    const half = await importValue(openapi({ paths: { '/a': far, '/c': { get: {} } } }));
    const here = 'https://api.example.com/v1';

    expect(most.baseUrl).toBe('https://maps.example.net/api');
    expect(most.tools.map(({ baseUrl }) => baseUrl)).toEqual([undefined, undefined, here]);
    expect(most.warnings.map(({ code, tools }) => [code, tools])).toEqual([['server_other_host', ['get_c']]]);
    expect(half.baseUrl).toBe(here);
  });

  test('that cannot be used are told of all their operations at once, with their tools', async () => {
    const one = { servers: [{ url: 'https://localhost' }], get: {} };

    const result = await importValue(openapi({ paths: { '/a': one, '/b': one, '/c': { get: {} } } }));

    const told = result.warnings.filter(({ code }) => code === 'server_unusable');
    expect(told).toEqual([
      {
        code: 'server_unusable',
        message: expect.stringContaining('2 operations'),
        pointer: '#/paths/~1a/get',
        tools: ['get_a', 'get_b'],
      },
    ]);
  });

  test('of operations alone give the base URL that most of them have', async () => {
    const one = { servers: [{ url: 'https://one.example.com' }], get: {} };
    const { servers: _, ...document } = openapi({
      paths: { '/a': { servers: [{ url: 'https://two.example.com' }], get: {} }, '/b': one, '/c': one },
    });

    const result = await importValue(document);

    expect(result.baseUrl).toBe('https://one.example.com');
    expect(toolAt(result, 'GET /b').baseUrl).toBeUndefined();
  });
});

describe('authentication', () => {
  const suggest = async (
    securitySchemes: JsonObject,
    security: JsonValue = Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  ) => (await importValue(openapi({ paths, components: { securitySchemes }, security }))).auth.suggested;
  const key = (place: string) => ({ type: 'apiKey', in: place, name: 'X-Key' });

  test.each([
    ['bearer', { a: { type: 'http', scheme: 'Bearer' } }, { type: 'bearer' }],
    ['basic', { a: { type: 'http', scheme: 'basic' } }, { type: 'basic' }],
    ['a key in a header', { a: key('header') }, { type: 'header', name: 'X-Key' }],
    [
      'a bearer token described as a key',
      { a: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Bearer <token>' } },
      { type: 'bearer' },
    ],
    [
      'what can be sent before what must be fetched elsewhere',
      { o: { type: 'oauth2', flows: {} }, a: key('header') },
      { type: 'header', name: 'X-Key' },
    ],
    ['a key in the query', { a: key('query') }, { type: 'apiKeys', keys: [{ in: 'query', name: 'X-Key' }] }],
    ['a key in a cookie', { a: key('cookie') }, { type: 'apiKeys', keys: [{ in: 'cookie', name: 'X-Key' }] }],
    [
      'a key in the query, which lasts, before a token that does not',
      { o: { type: 'oauth2', flows: {} }, a: key('query') },
      { type: 'apiKeys', keys: [{ in: 'query', name: 'X-Key' }] },
    ],
    ['HTTP Digest', { a: { type: 'http', scheme: 'Digest' } }, { type: 'digest' }],
    ['a client certificate', { a: { type: 'mutualTLS' } }, { type: 'mutualTLS' }],
    [
      'a key before a client certificate',
      { a: { type: 'mutualTLS' }, b: { type: 'http', scheme: 'basic' } },
      { type: 'basic' },
    ],
    [
      'a signature of AWS',
      { a: { ...key('header'), name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' } },
      { type: 'awsSigV4' },
    ],
  ])('suggests %s', async (_, schemes, expected) => {
    expect(await suggest(schemes as JsonObject)).toEqual({ ...expected, notes: [] });
  });

  test.each([
    ['OAuth without a flow', { a: { type: 'oauth2', flows: {} } }, 'bearer', /does not say how a token is got/],
    [
      'OAuth that signs a person in',
      { a: { type: 'oauth2', flows: { authorizationCode: { tokenUrl: 'https://login.example.com/token' } } } },
      'oauth2',
      /press “Connect”/,
    ],
    [
      'OAuth that signs a person in elsewhere',
      { a: { type: 'oauth2', flows: { deviceAuthorization: { tokenUrl: 'https://login.example.com/token' } } } },
      'oauth2',
      /refresh token/,
    ],
    [
      'OpenID Connect',
      { a: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example.com/.well-known' } },
      'bearer',
      /access token/,
    ],
    ['a scheme of another kind', { a: { type: 'magic' } }, 'none', /unknown kind/],
  ])('says of %s what to do instead', async (_, schemes, type, note) => {
    const suggested = await suggest(schemes as JsonObject);

    expect(suggested.type).toBe(type);
    expect(suggested.notes).toEqual([expect.stringMatching(note)]);
  });

  const TOKEN_URL = 'https://login.example.com/token';
  test.each<[string, object, object]>([
    [
      'client credentials, with the scopes that operations demand',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: TOKEN_URL, scopes: { read: '', write: '' } } } },
      { grant: 'clientCredentials', tokenUrl: TOKEN_URL, scope: 'read' },
    ],
    [
      'client credentials before a person’s sign-in',
      {
        type: 'oauth2',
        flows: {
          authorizationCode: { tokenUrl: 'https://other.example.com' },
          clientCredentials: { tokenUrl: TOKEN_URL },
        },
      },
      { grant: 'clientCredentials', tokenUrl: TOKEN_URL, scope: 'read' },
    ],
    [
      'the flow of Swagger 2.0',
      { type: 'oauth2', flow: 'application', tokenUrl: TOKEN_URL },
      { grant: 'clientCredentials', tokenUrl: TOKEN_URL, scope: 'read' },
    ],
    [
      'a password',
      { type: 'oauth2', flow: 'password', tokenUrl: TOKEN_URL },
      { grant: 'password', tokenUrl: TOKEN_URL },
    ],
    [
      'a token URL that is relative',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token' } } },
      { grant: 'clientCredentials', tokenUrl: 'https://api.example.com/oauth/token', scope: 'read' },
    ],
    [
      'no token URL that could be read on its way',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'http://login.example.com/token' } } },
      { grant: 'clientCredentials', scope: 'read' },
    ],
    [
      'a token URL without its query',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: `${TOKEN_URL}?client_secret=x` } } },
      { grant: 'clientCredentials', tokenUrl: TOKEN_URL, scope: 'read' },
    ],
  ])('suggests OAuth 2 with %s', async (_, scheme, expected) => {
    expect(await suggest({ a: scheme } as JsonObject, [{ a: ['read'] }])).toEqual({
      type: 'oauth2',
      ...expected,
      notes: [],
    });
  });

  test('takes two schemes of OAuth that are demanded at once for two ways to one token, as Google means them', async () => {
    const schemes = {
      a: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://login.example.com' } } },
      b: { type: 'oauth2', flows: { authorizationCode: { tokenUrl: TOKEN_URL } } },
    };

    const { notes, ...suggested } = await suggest(schemes as JsonObject, [{ a: ['x'], b: ['x'] }]);
    expect(suggested).toEqual({ type: 'oauth2', grant: 'authorizationCode', tokenUrl: TOKEN_URL, scope: 'x' });
    expect(notes).toEqual([expect.stringMatching(/press “Connect”/)]);
  });

  const AUTHORIZATION_URL = 'https://login.example.com/authorize';
  const GOOGLE = {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    authorizationParameters: [
      { name: 'access_type', value: 'offline' },
      { name: 'prompt', value: 'consent' },
    ],
  };
  test.each<[string, object, object, number]>([
    [
      'a flow with all that it needs',
      {
        authorizationCode: {
          authorizationUrl: `${AUTHORIZATION_URL}?prompt=login`,
          tokenUrl: TOKEN_URL,
          scopes: { read: 'Read', offline_access: 'Stay' },
        },
      },
      { authorizationUrl: AUTHORIZATION_URL, tokenUrl: TOKEN_URL, scope: 'read offline_access' },
      1,
    ],
    [
      'the implicit flow alone, whose token URL is not known',
      { implicit: { authorizationUrl: AUTHORIZATION_URL, scopes: { read: 'Read' } } },
      { authorizationUrl: AUTHORIZATION_URL, scope: 'read' },
      2,
    ],
    [
      'the implicit flow of Microsoft, whose scopes belong to an address',
      { implicit: { authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/authorize' } },
      {
        authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
        tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
        scope: 'https://api.example.com/read offline_access',
      },
      2,
    ],
    [
      'addresses of Google from years ago',
      {
        authorizationCode: {
          authorizationUrl: 'https://accounts.google.com/o/oauth2/auth',
          tokenUrl: 'https://accounts.google.com/o/oauth2/token',
        },
      },
      { ...GOOGLE, scope: 'read' },
      1,
    ],
  ])('suggests a person’s consent for %s', async (_, flows, expected, notes) => {
    const suggested = await suggest({ a: { type: 'oauth2', flows } } as JsonObject, [{ a: ['read'] }]);
    expect(suggested).toEqual({
      type: 'oauth2',
      grant: 'authorizationCode',
      ...expected,
      notes: Array(notes).fill(expect.any(String)),
    });
  });

  test('prefers a flow that has a token to renew', async () => {
    const schemes = {
      a: { type: 'oauth2', flows: { implicit: { authorizationUrl: AUTHORIZATION_URL } } },
      b: { type: 'oauth2', flows: { password: { tokenUrl: TOKEN_URL } } },
    };
    const { grant } = await suggest(schemes as JsonObject, [{ a: [] }, { b: [] }]);
    expect(grant).toBe('password');
  });

  test('considers the first alternatives of a list without end', async () => {
    // Prepare
    const security = Array.from({ length: 5_000 }, (_, at) => ({ a: [`scope${at}`] }));
    const flows = { clientCredentials: { tokenUrl: TOKEN_URL, scopes: {} } };
    const document = openapi({
      servers: [{ url: 'https://api.example.com' }],
      components: { securitySchemes: { a: { type: 'oauth2', flows } } },
      security,
      paths: { '/files': { get: { responses: {} }, post: { security, responses: {} } } },
    });

    // Act
    const { auth } = await importValue(document);

    // Assess
    expect(auth.scopes.map(({ name, operations }) => [name, operations])).toEqual(
      Array.from({ length: 30 }, (_, at) => [`scope${at}`, 2]),
    );
    expect(auth.suggested.scope).toBe('scope0');
  });

  test('tells the operations of each scope, and suggests the fewest that open all of them', async () => {
    // Prepare
    const scopes = { wide: 'Everything', narrow: 'Reading', mail: 'Mail', never: 'Nothing', 'bad scope': 'No' };
    const ways = (...all: string[][]) => ({ security: all.map((a) => ({ a })), responses: {} });
    const document = openapi({
      servers: [{ url: 'https://api.example.com' }],
      components: {
        securitySchemes: {
          a: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: TOKEN_URL, scopes } } },
        },
      },
      paths: {
        '/files': { get: ways(['narrow'], ['wide']), post: ways(['wide']) },
        '/mail': { get: ways(['mail', 'narrow'], ['mail', 'wide']), head: { security: [{}], responses: {} } },
      },
    });

    // Act
    const { auth } = await importValue(document);

    // Assess
    expect(auth.suggested.scope).toBe('wide mail');
    expect(auth.scopes).toEqual(
      [
        { name: 'narrow', description: 'Reading', operations: 2, examples: ['GET /files', 'GET /mail'] },
        {
          name: 'wide',
          description: 'Everything',
          operations: 3,
          examples: ['GET /files', 'POST /files', 'GET /mail'],
        },
        { name: 'mail', description: 'Mail', operations: 1, examples: ['GET /mail'] },
        { name: 'never', description: 'Nothing', operations: 0, examples: [] },
      ].sort((one, other) => other.operations - one.operations),
    );
  });

  test.each([
    ['two keys', { a: key('query'), b: { ...key('header'), name: 'X-App' } }, ['query X-Key', 'header X-App']],
    [
      'a key and a token',
      { a: key('query'), b: { type: 'http', scheme: 'bearer' } },
      ['query X-Key', 'header Authorization'],
    ],
  ])('suggests %s together where both are demanded', async (_, schemes, expected) => {
    const { type, keys = [], notes } = await suggest(schemes as JsonObject, [{ a: [], b: [] }]);

    expect(type).toBe('apiKeys');
    expect(keys.map((each) => `${each.in} ${each.name}`)).toEqual(expected);
    expect(notes).toEqual([]);
  });

  test.each<[string, object, object[], RegExp[]]>([
    [
      'a key and client credentials',
      { a: key('header'), b: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: TOKEN_URL } } } },
      [
        { type: 'apiKeys', keys: [{ in: 'header', name: 'X-Key' }] },
        { type: 'oauth2', grant: 'clientCredentials', tokenUrl: TOKEN_URL },
      ],
      [],
    ],
    [
      'a key and a person’s sign-in',
      { a: key('query'), b: { type: 'oauth2', flows: { authorizationCode: { tokenUrl: TOKEN_URL } } } },
      [
        { type: 'apiKeys', keys: [{ in: 'query', name: 'X-Key' }] },
        { type: 'oauth2', grant: 'authorizationCode', tokenUrl: TOKEN_URL },
      ],
      [/press “Connect”/],
    ],
    [
      'a key and a password',
      { a: key('cookie'), b: { type: 'http', scheme: 'basic' } },
      [{ type: 'apiKeys', keys: [{ in: 'cookie', name: 'X-Key' }] }, { type: 'basic' }],
      [],
    ],
    [
      'a certificate and a token',
      { a: { type: 'mutualTLS' }, b: { type: 'http', scheme: 'bearer' } },
      [{ type: 'mutualTLS' }, { type: 'bearer' }],
      [],
    ],
  ])('suggests %s together where both are demanded', async (_, schemes, parts, noted) => {
    const suggested = await suggest(schemes as JsonObject, [{ a: [], b: [] }]);
    expect(suggested).toEqual({ type: 'combined', parts, notes: noted.map((note) => expect.stringMatching(note)) });
  });

  test('suggests one of two that cannot be sent together', async () => {
    const schemes = { a: { type: 'http', scheme: 'basic' }, b: { type: 'http', scheme: 'bearer' } };
    expect((await suggest(schemes, [{ a: [], b: [] }])).type).toBe('bearer');
  });

  test('leaves out the argument that the suggested key fills', async () => {
    const document = openapi({
      paths: {
        '/a': {
          get: {
            parameters: [
              { name: 'X-Key', in: 'query' },
              { name: 'q', in: 'query' },
            ],
          },
        },
      },
      components: { securitySchemes: { a: key('query') } },
      security: [{ a: [] }],
    });
    expect((await importValue(document)).tools[0]?.parameters.map(({ name }) => name)).toEqual(['q']);
  });

  test.each([
    ['abc.execute-api.eu-west-1.amazonaws.com', 'eu-west-1', 'execute-api'],
    ['abc.lambda-url.us-east-2.on.aws', 'us-east-2', 'lambda'],
    ['bucket.s3.eu-central-1.amazonaws.com', 'eu-central-1', 's3'],
    ['search-x.us-east-1.es.amazonaws.com', 'us-east-1', 'es'],
    ['dynamodb.ap-southeast-2.amazonaws.com', 'ap-southeast-2', 'dynamodb'],
    ['email.us-east-1.amazonaws.com', 'us-east-1', 'ses'],
    ['iam.amazonaws.com', 'us-east-1', 'iam'],
    ['ec2.cn-north-1.amazonaws.com.cn', 'cn-north-1', 'ec2'],
  ])('reads region and service of %s', async (host, region, service) => {
    const scheme = { ...key('header'), name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' };
    const document = openapi({
      paths,
      servers: [{ url: `https://${host}` }],
      components: { securitySchemes: { a: scheme } },
      security: [{ a: [] }],
    });

    expect((await importValue(document)).auth.suggested).toEqual({ type: 'awsSigV4', region, service, notes: [] });
  });

  test('follows the operations: their own blocks, and the scheme that serves most of them', async () => {
    const securitySchemes = { b: { type: 'http', scheme: 'bearer' }, k: key('header') };
    const document = openapi({
      security: [{ b: [] }],
      components: { securitySchemes },
      paths: {
        '/a': { get: { security: [{ k: [] }] }, post: { security: [{ k: [] }] }, put: { security: [] }, patch: {} },
      },
    });

    const { auth } = await importValue(document);

    expect(auth).toEqual({
      scopes: [],
      securityPresent: true,
      suggested: {
        type: 'header',
        name: 'X-Key',
        notes: [expect.stringMatching(/^1 operations? asks? for bearer auth/)],
      },
    });
  });

  test('needs nothing where nothing is asked for', async () => {
    expect((await importValue(openapi({ paths }))).auth).toEqual({
      suggested: { type: 'none', notes: [] },
      scopes: [],
      securityPresent: false,
    });
    expect((await suggest({ a: { type: 'http', scheme: 'bearer' } }, [{}])).type).toBe('bearer');
  });
});

describe('tags and limits', () => {
  const many = (count: number, tagged = true) => {
    const items: JsonObject = {};
    for (let index = 0; index < count; index++)
      items[`/${index % 3 === 0 ? 'users' : 'groups'}/${index}`] = { get: tagged ? { tags: [`t${index % 4}`] } : {} };
    return openapi({ tags: [{ name: 't3', description: 'Three' }, { name: 'unused' }], paths: items });
  };

  test('are counted, the declared ones first with their description', async () => {
    const { tags, byVerb, operations } = await importValue(many(10));

    expect(tags).toEqual([
      { name: 't3', count: 2, description: 'Three' },
      { name: 't0', count: 3 },
      { name: 't1', count: 3 },
      { name: 't2', count: 2 },
    ]);
    expect([byVerb, operations]).toEqual([{ GET: 10 }, 10]);
  });

  test('choose among the operations', async () => {
    const result = await importValue(many(10), { tags: ['t3', 't0'] });

    expect([result.tools.length, result.operations]).toEqual([5, 10]);
    await expect(importValue(many(10), { tags: ['nope'] })).rejects.toMatchObject({
      code: 'no_operations',
      context: { known: expect.arrayContaining(['t1']) },
    });
  });

  test('over the limit refuse with the tags to choose from, or survey', async () => {
    await expect(importValue(many(10), { maxTools: 9 })).rejects.toMatchObject({
      code: 'too_many_operations',
      message: expect.stringContaining('10 operations'),
      context: { operations: 10, limit: 9, tags: expect.arrayContaining([{ name: 't0', count: 3 }]) },
    });

    const survey = await importValue(many(10), { maxTools: 9, whenTooMany: 'survey' });
    expect([survey.tools, survey.operations, survey.tags.length]).toEqual([[], 10, 4]);
    expect(codesOf(survey)).toContain('too_many_operations');
    expect((await importValue(many(10), { maxTools: 9, tags: ['t1'] })).tools).toHaveLength(3);
  });

  test('over the limit without tags offer the first segments of the paths', async () => {
    const survey = await importValue(many(10, false), { maxTools: 9, whenTooMany: 'survey' });

    expect(survey.tags).toEqual([
      { name: '/users', count: 4 },
      { name: '/groups', count: 6 },
    ]);
    expect((await importValue(many(10, false), { maxTools: 9, tags: ['/users'] })).tools).toHaveLength(4);
  });

  test.each([
    ['without tags', {}],
    ['with one tag', { tags: ['all'] }],
  ])(
    'offer parts of a group that is over the limit itself, %s, and take them again once there are fewer',
    async (_, tagged) => {
      const items: JsonObject = {};
      for (let index = 0; index < 12; index++)
        items[`/v1/${index < 5 ? 'users' : `teams/${index % 2}`}/${index}`] = { get: tagged };

      const survey = await importValue(openapi({ paths: items }), { maxTools: 6, whenTooMany: 'survey' });
      const refused = importValue(openapi({ paths: items }), { maxTools: 6 });
      const teams = await importValue(openapi({ paths: items }), { maxTools: 6, tags: ['/v1/users'] });
      const later = await importValue(openapi({ paths: items }), { maxTools: 50, tags: ['/v1/users'] });

      await expect(refused).rejects.toMatchObject({
        message: expect.stringContaining('/v1/users (5)'),
        context: { tags: expect.not.arrayContaining([expect.objectContaining({ count: 12 })]) },
      });
      expect(survey.tags).toEqual(expect.arrayContaining([{ name: '/v1/users', count: 5 }]));
      expect(survey.tags.filter(({ name }) => name.startsWith('/v1/teams/'))).toHaveLength(2);
      expect([teams.tools.length, later.tools.length]).toEqual([5, 5]);
    },
  );

  test('say so when nothing has fewer', async () => {
    const operation = { get: {}, put: {}, post: {}, delete: {} };

    const refused = importValue(openapi({ paths: { '/': operation } }), { maxTools: 3 });

    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('divide the document'),
      context: { tags: [] },
    });
  });

  test('hold for a hundred thousand operations', async () => {
    const items: JsonObject = {};
    for (let index = 0; index < 100_000; index++) items[`/p${index}`] = { get: { operationId: 'same' } };

    await expect(importValue(openapi({ paths: items }))).rejects.toMatchObject({ code: 'too_many_operations' });
  });
});

test.each(SINGLE_TYPES.filter((type) => CREDENTIAL_KINDS[type].scheme.http !== undefined))(
  'the kind of credential %s is suggested by the name that it has in `scheme.http`',
  async (type) => {
    const { http = '' } = CREDENTIAL_KINDS[type].scheme;
    const securitySchemes = { login: { type: 'http', scheme: http } };

    const { auth } = await importValue(openapi({ paths, components: { securitySchemes }, security: [{ login: [] }] }));

    expect(auth.suggested.type).toBe(type);
  },
);
