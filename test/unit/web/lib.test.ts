import { describe, expect, test } from '@jest/globals';
import { contested, leftOf } from '../../../web/src/lib/draft.ts';
import { ago, bytes, clock, count, day, dayName, duration, percent, plural } from '../../../web/src/lib/format.ts';
import { asWritten, prettyJson } from '../../../web/src/lib/pretty.ts';
import { boundsOf, knownMoment, localMinute, minuteOf, rangeFaults, utcMinute } from '../../../web/src/lib/range.ts';
import { bracesOf, exampleOf, findTools, groupTools, inWords } from '../../../web/src/lib/tools.ts';
import { addressFault, baseUrlFault } from '../../../web/src/lib/url.ts';

describe('addresses', () => {
  test.each(['https://api.example.com', 'https://api.example.com:8443/v1/openapi.json?x=1'])(
    '%s is accepted',
    (text) => {
      expect(addressFault(text)).toBeUndefined();
    },
  );

  test.each([
    ['api.example.com', /complete URL/],
    ['http://api.example.com', /https/],
    ['https://10.0.0.1/x', /IP addresses/],
    ['https://[::1]/x', /IP addresses/],
    ['https://user:pw@api.example.com', /Security/],
    ['https://localhost/x', /public domain/],
    ['https://db.internal/x', /public domain/],
  ])('%s is refused with a reason', (text, reason) => {
    expect(addressFault(text)).toMatch(reason);
  });

  test('of an API end before the query', () => {
    expect(baseUrlFault('https://api.example.com/v1?x=1')).toMatch(/ends before/);
    expect(baseUrlFault('https://api.example.com/v1')).toBeUndefined();
  });
});

describe('figures', () => {
  test.each([
    [820, '820 B'],
    [1024, '1 KB'],
    [12_700, '12 KB'],
    [1_048_370, '1 MB'],
    [1_572_864, '1.5 MB'],
  ])('%i bytes are %s', (value, text) => expect(bytes(value)).toBe(text));

  test.each([
    [12.4, '12 ms'],
    [999.7, '1 s'],
    [1_430, '1.4 s'],
    [59_960, '1 min 0 s'],
    [119_700, '2 min 0 s'],
    [125_000, '2 min 5 s'],
  ])('%d milliseconds are %s', (value, text) => expect(duration(value)).toBe(text));

  test('count, agree in number, and never divide by nothing', () => {
    expect(plural(1, 'tool')).toBe('1 tool');
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
    expect(percent(0, 0)).toBe('0 %');
    expect(percent(1, 40)).toBe('2.5 %');
    expect(percent(1, 20_000)).toBe('< 0.1 %');
    expect(percent(999, 1000)).toBe('> 99 %');
    expect(percent(1000, 1000)).toBe('100 %');
    expect(count(1234)).toBe('1,234');
  });

  test('name a day of the charts by the UTC day that it is, wherever the reader is', () => {
    expect(day('2026-11-22T00:00:00.000Z')).toMatch(/22/);
  });

  test('say how long ago something was', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');

    expect(ago('2026-01-01T11:59:58Z', now)).toBe('just now');
    expect(ago('2026-01-01T11:57:00Z', now)).toMatch(/3/);
    expect(ago('2026-01-01T11:00:10Z', now)).toMatch(/1h ago/);
    expect(ago('2025-12-31T12:00:00Z', now)).toMatch(/yesterday|1/);
  });
});

describe('tools', () => {
  const reads = { readOnlyHint: true, destructiveHint: false };
  const tool = (name: string, tag: string, enabled = true, annotations = reads, edited: string[] = []) =>
    ({
      name,
      tag,
      enabled,
      annotations,
      edited,
      title: '',
      verb: 'GET',
      path: `/${name}`,
      description: 'Lists things',
      origin: 'import',
    }) as never;
  const tools = [tool('b', 'Two'), tool('a', 'One', false), tool('c', 'One'), tool('d', '')];

  test('are found when every word occurs somewhere', () => {
    expect(findTools(tools, 'lists ONE')).toHaveLength(2);
    expect(findTools(tools, 'get /b')).toHaveLength(1);
    expect(findTools(tools, '  ')).toHaveLength(4);
    expect(findTools(tools, 'lists nothing')).toHaveLength(0);
  });

  test('are found by what their rows say of them', () => {
    const purge = tool('purge', '', true, { readOnlyHint: false, destructiveHint: true });
    const send = tool('send', '', true, { readOnlyHint: false, destructiveHint: false }, ['title']);
    const all = [...tools, purge, send];

    expect(findTools(all, 'Destructive')).toEqual([purge]);
    expect(findTools(all, 'writes edited')).toEqual([send]);
    expect(findTools(all, 'added manually')).toEqual([]);
  });

  test('are grouped by tag in order, those without one last', () => {
    expect(groupTools(tools).map((group) => [group.tag, group.tools.length, group.enabled])).toEqual([
      ['One', 2, 1],
      ['Two', 1, 1],
      ['', 1, 1],
    ]);
  });

  test.each([
    [{ type: 'string', pattern: '^cus_', format: 'uri' }, 'string, uri, matching ^cus_'],
    [{ type: ['integer', 'null'], minimum: 1, maximum: 200 }, 'integer, from 1, up to 200'],
    [{ enum: ['up', 'down'] }, 'one of up, down'],
    [{}, 'any value'],
  ])('say what an argument may be: %j', (schema, words) => {
    expect(inWords(schema)).toBe(words);
  });

  test('name their path parameters once each', () => {
    expect(bracesOf('/a/{b}/c/{d}/{b}')).toEqual(['b', 'd']);
    expect(bracesOf('/a')).toEqual([]);
  });

  test('get first arguments from their schema: required ones, by example, default, enum or type', () => {
    const schema = {
      type: 'object',
      required: ['id', 'kind', 'limit', 'tags', 'body'],
      properties: {
        id: { type: 'string', examples: ['A-1'] },
        kind: { enum: ['x', 'y'] },
        limit: { type: 'integer', default: 20 },
        tags: { type: 'array', items: { type: 'string' } },
        body: { type: 'object', required: ['on'], properties: { on: { type: 'boolean' } } },
        other: { type: 'string' },
      },
    };
    expect(exampleOf(schema)).toEqual({ id: 'A-1', kind: 'x', limit: 20, tags: [], body: { on: false } });
  });

  test('with a schema that refers to itself still get an example', () => {
    const node: Record<string, unknown> = { type: 'object', required: ['next'] };
    node['properties'] = { next: node };

    expect(JSON.stringify(exampleOf(node)).length).toBeLessThan(200);
  });
});

