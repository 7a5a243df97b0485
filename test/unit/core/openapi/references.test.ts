/** References: inside a document, over several, and those that lead nowhere or where they must not. */
import { describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import { openArchive } from '../../../../core/openapi/document/archive.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import type { ImportOptions } from '../../../../core/openapi/model/types.ts';
import { defined } from '../../../support/defined.ts';
import {
  codesOf,
  importValue,
  onlyTool,
  openapi,
  propertiesOf,
  toolAt,
  withBody,
} from '../../../support/descriptions.ts';

const ROOT = 'https://docs.example.com/api/openapi.json';

/** A fetcher over documents by URL; every address that is asked for is noted. */
function site(documents: Readonly<Record<string, JsonValue | string>>): ImportOptions & { asked: string[] } {
  const asked: string[] = [];
  return {
    url: ROOT,
    asked,
    fetchDocument: async (url) => {
      asked.push(url);
      const found = documents[url];
      if (found === undefined) throw new Error('The server answered 404.');
      return { url, bytes: Buffer.from(typeof found === 'string' ? found : JSON.stringify(found)) };
    },
  };
}

const files = (entries: Readonly<Record<string, string>>) =>
  new Map(Object.entries(entries).map(([path, text]) => [path, Buffer.from(text)]));

describe('references inside a document', () => {
  test('in a schema with an $id are relative to it, and to the document where it means nothing', async () => {
    // Prepare
    const schemas: JsonObject = {
      Pet: {
        $id: 'https://schemas.example.net/animals/pet',
        type: 'object',
        properties: {
          tag: { $ref: 'tag' },
          code: { $ref: 'tag#/$defs/code' },
          own: { $ref: '#/$defs/own' },
          anchored: { $ref: '#here' },
          itself: { $ref: '#' },
          outside: { $ref: '#/components/schemas/Size' },
        },
        $defs: {
          own: { type: 'array', items: { $ref: '#/$defs/item' } },
          item: { type: 'integer' },
          a: { $anchor: 'here', type: 'null' },
        },
      },
      Tag: { $id: 'https://schemas.example.net/animals/tag', enum: ['x'], $defs: { code: { type: 'boolean' } } },
      Size: { $id: 'Size', type: 'number' },
    };

    // Act
    const result = await importValue(withBody({ $ref: '#/components/schemas/Pet' }, schemas, '3.1.0'));

    // Assess
    expect(result.warnings).toEqual([]);
    const properties = propertiesOf(defined(result.tools[0]));
    expect(properties).toMatchObject({
      tag: { enum: ['x'] },
      code: { type: 'boolean' },
      own: { type: 'array', items: { type: 'integer' } },
      anchored: { type: 'null' },
      itself: { $ref: '#/$defs/Pet' },
      outside: { type: 'number' },
    });
  });

  test('in schemas with an $id that stand thousands deep in each other end', async () => {
    const levels = 5_000;
    const opening = Array.from(
      { length: levels },
      (_, level) =>
        `{"$id":"https://x.example/${level}","properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#gone${level}"}},"$defs":{"n":`,
    );
    const nested = `${opening.join('')}{}${'}}'.repeat(levels)}`;
    const document = withBody({ $ref: '#/components/schemas/Nested' }, { Nested: 'here' }, '3.1.0');

    const result = await importDocument(
      JSON.stringify(document).replace('"here"', () => nested),
      {},
    );

    expect(result.tools).toHaveLength(1);
    expect(codesOf(result)).toEqual(['reference_missing']);
  });

  test('that dangle in a schema with an $id are told at the place where they stand in the document', async () => {
    const schemas = {
      Pet: { $id: 'https://schemas.example.net/pet', type: 'object', properties: { gone: { $ref: '#/$defs/gone' } } },
    };

    const { warnings } = await importValue(withBody({ $ref: '#/components/schemas/Pet' }, schemas, '3.1.0'));

    expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['reference_missing', '#/components/schemas/Pet/properties/gone'],
    ]);
  });

  test('may be escaped, percent-encoded, and go through other references', async () => {
    const schemas = {
      'a/b~c d': { type: 'integer' },
      Alias: { $ref: '#/components/schemas/Deep' },
      Deep: { type: 'object', properties: { x: { type: 'boolean' } } },
    };
    const body = {
      type: 'object',
      properties: {
        one: { $ref: '#/components/schemas/a~1b~0c%20d' },
        two: { $ref: '#/components/schemas/Alias/properties/x' },
      },
    };

    const tool = await onlyTool(withBody(body, schemas));

    expect(propertiesOf(tool)).toEqual({ one: { type: 'integer' }, two: { type: 'boolean' } });
  });

  test('that dangle accept any value, with a warning on the tools they touch', async () => {
    const result = await importValue(
      withBody({ type: 'object', properties: { a: { $ref: '#/components/schemas/None', description: 'A' } } }),
    );

    expect(propertiesOf(defined(result.tools[0]))).toEqual({ a: { description: 'A' } });
    expect(result.warnings).toEqual([
      expect.objectContaining({
        code: 'reference_missing',
        pointer: '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/a',
        tools: ['post_things'],
      }),
    ]);
  });

  test('that go in a circle of references alone end', async () => {
    const document = openapi({
      paths: {
        '/a': { $ref: '#/paths/~1b' },
        '/b': { $ref: '#/paths/~1a' },
        '/c': {
          post: {
            requestBody: { $ref: '#/components/requestBodies/X' },
            parameters: [{ $ref: '#/components/parameters/P' }],
          },
        },
      },
      components: {
        requestBodies: { X: { $ref: '#/components/requestBodies/X' } },
        parameters: { P: { $ref: '#/components/parameters/P' } },
      },
    });

    const result = await importValue(document);

    expect(result.tools.map(({ path }) => path)).toEqual(['/c']);
    expect(codesOf(result)).toEqual(['reference_missing']);
  });

  test('to parameters, bodies and models by their bare name (an old habit) resolve', async () => {
    const tool = await onlyTool({
      swagger: '2.0',
      host: 'a.example.com',
      definitions: { Pet: { type: 'object', properties: { n: { type: 'string' } } } },
      paths: { '/a': { post: { parameters: [{ name: 'b', in: 'body', schema: { $ref: 'Pet' } }] } } },
    });
    expect(propertiesOf(tool)).toEqual({ n: { type: 'string' } });
  });
});

