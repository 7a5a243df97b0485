import { describe, expect, test } from '@jest/globals';
import { findableOf } from '../../../../core/search/findable.ts';
import { ToolIndex } from '../../../../core/search/toolIndex.ts';
import { factorOf, requestOf, traitsOf } from '../../../../core/search/traits.ts';
import { bundleTool } from '../../../support/bundles.ts';

const via = (verb: string, path: string) => ({ program: { verb, path, parameters: [] } });
const tools = [
  bundleTool('listUsers', { title: '', description: 'Lists the members of the workspace', ...via('GET', '/users') }),
  bundleTool('deleteUser', { title: '', description: 'Takes a member away', ...via('DELETE', '/users/{id}') }),
  bundleTool('getUserAvatar', {
    title: '',
    description: 'Small image',
    ...via('GET', '/users/{id}/photos/latest/image'),
  }),
  bundleTool('createInvoice', { title: '', description: 'Bills a customer', ...via('POST', '/invoices') }),
  bundleTool('post_whapi_limit', { title: '', description: '', findable: { operationId: '限行数据' } }),
  bundleTool('run', {
    title: '',
    description: '',
    findable: { tags: ['Continuous Integration'] },
    schema: { type: 'object', properties: { pipelineName: { type: 'string' } } },
  }),
];
const index = new ToolIndex(tools);
const names = (query: string, limit = 10) => index.find(query, limit).tools.map(({ name }) => name);

describe('what is found', () => {
  test.each([
    ['list users', 'listUsers'],
    ['remove user', 'deleteUser'],
    ['who are the members', 'listUsers'],
    ['user image', 'getUserAvatar'],
    ['invoicing', 'createInvoice'],
    ['限行', 'post_whapi_limit'],
    ['integration', 'run'],
    ['pipeline name', 'run'],
  ])('first for %s is %s', (query, expected) => {
    expect(names(query)[0]).toBe(expected);
  });

  test('are as many as are asked for, of all that have a word', () => {
    const found = index.find('user', 2);

    expect(found.tools).toHaveLength(2);
    expect(found.matching).toBe(3);
  });

  test('are words that no tool has, as they were written', () => {
    expect(index.find('Teleport users quickly', 10).unknown).toEqual(['teleport', 'quickly']);
    expect(index.find('the of', 10)).toEqual({ tools: [], matching: 0, unknown: [] });
  });

  test('stands for a word that no tool knows, and never beside one that a tool knows', () => {
    expect(names('user picture')[0]).toBe('getUserAvatar');
    expect(index.find('image', 10).tools).toHaveLength(1);
  });

  test('is the same each time, and equal ones stand in the order of the tools', () => {
    const twins = new ToolIndex([bundleTool('b1'), bundleTool('b2')].map((tool) => ({ ...tool, ...via('GET', '/x') })));

    expect(names('user')).toEqual(names('user'));
    expect(twins.find('x', 5).tools.map(({ name }) => name)).toEqual(['b1', 'b2']);
  });

  test('is nothing where there are no tools', () => {
    expect(new ToolIndex([]).find('user', 5)).toEqual({ tools: [], matching: 0, unknown: ['user'] });
  });

  test.each(['__proto__ constructor toString', '"]}\\', 'x'.repeat(100_000), 'a '.repeat(50_000)])(
    'takes any text',
    (query) => {
      expect(index.find(query, 5).tools.length).toBeLessThanOrEqual(5);
    },
  );
});

describe('of tools with the same words', () => {
  const api = (...operations: string[]) =>
    new ToolIndex(
      operations.map((operation) => {
        const [verb = '', path = '', ...title] = operation.split(' ');
        return { ...bundleTool(operation, { title: title.join(' '), description: '', ...via(verb, path) }), name: '' };
      }),
    );
  const first = (index: ReturnType<typeof api>, query: string) => index.find(query, 1).tools[0]?.program;

  test.each([
    ['the tasks of the tag', '/tags/{tag_gid}/tasks'],
    ['the tags of the task', '/tasks/{task_gid}/tags'],
    ['all tags', '/tags'],
    ['the tag with gid 12', '/tags/{tag_gid}'],
  ])('%s means the one whose resources have its numbers, %s', (query, path) => {
    const tags = api(
      'GET /tasks/{task_gid}/tags Get tags',
      'GET /tags/{tag_gid} Get tags',
      'GET /tags/{tag_gid}/tasks Get tasks',
      'GET /tags Get tags',
    );

    expect(first(tags, query)?.path).toBe(path);
  });

  test('the one that does what is asked for is first, whatever its method is', () => {
    const chat = api('POST /chat/a Message', 'POST /chat/b Delete message', 'POST /chat/c Sends message');

    expect(first(chat, 'remove a message')?.path).toBe('/chat/b');
    expect(first(chat, 'create a message')?.path).toBe('/chat/c');
  });

  test('one that deletes comes last where no deletion is asked for', () => {
    const albums = api('DELETE /albums Albums', 'PUT /albums Albums', 'GET /albums Albums');

    expect(first(albums, 'add albums')?.verb).toBe('PUT');
    expect(first(albums, 'remove albums')?.verb).toBe('DELETE');
  });

  test('the one whose verb begins the query is first, and its form counts', () => {
    const player = api('GET /player/played Played tracks', 'PUT /player/play Tracks', 'PUT /player/pause Tracks');

    expect(first(player, 'play tracks')?.path).toBe('/player/play');
    expect(first(player, 'pause tracks')?.path).toBe('/player/pause');
  });

  test('the more of its title was asked for, the better', () => {
    const traits = traitsOf({ title: 'Update goal', description: '', program: { verb: 'PUT', path: '/goals/{id}' } });
    const factors = [0, 0.5, 1].map((share) => factorOf(traits, requestOf('update the goal'), share));

    expect(factors).toEqual(factors.toSorted((one, other) => one - other));
    expect(new Set(factors).size).toBe(3);
  });
});