describe('JSON', () => {
  test('is indented, also when its end is missing, and other text stays', () => {
    expect(prettyJson('{"a":[1,2]}')).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
    expect(prettyJson('{"a":"x,{\\"","b":[1')).toBe('{\n  "a": "x,{\\"",\n  "b": [\n    1');
    expect(prettyJson('not json')).toBe('not json');
  });

  test('is indented with numbers and escapes as they are written, where somebody decides by it', () => {
    expect(asWritten('{"a":[1,2]}')).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
    expect(asWritten('{"a":"x\\u200b","b":1e400}')).toBe('{\n  "a": "x\\u200b",\n  "b": 1e400\n}');
    expect(asWritten('not json')).toBe('not json');
  });
});

test('a moment says its day unless that is today, in the zone of the reader', () => {
  const now = new Date(2026, 5, 15, 12);

  expect(clock(new Date(2026, 5, 15, 0, 5, 7, 9).toISOString(), now)).toBe('00:05:07.009');
  expect(clock(new Date(2026, 5, 14, 23, 5, 7, 9).toISOString(), now)).toMatch(/14.*23:05:07\.009$/);
  expect(clock(new Date(2025, 5, 15, 1).toISOString(), now)).toMatch(/2025.*01:00:00\.000$/);
});

test('days have their names in the time zone of the reader', () => {
  const now = new Date(2026, 5, 15, 12);
  const of = (...at: [number, number, number, number, number]) => dayName(new Date(...at).toISOString(), now);

  expect([of(2026, 5, 15, 0, 0), of(2026, 5, 15, 23, 59), of(2026, 5, 14, 0, 0)]).toEqual([
    'Today',
    'Today',
    'Yesterday',
  ]);
  expect(of(2026, 5, 13, 23, 59)).toMatch(/^Saturday, .*13/);
  expect(of(2025, 5, 13, 1, 0)).toMatch(/^Friday, .*2025/);
});

describe('a range of time', () => {
  const now = Date.parse('2026-06-15T12:00:30.500Z');
  const noon = '2026-06-15T12:00Z';

  test('is typed by the clock of the reader and kept in UTC', () => {
    expect(localMinute(noon)).toBe(
      `2026-06-15T${String(new Date(noon).getHours()).padStart(2, '0')}:${String(new Date(noon).getMinutes()).padStart(2, '0')}`,
    );
    expect(utcMinute(localMinute(noon))).toBe(noon);
    expect(minuteOf(now)).toBe(noon);
    expect(localMinute('')).toBe('');
  });

  test.each(['', '0002-06-15T12:00', '0202-06-15T12:00', '20266-06-15T12:00'])(
    'has no moment yet while its field says %p',
    (text) => expect(utcMinute(text)).toBe(''),
  );

  test.each([
    '',
    'yesterday',
    '2026-06-15',
    '2026-13-15T12:00Z',
    '2026-06-15T12:00',
    '2026-06-15T12:00+02:00',
    '0026-06-15T12:00Z',
  ])('takes %p in an address for no moment', (text) => expect(knownMoment(text)).toBe(''));

  test('is asked for from the start of its first minute to the end of its last', () => {
    expect(boundsOf({ from: noon, to: noon })).toEqual({
      from: '2026-06-15T12:00:00.000Z',
      to: '2026-06-15T12:00:59.999Z',
    });
    expect(boundsOf({ from: knownMoment('2026-06-15T12:00:30.5Z'), to: '' })).toEqual({
      from: '2026-06-15T12:00:00.000Z',
      to: '',
    });
  });

  test('is refused at the end that is wrong', () => {
    const later = '2026-06-15T12:01Z';

    expect(rangeFaults({ from: noon, to: noon }, now)).toEqual({});
    expect(rangeFaults({ from: '', to: later }, now)).toEqual({});
    expect(rangeFaults({ from: later, to: '' }, now).from).toMatch(/in the future/);
    expect(rangeFaults({ from: noon, to: '2026-06-15T11:59Z' }, now).to).toMatch(/before the start/);
  });
});

describe('a draft', () => {
  test('loses what was saved and keeps what was edited again meanwhile', () => {
    expect(leftOf({ name: 'b', title: 'x' }, { name: 'a', title: 'x' })).toEqual({ name: 'b' });
  });

  test('is contested where somebody else stored another value since the edit began', () => {
    const base = { name: 'old', list: [1] };

    expect(contested({ name: 'mine', list: [2] }, base, { name: 'old', list: [1] })).toEqual([]);
    expect(contested({ name: 'mine', list: [2] }, base, { name: 'theirs', list: [1] })).toEqual(['name']);
    expect(contested({ name: 'mine', list: [2] }, base, { name: 'mine', list: [3] })).toEqual(['list']);
  });
});