describe('references to other documents', () => {
  test('resolve against the file they stand in, in circles, and only what a tool needs is fetched', async () => {
    // Prepare
    const options = site({
      'https://docs.example.com/api/paths/pets.yaml':
        'post:\n  requestBody:\n    content:\n      application/json:\n        schema: {$ref: "../models/pet.json#/Pet"}\n  responses: {"200": {$ref: "never.json"}}\n',
      'https://docs.example.com/api/models/pet.json': {
        Pet: { type: 'object', properties: { name: { type: 'string' }, owner: { $ref: 'owner.json' } } },
      },
      'https://docs.example.com/api/models/owner.json': {
        type: 'object',
        properties: {
          pets: { type: 'array', items: { $ref: 'pet.json#/Pet' } },
          root: { $ref: '../openapi.json#/components/schemas/Id' },
        },
      },
    });
    const document = openapi({
      paths: { '/pets': { $ref: 'paths/pets.yaml' } },
      components: { schemas: { Id: { type: 'integer' } } },
    });

    // Act
    const result = await importValue(document, options);

    // Assess
    expect(result.warnings).toEqual([]);
    expect(options.asked).toEqual([
      'https://docs.example.com/api/paths/pets.yaml',
      'https://docs.example.com/api/models/pet.json',
      'https://docs.example.com/api/models/owner.json',
    ]);
    expect(JSON.stringify(defined(result.tools[0]).inputSchema)).toContain('"root":{"type":"integer"}');
  });

  test.each([
    ['missing', 'gone.json', /404/],
    ['broken', 'broken.json', /neither JSON nor valid YAML|no valid JSON/],
    ['without the place', 'fine.json#/nowhere', /names no place/],
    ['in a local file', 'file:///etc/passwd', /no URL that can be resolved here/],
    ['behind another scheme', 'ftp://files.example.com/a.json', /no URL that can be resolved here/],
    ['in this machine’s metadata by http', 'http://169.254.169.254/latest', /404/],
  ])('that are %s cost only their place', async (_, reference, reason) => {
    const options = site({
      'https://docs.example.com/api/broken.json': '{"a": [',
      'https://docs.example.com/api/fine.json': {},
    });

    const result = await importValue(
      withBody({ type: 'object', properties: { a: { $ref: reference }, b: { type: 'string' } } }),
      options,
    );

    expect(propertiesOf(defined(result.tools[0]))).toEqual({ a: {}, b: { type: 'string' } });
    expect(result.warnings).toEqual([
      expect.objectContaining({
        code: 'reference_missing',
        message: expect.stringMatching(reason),
        tools: ['post_things'],
      }),
    ]);
    expect(options.asked.every((url) => url.startsWith('https:'))).toBe(true);
  });

  test('that go round over several hosts fetch each file once, and end', async () => {
    const options = site({
      'https://one.example.com/a.json': {
        Thing: { type: 'object', properties: { next: { $ref: 'https://two.example.com/b.json#/Thing' } } },
        Loop: { $ref: 'https://two.example.com/b.json#/Loop' },
      },
      'https://two.example.com/b.json': {
        Thing: { type: 'object', properties: { next: { $ref: 'https://three.example.com/c.json#/Thing' } } },
        Loop: { $ref: 'https://three.example.com/c.json#/Loop' },
      },
      'https://three.example.com/c.json': {
        Thing: { type: 'object', properties: { next: { $ref: 'https://one.example.com/a.json#/Thing' } } },
        Loop: { $ref: 'https://one.example.com/a.json#/Loop' },
      },
    });
    const ref = (name: string) => ({ $ref: `https://one.example.com/a.json#/${name}` });
    const body = { type: 'object', properties: { thing: ref('Thing'), loop: ref('Loop') } };

    const result = await importValue(withBody(body), options);

    expect([...options.asked].sort()).toEqual([
      'https://one.example.com/a.json',
      'https://three.example.com/c.json',
      'https://two.example.com/b.json',
    ]);
    expect(codesOf(result)).toEqual(['reference_missing']);
    expect(result.warnings.map(({ pointer }) => pointer)).toEqual([expect.stringMatching(/loop$/)]);
    expect(JSON.stringify(defined(result.tools[0]).inputSchema)).toContain('#/$defs/Thing');
  });

  test('without a base or a fetcher are told, not guessed', async () => {
    const document = withBody({
      type: 'object',
      properties: { a: { $ref: 'other.json' }, b: { $ref: '../../../etc/passwd' } },
    });

    const result = await importValue(document);

    expect(result.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/not part of the upload/),
      expect.stringMatching(/not part of the upload/),
    ]);
  });

  test('end at the caps: two hundred documents, twenty levels', async () => {
    // Prepare: every document refers to the next, and a wide one to three hundred.
    const asked: string[] = [];
    const fetchDocument = async (url: string) => {
      asked.push(url);
      const number = Number(/(\d+)\.json$/.exec(url)?.[1]);
      return {
        url,
        bytes: Buffer.from(
          JSON.stringify({ type: 'object', properties: { next: { $ref: `deep${number + 1}.json` } } }),
        ),
      };
    };
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`p${index}`, { $ref: `wide${index}.json` }]),
    );

    // Act
    const deep = await importValue(withBody({ type: 'object', properties: { a: { $ref: 'deep0.json' } } }), {
      url: ROOT,
      fetchDocument,
    });
    const deepAsked = asked.length;
    const broad = await importValue(withBody({ type: 'object', properties: wide }), { url: ROOT, fetchDocument });

    // Assess
    expect(deepAsked).toBe(20);
    expect(defined(deep.warnings.at(-1)).message).toContain('20 documents deep');
    expect(asked.length - deepAsked).toBeLessThanOrEqual(200);
    expect(broad.warnings.some(({ message }) => message.includes('more than 200 external documents'))).toBe(true);
    expect(Object.keys(propertiesOf(defined(broad.tools[0])))).toHaveLength(300);
  });

  test('that fetch more than the cap of bytes stop there', async () => {
    const big = Buffer.from(JSON.stringify({ type: 'string', description: 'x'.repeat(9 * 1024 * 1024) }));
    const refs = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`p${index}`, { $ref: `big${index}.json` }]),
    );

    const result = await importValue(withBody({ type: 'object', properties: refs }), {
      url: ROOT,
      fetchDocument: async (url) => ({ url, bytes: big }),
    });

    expect(result.warnings.filter(({ message }) => message.includes('exceed 20 MB together'))).toHaveLength(3);
  });

  test('use where a document was found after redirects as their base', async () => {
    const options: ImportOptions = {
      url: ROOT,
      fetchDocument: async (url) =>
        url.endsWith('/moved.json')
          ? { url: 'https://cdn.example.com/v2/real.json', bytes: Buffer.from(JSON.stringify({ $ref: 'part.json' })) }
          : { url, bytes: Buffer.from(JSON.stringify({ type: 'string', title: url })) },
    };

    const tool = await onlyTool(withBody({ type: 'object', properties: { a: { $ref: 'moved.json' } } }), options);

    expect(propertiesOf(tool)['a']).toEqual({ type: 'string', title: 'https://cdn.example.com/v2/part.json' });
  });

  test('with $self (3.2) resolve against it', async () => {
    const options = site({ 'https://self.example.com/part.json': { type: 'integer' } });
    const document = {
      ...withBody({ type: 'object', properties: { a: { $ref: 'part.json' } } }, {}, '3.2.0'),
      $self: 'https://self.example.com/root.json',
    };

    expect(propertiesOf(await onlyTool(document, options))['a']).toEqual({ type: 'integer' });
  });
});