describe('where no tool is about the query', () => {
  const nouns = `shelf reader loan branch fine reservation author room meeting volume edition publisher genre card gate
    lamp desk catalogue poster donation`.split(/\s+/);
  const verbs = 'list get create update delete archive restore copy assign lock count'.split(' ');
  const library = verbs.flatMap((verb) => nouns.map((noun) => [verb, noun] as const));
  const index = new ToolIndex([
    bundleTool('createInvoice', { description: 'Bills a customer by post', ...via('POST', '/invoices') }),
    bundleTool('listInvoices', { description: 'For printing, sorted by day', ...via('GET', '/invoices') }),
    ...library.map(([verb, noun]) => bundleTool(`${verb}_${noun}`, via('POST', `/${noun}/${verb}`))),
  ]);
  const isFound = (query: string) => index.find(query, 5).tools.length > 0;

  test.each(['create unicorn', 'get weather in Berlin', 'post a tweet about llamas'])('%s finds nothing', (query) => {
    expect(index.find(query, 5)).toMatchObject({ tools: [], matching: 0 });
  });

  test.each(['create', 'customer', 'print', 'create unicorn invoice', 'post'])(
    '%s finds what has the word',
    (query) => {
      expect(isFound(query)).toBe(true);
    },
  );

  test.each([
    ['the shelf of the bakery and the plumber', 'the bakery and the plumber of the shelf'],
    ['weigh the reader of the parcel', 'weigh the parcel of the reader'],
    ['golden shelf', 'shelf gold'],
    ['the invoice of the unicorn', 'the unicorn of the invoice'],
    ['what was stapled on the shelf', 'which staples are on the shelf'],
    ['iron on a shelf', 'irons on a shelf'],
  ])('the object decides: %s is found, %s is not', (found, missed) => {
    expect(isFound(found)).toBe(true);
    expect(isFound(missed)).toBe(false);
  });

  test('the verb that begins the query is no evidence', () => {
    expect(isFound('assign dragon')).toBe(false);
    expect(index.find('assign room', 5).tools[0]?.name).toBe('assign_room');
  });

  test('words that a query can do without count neither for nor against a tool', () => {
    expect(isFound('the readers of yesterday evening')).toBe(true);
    expect(isFound('dance every day')).toBe(false);
  });

  test('a word that stands for another counts for less, and a verb of any API for nothing', () => {
    expect(isFound('a bill')).toBe(true);
    expect(isFound('the seal of a bill')).toBe(false);
    expect(isFound('rid of a ghost')).toBe(false);
  });

  test('values are not asked for', () => {
    expect(isFound("the desk 'ghost', built 1950 at Canterville")).toBe(true);
  });

  test('a missing word proves little where there are few tools', () => {
    const few = new ToolIndex([
      bundleTool('searchDocuments', via('GET', '/documents/search')),
      bundleTool('getDocument', via('GET', '/documents/{id}')),
    ]);

    expect(few.find('search patents', 5).tools).not.toEqual([]);
  });
});

describe('enough of a request', () => {
  const api = ['album', 'track', 'artist', 'playlist', 'genre', 'market', 'show', 'episode'].flatMap((noun) => [
    bundleTool(`list_${noun}s`, { title: `List ${noun}s`, description: '', ...via('GET', `/${noun}s`) }),
    bundleTool(`delete_${noun}`, { title: `Delete a ${noun}`, description: '', ...via('DELETE', `/${noun}s/{id}`) }),
  ]);
  const music = new ToolIndex([
    ...api,
    bundleTool('upload', {
      title: 'Upload a cover',
      description: 'Takes a picture with a border',
      ...via('POST', '/covers'),
    }),
  ]);

  test.each([
    'delete the virtual machine',
    'border collie puppies',
    'remove my parcel from the customs house',
    'add invoice to ledger of supplier',
  ])('is not what %s has', (query) => {
    expect(music.find(query, 5)).toMatchObject({ tools: [], matching: 0 });
  });

  test.each([
    ['delete the album Abbey Road', 'delete_album'],
    ['delete album "let it be naked" with id a12345', 'delete_album'],
    ['list playlists of quiet evenings', 'list_playlists'],
    ['which artists are there today?', 'list_artists'],
  ])('is what %s has, which names values, too', (query, expected) => {
    expect(music.find(query, 5).tools[0]?.name).toBe(expected);
  });
});

describe('what search reads beside what clients are told', () => {
  test('is an operationId only where the name has lost words of it', () => {
    const tags = ['a'];

    expect(findableOf({ name: 'calendar_events_insert', operationId: 'calendar.events.insert', tags })).toEqual({
      tags,
    });
    expect(findableOf({ name: 'post_limit', operationId: '限行数据', tags: [] })).toEqual({ operationId: '限行数据' });
  });
});