describe('an upload of several files', () => {
  test('resolves inside of itself, up and down its folders, and nowhere else', async () => {
    // Prepare
    const upload = files({
      'models/pet.yaml': 'type: object\nproperties:\n  tag: {$ref: "../shared/tag.json#/Tag"}\n',
      'shared/tag.json': '{"Tag": {"type": "string", "maxLength": 5}}',
      '../common.json': '{"type": "integer"}',
    });
    const document = withBody({
      type: 'object',
      properties: {
        pet: { $ref: 'models/pet.yaml' },
        up: { $ref: '../common.json' },
        out: { $ref: '../../../../../../../../../../etc/passwd' },
      },
    });

    // Act
    const result = await importDocument(JSON.stringify(document), { files: upload });

    // Assess
    expect(propertiesOf(toolAt(result, 'POST /things'))).toEqual({
      pet: { type: 'object', properties: { tag: { type: 'string', maxLength: 5 } } },
      up: { type: 'integer' },
      out: {},
    });
    expect(result.warnings.map(({ code }) => code)).toEqual(['reference_missing']);
  });

  test('beside the $ref of a path item are relative to the document that they are written in', async () => {
    // Prepare
    const upload = files({
      'paths/things.json': JSON.stringify({
        parameters: [{ $ref: 'filter.json' }],
        get: { parameters: [{ $ref: 'page.json' }] },
        post: {},
      }),
      'paths/filter.json': '{"name": "theirs", "in": "query"}',
      'paths/page.json': '{"name": "page", "in": "query"}',
      'filter.json': '{"name": "ours", "in": "query"}',
    });
    const document = openapi({
      paths: {
        '/a': { $ref: 'paths/things.json' },
        '/b': { $ref: 'paths/things.json', parameters: [{ $ref: 'filter.json' }] },
        '/c': { $ref: 'paths/things.json', post: { parameters: [{ $ref: 'filter.json' }] } },
      },
    });

    // Act
    const result = await importDocument(JSON.stringify(document), { files: upload });

    // Assess
    const named = (endpoint: string) => toolAt(result, endpoint).parameters.map(({ name }) => name);
    expect(result.warnings).toEqual([]);
    expect([named('GET /a'), named('GET /b'), named('POST /c')]).toEqual([
      ['theirs', 'page'],
      ['ours', 'page'],
      ['theirs', 'ours'],
    ]);
  });

  test('names the file in the pointer of a warning', async () => {
    const upload = files({
      'models/pet.json': JSON.stringify({ type: 'object', properties: { a: { $ref: '#/none' } } } as JsonObject),
    });

    const { warnings } = await importDocument(JSON.stringify(withBody({ $ref: 'models/pet.json' })), { files: upload });

    expect(warnings[0]).toMatchObject({ pointer: 'models/pet.json#/properties/a' });
  });
});

describe('references among the files of an archive', () => {
  const SPELLINGS: ReadonlyArray<readonly [what: string, root: string, reference: string, file: string]> = [
    ['a name with signs of URLs', 'openapi.json', './schemas/pet@1+2,3=4;5&6.json', 'schemas/pet@1+2,3=4;5&6.json'],
    ['a name with brackets', 'openapi.json', './schemas/[pet].json', 'schemas/[pet].json'],
    ['a name with a percent sign', 'openapi.json', './schemas/100%.json', 'schemas/100%.json'],
    ['escapes in small letters', 'openapi.json', './schemas/%c3%a9.json', 'schemas/é.json'],
    ['backslashes in the reference', 'api/openapi.json', '..\\schemas\\pet.json', 'schemas/pet.json'],
    ['backslashes in the names', 'api\\openapi.json', '../schemas/pet.json', 'schemas\\pet.json'],
    ['a dot before every name', './openapi.json', 'schemas/pet.json', './schemas/pet.json'],
    ['a slash before every name', '/openapi.json', 'schemas/pet.json', '/schemas/pet.json'],
  ];
  test.each(SPELLINGS)('are found with %s', async (_, root, reference, file) => {
    const zip = zipSync({
      [root]: strToU8(JSON.stringify(withBody({ type: 'object', properties: { pet: { $ref: reference } } }))),
      [file]: strToU8(JSON.stringify({ type: 'object', properties: { name: { type: 'string' } } })),
    });

    const { bytes, files: beside } = openArchive(zip);
    const { tools, warnings } = await importDocument(bytes, { files: beside });

    expect(warnings).toEqual([]);
    expect(propertiesOf(defined(tools[0]))).toMatchObject({ pet: { properties: { name: { type: 'string' } } } });
  });
});

describe('of an archive with several descriptions', () => {
  const described = (title: string, paths: string) =>
    strToU8(`openapi: 3.0.3\ninfo: {title: ${title}, version: "1"}\n${paths}`);
  const open = async (files: Record<string, Uint8Array>, root?: string) => {
    const { archive, ...given } = openArchive(zipSync(files), root);
    const { title, warnings } = await importDocument(given.bytes, { files: given.files, archive });
    return { ...archive, title, warnings };
  };
  const WITH = 'paths:\n  /a:\n    get: {}\n';

  test.each<[string, Record<string, Uint8Array>, string[]]>([
    [
      'one with paths goes before one that is nearer to the root',
      { '_parameters.yaml': described('Parts', 'paths: {}\n'), 'namespaces/ml.yaml': described('ML', WITH) },
      ['namespaces/ml.yaml', '_parameters.yaml'],
    ],
    [
      'one with paths goes before one with a usual name',
      { 'openapi.yaml': described('Parts', 'components: {}\n'), 'api/v2/boxes.yaml': described('Boxes', WITH) },
      ['api/v2/boxes.yaml', 'openapi.yaml'],
    ],
    [
      'a usual name goes before others',
      { 'boxes.yaml': described('Boxes', WITH), 'v1/openapi.yaml': described('All', WITH) },
      ['v1/openapi.yaml', 'boxes.yaml'],
    ],
    [
      'paths in other files, in JSON and after comments are paths',
      {
        'a.yaml': described('A', 'paths:\n  $ref: paths/index.yaml\n'),
        'b.json': strToU8('{"openapi":"3.0.3","info":{"title":"B"},"paths":{"/b":{"get":{}}}}'),
        'c.yaml': described('C', 'paths: # all\n\n  # the first\n  /c: {}\n'),
        'd.yaml': described('D', 'paths:\n# nothing yet\ntags: []\n'),
        'e.json': strToU8('{"openapi":"3.0.3","info":{"title":"E"},"paths":{ }}'),
      },
      ['a.yaml', 'b.json', 'c.yaml', 'd.yaml', 'e.json'],
    ],
  ])('%s', async (_, files, order) => {
    const { root, descriptions, warnings } = await open(files);

    expect(descriptions).toEqual(order);
    expect(root).toBe(order[0]);
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'archive_root_guessed',
        message: expect.stringMatching(new RegExp(`${order[0]} was read\\. Others: .*${order.at(-1)}`)),
      }),
    );
  });

  test('the one that is named is read, however its path is written, and nothing is guessed', async () => {
    const files = { 'v1/openapi.yaml': described('Old', WITH), 'v2/openapi.yaml': described('New', WITH) };

    const chosen = await open(files, './v2\\openapi.yaml');

    expect(chosen).toMatchObject({ root: 'v2/openapi.yaml', title: 'New' });
    expect(chosen.warnings.map(({ code }) => code)).not.toContain('archive_root_guessed');
    await expect(open(files, 'v3/openapi.yaml')).rejects.toMatchObject({
      code: 'spec_invalid',
      message: expect.stringContaining('v3/openapi.yaml. API descriptions in it: v1/openapi.yaml, v2/openapi.yaml.'),
    });
  });

  test('very many are told up to a limit', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`n/${at}.yaml`, described(`${at}`, WITH)]),
    );

    const { descriptions, warnings } = await open(files);

    expect(descriptions).toHaveLength(500);
    expect(warnings[0]?.message.length).toBeLessThan(400);
  });

  test('an archive with one has nothing to choose', async () => {
    const { warnings } = await open({ 'openapi.yaml': described('All', WITH), 'parts.yaml': strToU8('a: 1') });

    expect(warnings.map(({ code }) => code)).not.toContain('archive_root_guessed');
  });
});
