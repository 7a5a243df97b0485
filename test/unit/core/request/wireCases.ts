/**
 * What must stand on the wire, byte for byte: the style examples of OpenAPI 3.0.4, 3.1.1 and 3.2.0, Swagger 2.0's collection
 * formats, cookies, bodies, and the traps between them. Every expectation is written out by hand, none is computed.
 */
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import type {
  BodyField,
  FieldEncoding,
  ListStyle,
  ParameterLocation,
  ParameterStyle,
  PartEncodings,
  RequestProgram,
  WireBody,
  WireParameter,
} from '../../../../core/model/tool.ts';

export interface WireCase {
  readonly title: string;
  readonly program: RequestProgram;
  readonly args: JsonObject;
  /** JSON text of the arguments, for numbers that JavaScript would change. */
  readonly argsText?: string;
  readonly target: string;
  readonly method?: string;
  /** Expected values by lower-case header name; null means that the header must be absent. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Expected body; in multipart the boundary reads BOUNDARY. Absent means no body at all. */
  readonly body?: string | Uint8Array;
}

const parameter = (place: ParameterLocation, style: ParameterStyle, explode: boolean) =>
  function make(name: string, extra: Partial<WireParameter> = {}): WireParameter {
    return { argument: name, name, in: place, style, explode, required: place === 'path', ...extra };
  };

const get = (path: string, ...parameters: WireParameter[]): RequestProgram => ({ verb: 'GET', path, parameters });
const post = (body: WireBody, ...parameters: WireParameter[]): RequestProgram => ({
  verb: 'POST',
  path: '/x',
  parameters,
  body,
});

const EMPTY = '';
const BLUE = 'blue';
const LIST = ['blue', 'black', 'brown'];
const RGB = { R: 100, G: 200, B: 150 };

/** [style, explode, value, expected text of the parameter] for one place. */
type Row = readonly [ParameterStyle, boolean, JsonValue, string];
const title = (place: string, [style, explode, value]: Row) =>
  `${place} ${style}${explode ? ' exploded' : ''}: ${JSON.stringify(value)}`;

const PATH: readonly Row[] = [
  ['matrix', false, EMPTY, ';color'],
  ['matrix', false, BLUE, ';color=blue'],
  ['matrix', false, LIST, ';color=blue,black,brown'],
  ['matrix', false, RGB, ';color=R,100,G,200,B,150'],
  ['matrix', true, EMPTY, ';color'],
  ['matrix', true, BLUE, ';color=blue'],
  ['matrix', true, LIST, ';color=blue;color=black;color=brown'],
  ['matrix', true, RGB, ';R=100;G=200;B=150'],
  ['matrix', false, 'a b/c', ';color=a%20b%2Fc'],
  ['matrix', true, ['a;b', 'ü'], ';color=a%3Bb;color=%C3%BC'],
  ['matrix', true, { k: '', 'x y': 1 }, ';k;x%20y=1'],
  ['label', false, BLUE, '.blue'],
  ['label', false, LIST, '.blue,black,brown'],
  ['label', false, RGB, '.R,100,G,200,B,150'],
  ['label', true, BLUE, '.blue'],
  ['label', true, LIST, '.blue.black.brown'],
  ['label', true, RGB, '.R=100.G=200.B=150'],
  ['label', true, ['a.b', 'c,d'], '.a.b.c%2Cd'],
  ['label', false, ['a,b', 'c'], '.a%2Cb,c'],
  ['simple', false, BLUE, 'blue'],
  ['simple', false, LIST, 'blue,black,brown'],
  ['simple', false, RGB, 'R,100,G,200,B,150'],
  ['simple', true, BLUE, 'blue'],
  ['simple', true, LIST, 'blue,black,brown'],
  ['simple', true, RGB, 'R=100,G=200,B=150'],
  ['simple', false, 'a/b c', 'a%2Fb%20c'],
  ['simple', false, '?#[]@', '%3F%23%5B%5D%40'],
  ['simple', false, "!$&'()*+,;=", '%21%24%26%27%28%29%2A%2B%2C%3B%3D'],
  ['simple', false, 'Grüße 日本 🎈', 'Gr%C3%BC%C3%9Fe%20%E6%97%A5%E6%9C%AC%20%F0%9F%8E%88'],
  ['simple', false, '100%', '100%25'],
  ['simple', false, '%2F', '%252F'],
  ['simple', false, 'a-b_c.d~e', 'a-b_c.d~e'],
  ['simple', false, ['a,b', 'c'], 'a%2Cb,c'],
  ['simple', true, { 'a=b': 'c,d' }, 'a%3Db=c%2Cd'],
  ['simple', false, true, 'true'],
  ['simple', false, 0, '0'],
  ['simple', false, -1.5, '-1.5'],
  ['simple', false, '...', '...'],
  ['simple', false, 'a..b', 'a..b'],
  ['spaceDelimited', false, LIST, 'blue%20black%20brown'],
  ['tabDelimited', false, LIST, 'blue%09black%09brown'],
  ['pipeDelimited', false, LIST, 'blue%7Cblack%7Cbrown'],
];

const QUERY: readonly Row[] = [
  ['form', false, EMPTY, '?color='],
  ['form', false, BLUE, '?color=blue'],
  ['form', false, LIST, '?color=blue,black,brown'],
  ['form', false, RGB, '?color=R,100,G,200,B,150'],
  ['form', true, EMPTY, '?color='],
  ['form', true, BLUE, '?color=blue'],
  ['form', true, LIST, '?color=blue&color=black&color=brown'],
  ['form', true, RGB, '?R=100&G=200&B=150'],
  ['spaceDelimited', false, LIST, '?color=blue%20black%20brown'],
  ['spaceDelimited', false, RGB, '?color=R%20100%20G%20200%20B%20150'],
  ['spaceDelimited', true, LIST, '?color=blue&color=black&color=brown'],
  ['spaceDelimited', false, BLUE, '?color=blue'],
  ['pipeDelimited', false, LIST, '?color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, RGB, '?color=R%7C100%7CG%7C200%7CB%7C150'],
  ['pipeDelimited', true, LIST, '?color=blue&color=black&color=brown'],
  ['pipeDelimited', false, BLUE, '?color=blue'],
  ['tabDelimited', false, LIST, '?color=blue%09black%09brown'],
  ['deepObject', true, RGB, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', false, RGB, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', true, { a: { b: { c: 1 } } }, '?color%5Ba%5D%5Bb%5D%5Bc%5D=1'],
  ['deepObject', true, { a: [1, 2] }, '?color%5Ba%5D=1&color%5Ba%5D=2'],
  ['deepObject', true, { a: [{ b: 1 }, { b: 2 }] }, '?color%5Ba%5D%5B0%5D%5Bb%5D=1&color%5Ba%5D%5B1%5D%5Bb%5D=2'],
  ['deepObject', true, { 'k y': 'v&w' }, '?color%5Bk%20y%5D=v%26w'],
  ['deepObject', true, { a: null, b: '' }, '?color%5Bb%5D='],
  ['deepObject', true, BLUE, '?color=blue'],
  ['form', true, 'a b', '?color=a%20b'],
  ['form', true, 'a+b&c=d#e', '?color=a%2Bb%26c%3Dd%23e'],
  ['form', true, ":/?#[]@!$&'()*+,;=", '?color=%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D'],
  ['form', true, 'Grüße 日本 🎈', '?color=Gr%C3%BC%C3%9Fe%20%E6%97%A5%E6%9C%AC%20%F0%9F%8E%88'],
  ['form', false, ['a,b', 'c d', ''], '?color=a%2Cb,c%20d,'],
  ['form', true, ['', 'x'], '?color=&color=x'],
  ['form', false, { 'a,b': 'c' }, '?color=a%2Cb,c'],
  ['form', true, { 'a b': 'ü' }, '?a%20b=%C3%BC'],
  ['form', true, [], ''],
  ['form', true, {}, ''],
  ['form', true, null, ''],
  ['form', true, [null, 'x', null], '?color=x'],
  ['form', true, { a: null, b: 1 }, '?b=1'],
  ['form', true, false, '?color=false'],
  ['form', true, 1e21, '?color=1e%2B21'],
  ['form', false, [1, true, 'x'], '?color=1,true,x'],
  ['form', true, [{ a: 1 }, [2]], '?color=%7B%22a%22%3A1%7D&color=%5B2%5D'],
  ['pipeDelimited', false, ['a|b', 'c,d'], '?color=a%7Cb%7Cc%2Cd'],
  ['form', true, 'line\nbreak', '?color=line%0Abreak'],
];

const HEADER: readonly Row[] = [
  ['simple', false, EMPTY, ''],
  ['simple', false, BLUE, 'blue'],
  ['simple', false, LIST, 'blue,black,brown'],
  ['simple', false, RGB, 'R,100,G,200,B,150'],
  ['simple', true, EMPTY, ''],
  ['simple', true, BLUE, 'blue'],
  ['simple', true, LIST, 'blue,black,brown'],
  ['simple', true, RGB, 'R=100,G=200,B=150'],
  ['simple', false, 'a b/c?d=e&f', 'a b/c?d=e&f'],
  ['simple', false, 'tab\there', 'tab\there'],
  ['simple', false, 42, '42'],
  ['simple', false, '%41', '%41'],
  ['spaceDelimited', false, LIST, 'blue black brown'],
  ['tabDelimited', false, LIST, 'blue\tblack\tbrown'],
  ['pipeDelimited', false, LIST, 'blue|black|brown'],
];

const COOKIE: readonly Row[] = [
  ['form', false, EMPTY, 'color='],
  ['form', false, BLUE, 'color=blue'],
  ['form', false, LIST, 'color=blue,black,brown'],
  ['form', false, RGB, 'color=R,100,G,200,B,150'],
  ['form', true, EMPTY, 'color='],
  ['form', true, BLUE, 'color=blue'],
  ['form', true, LIST, 'color=blue&color=black&color=brown'],
  ['form', true, RGB, 'R=100&G=200&B=150'],
  ['form', true, 'a b;c', 'color=a%20b%3Bc'],
  ['cookie', false, EMPTY, 'color='],
  ['cookie', false, BLUE, 'color=blue'],
  ['cookie', false, LIST, 'color=blue,black,brown'],
  ['cookie', false, RGB, 'color=R,100,G,200,B,150'],
  ['cookie', true, LIST, 'color=blue; color=black; color=brown'],
  ['cookie', true, RGB, 'R=100; G=200; B=150'],
  ['cookie', true, 'a%20b"c"', 'color=a%20b"c"'],
];

/** [lists of the parameter, lists of the tool, style, value, expected query]. */
const LISTS: ReadonlyArray<readonly [ListStyle?, ListStyle?, ParameterStyle?, JsonValue?, string?]> = [
  ['indices', undefined, 'deepObject', ['a', 'b'], '?c%5B0%5D=a&c%5B1%5D=b'],
  ['brackets', undefined, 'deepObject', ['a', 'b'], '?c%5B%5D=a&c%5B%5D=b'],
  ['comma', undefined, 'deepObject', { n: ['a,b', 'c'] }, '?c%5Bn%5D=a%2Cb,c'],
  ['repeat', undefined, 'deepObject', ['a', 'b'], '?c=a&c=b'],
  [
    'indices',
    undefined,
    'deepObject',
    { n: { m: [null, 1, true] } },
    '?c%5Bn%5D%5Bm%5D%5B0%5D=1&c%5Bn%5D%5Bm%5D%5B1%5D=true',
  ],
  [
    'brackets',
    undefined,
    'deepObject',
    [{ t: ['x', 'y'] }, { t: [] }],
    '?c%5B0%5D%5Bt%5D%5B%5D=x&c%5B0%5D%5Bt%5D%5B%5D=y',
  ],
  ['comma', undefined, 'deepObject', [{ t: ['x', 'y'] }], '?c%5B0%5D%5Bt%5D=x,y'],
  ['brackets', undefined, 'deepObject', [['x'], ['y']], '?c%5B0%5D%5B%5D=x&c%5B1%5D%5B%5D=y'],
  ['brackets', undefined, 'deepObject', [], ''],
  ['indices', 'brackets', 'deepObject', ['a'], '?c%5B%5D=a'],
  ['indices', 'repeat', 'deepObject', { n: ['a', 'b'] }, '?c%5Bn%5D=a&c%5Bn%5D=b'],
  [undefined, 'brackets', 'form', ['a', 'b'], '?c%5B%5D=a&c%5B%5D=b'],
  [undefined, 'indices', 'form', ['a', 'b'], '?c%5B0%5D=a&c%5B1%5D=b'],
  [undefined, 'comma', 'form', ['a', 'b,c'], '?c=a,b%2Cc'],
  ['brackets', undefined, 'form', ['a'], '?c%5B%5D=a'],
  [undefined, undefined, 'form', { page: 0, sort: ['name,asc', 'id,desc'] }, '?page=0&sort=name%2Casc&sort=id%2Cdesc'],
  [
    undefined,
    undefined,
    'form',
    { a: [], b: [null, { x: 1 }], d: { y: 2 } },
    '?b=%7B%22x%22%3A1%7D&d=%7B%22y%22%3A2%7D',
  ],
  [undefined, 'brackets', 'form', { sort: ['a', 'b'], size: 5 }, '?sort%5B%5D=a&sort%5B%5D=b&size=5'],
];

const listCases = LISTS.map(([own, chosen, style = 'form', value = null, expected = '']): WireCase => {
  const program = get('/x', parameter('query', style, true)('c', own ? { lists: own } : {}));
  return {
    title: `lists ${own} of the parameter, ${chosen} of the tool, ${style}: ${JSON.stringify(value)}`,
    program: chosen ? { ...program, lists: chosen } : program,
    args: { c: value },
    target: `/v1/x${expected}`,
  };
});

const tables: WireCase[] = [
  ...listCases,
  {
    title: 'lists of a parameter whose name has its brackets already',
    program: { ...get('/x', parameter('query', 'form', true)('ids[]')), lists: 'brackets' },
    args: { 'ids[]': [1, 2] },
    target: '/v1/x?ids%5B%5D=1&ids%5B%5D=2',
  },
  ...PATH.map((row) => ({
    title: title('path', row),
    program: get('/a/{color}/z', parameter('path', row[0], row[1])('color')),
    args: { color: row[2] },
    target: `/v1/a/${row[3]}/z`,
  })),
  ...QUERY.map((row) => ({
    title: title('query', row),
    program: get('/x', parameter('query', row[0], row[1])('color')),
    args: { color: row[2] },
    target: `/v1/x${row[3]}`,
  })),
  ...HEADER.map((row) => ({
    title: title('header', row),
    program: get('/x', parameter('header', row[0], row[1])('X-Color')),
    args: { 'X-Color': row[2] },
    target: '/v1/x',
    headers: { 'x-color': row[3] },
  })),
  ...COOKIE.map((row) => ({
    title: title('cookie', row),
    program: get('/x', parameter('cookie', row[0], row[1])('color')),
    args: { color: row[2] },
    target: '/v1/x',
    headers: { cookie: row[3] },
  })),
];

const inPath = parameter('path', 'simple', false);
const query = parameter('query', 'form', true);
const header = parameter('header', 'simple', false);
const cookie = parameter('cookie', 'form', true);
const reserved = { allowReserved: true };

const places: WireCase[] = [
  {
    title: 'allowReserved keeps reserved characters and triplets of a query value, but not what would split the pair',
    program: get('/x', query('q', reserved)),
    args: { q: ":/?#[]@!$&'()*+,;=%2F%zz ü" },
    target: "/v1/x?q=:/?%23[]@!$%26'()*%2B,;=%2F%25zz%20%C3%BC",
  },
  {
    title: 'allowReserved encodes the separator inside the items of a list',
    program: get('/x', parameter('query', 'form', false)('q', reserved)),
    args: { q: ['a,b', 'c/d'] },
    target: '/v1/x?q=a%2Cb,c/d',
  },
  {
    title: 'a path value of several segments keeps its slashes, before a suffix and in a list',
    program: get(
      '/{+name}:undo/{n}',
      inPath('+name', { argument: 'name', slashes: true }),
      inPath('n', { slashes: true }),
    ),
    args: { name: 'projects/p 1/places/ü', n: ['a/b', 'c,d'] },
    target: '/v1/projects/p%201/places/%C3%BC:undo/a/b,c,d',
  },
  {
    title: 'allowReserved in a path keeps no slash, question mark or hash',
    program: get('/f/{p}', inPath('p', reserved)),
    args: { p: 'a/b?c#d:e@f%2A' },
    target: '/v1/f/a%2Fb%3Fc%23d:e@f%2A',
  },
  {
    title: 'several variables in one segment',
    program: get('/f/{name}.{ext};{v}', inPath('name'), inPath('ext'), inPath('v')),
    args: { name: 'a b', ext: 'tar.gz', v: 1 },
    target: '/v1/f/a%20b.tar.gz;1',
  },
  {
    title: 'the same variable twice',
    program: get('/a/{id}/b/{id}', inPath('id')),
    args: { id: 7 },
    target: '/v1/a/7/b/7',
  },
  {
    title: 'a template with characters that need encoding, and existing triplets',
    program: get('/über uns/%7Euser/{id}', inPath('id')),
    args: { id: 1 },
    target: '/v1/%C3%BCber%20uns/%7Euser/1',
  },
  {
    title: 'a query in the template comes before the query parameters',
    program: get('/x?api-version=2024&kind={kind}', inPath('kind', { in: 'query', required: false }), query('q')),
    args: { q: 'z' },
    target: '/v1/x?api-version=2024&kind=&q=z',
  },
  {
    title: 'a pair of the template gives way to the parameter of its name',
    program: get('/x?view=info&op=list', query('view')),
    args: { view: 'all' },
    target: '/v1/x?op=list&view=all',
  },
  {
    title: 'a pair of the template stays when the parameter of its name is not given',
    program: get('/x?view=info', query('view')),
    args: {},
    target: '/v1/x?view=info',
  },
  {
    title: 'a fragment that tells operations apart becomes a query pair',
    program: get('/#Action=ListUsers', query('Marker')),
    args: { Marker: 'm' },
    target: '/v1/?Action=ListUsers&Marker=m',
  },
  {
    title: 'a fragment pair does not double a parameter',
    program: get('/#Action=ListUsers', query('Action')),
    args: { Action: 'ListUsers' },
    target: '/v1/?Action=ListUsers',
  },
  {
    title: 'a word of a fragment without a value is no pair',
    program: get('/#operation=list&bearer', query('Marker')),
    args: { Marker: 'm' },
    target: '/v1/?operation=list&Marker=m',
  },
  {
    title: 'a fragment pair that is a header stays out of the query',
    program: get('/#X-Amz-Target=List', {
      argument: 'target',
      name: 'X-Amz-Target',
      in: 'header',
      style: 'simple',
      explode: false,
      required: true,
    }),
    args: { target: 'List' },
    target: '/v1/',
    headers: { 'x-amz-target': 'List' },
  },
  {
    title: 'lists inside a list of a query, by their own formats',
    program: get('/x', query('a', { style: 'form', explode: false, itemStyles: ['pipeDelimited', 'form'] })),
    args: { a: [['x', ['y', 'z']], ['w']] },
    target: '/v1/x?a=x%7Cy%2Cz,w',
  },
  {
    title: 'lists inside a list of format multi',
    program: get('/x', query('a', { style: 'form', explode: true, itemStyles: ['form'] })),
    args: { a: [[1, 2], [3]] },
    target: '/v1/x?a=1%2C2&a=3',
  },
  {
    title: 'lists inside a list of a path',
    program: get('/x/{a}', inPath('a', { style: 'pipeDelimited', itemStyles: ['tabDelimited'] })),
    args: { a: [['x', 'y'], ['z']] },
    target: '/v1/x/x%09y%7Cz',
  },
  {
    title: 'lists inside a list of a header',
    program: get('/x', {
      argument: 'a',
      name: 'X-A',
      in: 'header',
      style: 'simple',
      explode: false,
      required: false,
      itemStyles: ['spaceDelimited'],
    }),
    args: { a: [[1, 2], [3]] },
    target: '/v1/x',
    headers: { 'x-a': '1 2,3' },
  },
  {
    title: 'a form as the whole query, its fields by their encodings',
    program: get('/x', {
      argument: 'q',
      name: 'q',
      in: 'querystring',
      style: 'form',
      explode: true,
      required: true,
      contentType: 'application/x-www-form-urlencoded',
      encoding: { list: { style: 'form', explode: false }, deep: { style: 'deepObject', explode: true } },
    }),
    args: { q: { text: 'a + b', list: ['x', 'y,z'], deep: { k: 'v' } } },
    target: '/v1/x?text=a+%2B+b&list=x,y%2Cz&deep%5Bk%5D=v',
  },
  { title: 'any other fragment is left out', program: get('/x#section'), args: {}, target: '/v1/x' },
  { title: 'the root path', program: get('/'), args: {}, target: '/v1/' },
  { title: 'a trailing slash of the template stays', program: get('/x/'), args: {}, target: '/v1/x/' },
  {
    title: 'query parameters keep their order and never overwrite each other',
    program: get('/x', query('id'), query('b', { argument: 'second', name: 'id' }), query('filter')),
    args: { filter: 1, second: 'B', id: 'A' },
    target: '/v1/x?id=A&id=B&filter=1',
  },
  {
    title: 'an exploded object does not overwrite a parameter of the same name',
    program: get('/x', query('R'), query('color')),
    args: { R: 1, color: { R: 2 } },
    target: '/v1/x?R=1&R=2',
  },
  {
    title: 'the argument name is not the wire name',
    program: get(
      '/x',
      query('ids', { name: 'ids[]' }),
      query('f', { name: 'filter[a b]' }),
      query('d', { name: '$top' }),
    ),
    args: { ids: [1, 2], f: 'x', d: 5 },
    target: '/v1/x?ids%5B%5D=1&ids%5B%5D=2&filter%5Ba%20b%5D=x&%24top=5',
  },
  {
    title: 'integers over 2^53 and decimals keep their digits in path and query',
    program: get('/o/{id}', inPath('id'), query('amount'), query('list')),
    args: { id: 12345678901234567000, amount: 1, list: [1, 2] },
    argsText: '{"id":12345678901234567890,"amount":1.0,"list":[9007199254740993,0.10]}',
    target: '/v1/o/12345678901234567890?amount=1.0&list=9007199254740993&list=0.10',
  },
  {
    title: 'a content parameter is JSON, percent-encoded in the query',
    program: get('/x', query('filter', { contentType: 'application/json' })),
    args: { filter: { a: [1, 'x y'], b: null } },
    target: '/v1/x?filter=%7B%22a%22%3A%5B1%2C%22x%20y%22%5D%2C%22b%22%3Anull%7D',
  },
  {
    title: 'a content parameter in the path is JSON, percent-encoded',
    program: get('/x/{id}', inPath('id', { contentType: 'application/json' })),
    args: { id: { a: '/..', b: [1] } },
    target: '/v1/x/%7B%22a%22%3A%22%2F..%22%2C%22b%22%3A%5B1%5D%7D',
  },
  {
    title: 'a text in a content parameter of the path has no quotes',
    program: get('/x/{id}', inPath('id', { contentType: 'application/json' })),
    args: { id: 'a b' },
    target: '/v1/x/a%20b',
  },
  {
    title: 'a content parameter in a header is JSON as it stands',
    program: get('/x', header('X-Meta', { contentType: 'application/json' })),
    args: { 'X-Meta': { a: [1, 2] } },
    target: '/v1/x',
    headers: { 'x-meta': '{"a":[1,2]}' },
  },
  {
    title: 'a content parameter in a cookie is JSON, percent-encoded',
    program: get('/x', cookie('prefs', { contentType: 'application/json' })),
    args: { prefs: { a: 1 } },
    target: '/v1/x',
    headers: { cookie: 'prefs=%7B%22a%22%3A1%7D' },
  },
  {
    title: 'a whole query string as a form (3.2)',
    program: get('/x', query('all', { in: 'querystring', contentType: 'application/x-www-form-urlencoded' })),
    args: { all: { foo: 'a b', bar: ['x', 'y'] } },
    target: '/v1/x?foo=a+b&bar=x&bar=y',
  },
  {
    title: 'a whole query string as JSON (3.2)',
    program: get('/x', query('all', { in: 'querystring', contentType: 'application/json' })),
    args: { all: { numbers: [1, 2], flag: null } },
    target: '/v1/x?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D',
  },
  {
    title: 'cookies go into one header and never into the query',
    program: get('/x', cookie('a'), cookie('b'), parameter('cookie', 'cookie', true)('c'), query('q')),
    args: { a: '1 2', b: 'x', c: 'raw', q: 'y' },
    target: '/v1/x?q=y',
    headers: { cookie: 'a=1%202; b=x; c=raw' },
  },
  {
    title: 'a Cookie header parameter joins the cookies',
    program: get('/x', cookie('a'), header('Cookie')),
    args: { a: 1, Cookie: 'b=2' },
    target: '/v1/x',
    headers: { cookie: 'a=1; b=2' },
  },
  {
    title: 'absent optional parameters leave no trace',
    program: get('/x', query('q'), header('X-A'), cookie('c')),
    args: {},
    target: '/v1/x',
    headers: { 'x-a': null, cookie: null, 'content-type': null, 'content-length': null },
  },
  {
    title: 'a header value outside ASCII is UTF-8',
    program: get('/x', header('X-Name')),
    args: { 'X-Name': 'Zoë' },
    target: '/v1/x',
    headers: { 'x-name': Buffer.from('Zoë').toString('latin1') },
  },
  {
    title: 'two parameters of the same header are both sent',
    program: get('/x', header('X-A'), header('other', { name: 'x-a' })),
    args: { 'X-A': '1', other: '2' },
    target: '/v1/x',
    headers: { 'x-a': ['1', '2'] },
  },
  ...(['HEAD', 'DELETE', 'OPTIONS', 'PATCH', 'PUT', 'QUERY'] as const).map((verb) => ({
    title: `query and header parameters of ${verb}`,
    program: { ...get('/x', query('q'), header('X-A')), verb },
    args: { q: 'a b', 'X-A': 'v' },
    method: verb,
    target: '/v1/x?q=a%20b',
    headers: { 'x-a': 'v' },
  })),
  {
    title: 'a program with a server of its own joins that base path',
    program: { ...get('/x'), baseUrl: 'https://api.upstream.example/uploads/v2/' },
    args: {},
    target: '/uploads/v2/x',
  },
];

const json: WireBody = {
  kind: 'json',
  contentType: 'application/json',
  required: true,
  layout: 'whole',
  argument: 'body',
};
const JSON_HEADERS = { 'content-type': 'application/json' };
const field = (name: string, extra: Partial<BodyField> = {}): BodyField => ({
  argument: name,
  name,
  required: false,
  ...extra,
});
const jsonFields = (...fields: BodyField[]): WireBody => ({
  kind: 'json',
  contentType: 'application/json',
  required: false,
  layout: 'fields',
  fields,
});
const jsonCase = (name: string, value: JsonValue, body: string): WireCase => ({
  title: `JSON body: ${name}`,
  program: post(json),
  args: { body: value },
  target: '/v1/x',
  method: 'POST',
  headers: JSON_HEADERS,
  body,
});

const jsonBodies: WireCase[] = [
  jsonCase('an object', { a: [1, null, 'ü'], b: { c: true } }, '{"a":[1,null,"ü"],"b":{"c":true}}'),
  jsonCase('an array', [1, 2], '[1,2]'),
  jsonCase('a string is quoted', 'text', '"text"'),
  jsonCase('a number', 5, '5'),
  jsonCase('null', null, 'null'),
  jsonCase('an empty object', {}, '{}'),
  {
    title: 'JSON body: numbers keep their digits',
    program: post(json),
    args: { body: {} },
    argsText: '{"body":{"id":12345678901234567890,"price":1.0,"list":[1e400]}}',
    target: '/v1/x',
    method: 'POST',
    body: '{"id":12345678901234567890,"price":1.0,"list":[1e400]}',
  },
  {
    title: 'JSON body: fields under their wire names, beside a query parameter of the same name',
    program: post(jsonFields(field('id', { argument: 'id_2' }), field('name')), query('id')),
    args: { id: 'Q', id_2: 'B', name: 'n' },
    target: '/v1/x?id=Q',
    method: 'POST',
    headers: JSON_HEADERS,
    body: '{"id":"B","name":"n"}',
  },
  {
    title: 'JSON body: extra arguments go along',
    program: post({ ...jsonFields(field('a')), extra: true } as WireBody, query('q')),
    args: { a: 1, z: { y: 2 }, q: 'x' },
    target: '/v1/x?q=x',
    method: 'POST',
    body: '{"a":1,"z":{"y":2}}',
  },
  {
    title: 'JSON body: a field named __proto__ is a field',
    program: post(jsonFields(field('p', { name: '__proto__' }), field('constructor'))),
    args: { p: { polluted: true }, constructor: 1 } as unknown as JsonObject,
    target: '/v1/x',
    method: 'POST',
    body: '{"__proto__":{"polluted":true},"constructor":1}',
  },
  {
    title: 'JSON body: null fields are sent, absent ones are not',
    program: post(jsonFields(field('a'), field('b'))),
    args: { a: null },
    target: '/v1/x',
    method: 'POST',
    body: '{"a":null}',
  },
  ...(['PUT', 'PATCH'] as const).map((verb) => ({
    title: `an empty object when the description lets the body of ${verb} be absent`,
    program: { ...post({ ...jsonFields(field('a')), mayBeAbsent: true } as WireBody), verb },
    args: {},
    target: '/v1/x',
    method: verb,
    headers: JSON_HEADERS,
    body: '{}',
  })),
  {
    title: 'a body that may be absent is sent with its members',
    program: post({ ...jsonFields(field('a')), mayBeAbsent: true } as WireBody),
    args: { a: 1 },
    target: '/v1/x',
    method: 'POST',
    headers: JSON_HEADERS,
    body: '{"a":1}',
  },
  ...(['POST', 'PUT', 'PATCH'] as const).map((verb) => ({
    title: `an empty object and its type when an optional body of ${verb} has no argument`,
    program: { ...post(jsonFields(field('a')), query('q')), verb },
    args: { q: 'x' },
    target: '/v1/x?q=x',
    method: verb,
    headers: JSON_HEADERS,
    body: '{}',
  })),
  ...(
    [
      ['of DELETE', { ...post(jsonFields(field('a'))), verb: 'DELETE' }],
      ['with a member that is required', post(jsonFields(field('a', { required: true })))],
      [
        'that is a form',
        post({
          ...jsonFields(field('a')),
          kind: 'urlencoded',
          contentType: 'application/x-www-form-urlencoded',
        } as WireBody),
      ],
      ['that is one argument', post({ ...json, required: false })],
      [
        'of POST, which the description lets be absent,',
        post({ ...jsonFields(field('a')), mayBeAbsent: true } as WireBody),
      ],
    ] as const
  ).map(([what, program]) => ({
    title: `no body and no Content-Type when an optional body ${what} has no argument`,
    program,
    args: {},
    target: '/v1/x',
    method: program.verb,
    headers: { 'content-type': null },
  })),
  {
    title: 'an empty object when a required body has no argument',
    program: post({ ...jsonFields(field('a')), required: true } as WireBody),
    args: {},
    target: '/v1/x',
    method: 'POST',
    body: '{}',
  },
  {
    title: 'a +json type is sent with its parameters',
    program: post({ ...json, contentType: 'application/merge-patch+json; charset=utf-8' }),
    args: { body: { a: null } },
    target: '/v1/x',
    method: 'POST',
    headers: { 'content-type': 'application/merge-patch+json; charset=utf-8' },
    body: '{"a":null}',
  },
  {
    title: 'DELETE with a body',
    program: { ...post(json), verb: 'DELETE' },
    args: { body: { ids: [1] } },
    target: '/v1/x',
    method: 'DELETE',
    headers: JSON_HEADERS,
    body: '{"ids":[1]}',
  },
];

const form = (name: string, value: JsonValue, expected: string, encoding?: FieldEncoding): WireCase => ({
  title: `form body: ${name}`,
  program: post({
    kind: 'urlencoded',
    contentType: 'application/x-www-form-urlencoded',
    required: false,
    layout: 'fields',
    fields: [field('a', encoding ? { encoding } : {})],
  }),
  args: { a: value },
  target: '/v1/x',
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: expected,
});

const formBodies: WireCase[] = [
  form('a word', 'v', 'a=v'),
  form('a space is a plus', 'a b', 'a=a+b'),
  form('an empty string', '', 'a='),
  form('reserved characters', "&=+#%/?:;'!()~*-._", 'a=%26%3D%2B%23%25%2F%3F%3A%3B%27%21%28%29%7E*-._'),
  form('outside ASCII', 'ü 日', 'a=%C3%BC+%E6%97%A5'),
  form('line breaks are CR LF', 'x\ny\r\nz', 'a=x%0D%0Ay%0D%0Az'),
  form('an array repeats its key', [1, 'x y'], 'a=1&a=x+y'),
  form('an object is JSON', { b: [1], c: 'd e' }, 'a=%7B%22b%22%3A%5B1%5D%2C%22c%22%3A%22d+e%22%7D'),
  form('an array of objects is JSON each', [{ b: 1 }, { b: 2 }], 'a=%7B%22b%22%3A1%7D&a=%7B%22b%22%3A2%7D'),
  form('a boolean', false, 'a=false'),
  form('null is left out', null, ''),
  form('style form unexploded', [1, 2, 'a,b'], 'a=1,2,a%2Cb', { style: 'form', explode: false }),
  form('style form exploded', { x: 1, y: 'a b' }, 'x=1&y=a%20b', { style: 'form', explode: true }),
  form('explode alone means style form', [1, 2], 'a=1,2', { explode: false }),
  form('style deepObject', { x: { y: 'a b' }, z: [1, 2] }, 'a%5Bx%5D%5By%5D=a%20b&a%5Bz%5D=1&a%5Bz%5D=2', {
    style: 'deepObject',
    explode: true,
  }),
  form('lists with indices', [1, 'x y'], 'a%5B0%5D=1&a%5B1%5D=x+y', { lists: 'indices' }),
  form('lists in brackets', [{ b: ['x\n', 'y'] }], 'a%5B0%5D%5Bb%5D%5B%5D=x%0D%0A&a%5B0%5D%5Bb%5D%5B%5D=y', {
    lists: 'brackets',
  }),
  form('lists in style deepObject', [{ b: ['x', 'y'] }], 'a%5B0%5D%5Bb%5D%5B0%5D=x&a%5B0%5D%5Bb%5D%5B1%5D=y', {
    style: 'deepObject',
    explode: true,
    lists: 'indices',
  }),
  form('no list, whatever its lists', 'x y', 'a=x+y', { lists: 'indices' }),
  form('an object, whatever its lists', { b: 1 }, 'a=%7B%22b%22%3A1%7D', { lists: 'indices' }),
  form('style spaceDelimited', ['x', 'y'], 'a=x%20y', { style: 'spaceDelimited' }),
  form('style pipeDelimited', ['x', 'y'], 'a=x%7Cy', { style: 'pipeDelimited' }),
  form('allowReserved', 'https://x.example/?q=1', 'a=https://x.example/?q=1', { allowReserved: true }),
  form('a style wins over a content type', [1, 2], 'a=1&a=2', { style: 'form', contentType: 'application/json' }),
  form('collection format csv', [1, 2], 'a=1,2', { style: 'form', explode: false }),
  form('collection format ssv', [1, 2], 'a=1%202', { style: 'spaceDelimited', explode: false }),
  form('collection format tsv', [1, 2], 'a=1%092', { style: 'tabDelimited', explode: false }),
  form('collection format pipes', [1, 2], 'a=1%7C2', { style: 'pipeDelimited', explode: false }),
  form('collection format multi', [1, 2], 'a=1&a=2', { style: 'form', explode: true }),
  {
    title: 'form body: a whole object with encodings by property',
    program: post({
      kind: 'urlencoded',
      contentType: 'application/x-www-form-urlencoded',
      required: true,
      layout: 'whole',
      argument: 'body',
      encoding: { tags: { style: 'form', explode: false } },
    }),
    args: { body: { name: 'a b', tags: ['x', 'y'], none: null } },
    target: '/v1/x',
    method: 'POST',
    body: 'name=a+b&tags=x,y',
  },
];

const PNG = Buffer.from('89504e470d0a1a0a0001ff', 'hex');
const parts = (...texts: string[]) => `${texts.map((text) => `--BOUNDARY\r\n${text}\r\n`).join('')}--BOUNDARY--\r\n`;
const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const multi = (name: string, fields: BodyField[], args: JsonObject, body: string | Uint8Array): WireCase => ({
  title: `multipart body: ${name}`,
  program: post({ kind: 'multipart', contentType: 'multipart/form-data', required: false, layout: 'fields', fields }),
  args,
  target: '/v1/x',
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=BOUNDARY' },
  body,
});
const file = { binary: true };

const multipartBodies: WireCase[] = [
  multi('text', [field('a')], { a: 'ü b' }, parts(`${disposition('a')}\r\n\r\nü b`)),
  multi('an empty text', [field('a')], { a: '' }, parts(`${disposition('a')}\r\n\r\n`)),
  multi(
    'a number and a boolean',
    [field('a'), field('b')],
    { a: 1.5, b: true },
    parts(`${disposition('a')}\r\n\r\n1.5`, `${disposition('b')}\r\n\r\ntrue`),
  ),
  multi(
    'an array is one part each',
    [field('a')],
    { a: ['x', 'y'] },
    parts(`${disposition('a')}\r\n\r\nx`, `${disposition('a')}\r\n\r\ny`),
  ),
  multi(
    'an object is a JSON part',
    [field('a')],
    { a: { b: 1 } },
    parts(`${disposition('a')}\r\nContent-Type: application/json\r\n\r\n{"b":1}`),
  ),
  multi(
    'an array of objects is JSON parts',
    [field('a')],
    { a: [{ b: 1 }, { b: 2 }] },
    parts(
      `${disposition('a')}\r\nContent-Type: application/json\r\n\r\n{"b":1}`,
      `${disposition('a')}\r\nContent-Type: application/json\r\n\r\n{"b":2}`,
    ),
  ),
  multi(
    'a file is decoded and named after its property',
    [field('photo', file)],
    { photo: PNG.toString('base64') },
    Buffer.concat([
      Buffer.from(
        `--BOUNDARY\r\n${disposition('photo')}; filename="photo.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      PNG,
      Buffer.from('\r\n--BOUNDARY--\r\n'),
    ]),
  ),
  multi(
    'a file with a declared type',
    [field('photo', { binary: true, encoding: { contentType: 'image/png, image/jpeg' } })],
    { photo: PNG.toString('base64') },
    Buffer.concat([
      Buffer.from(`--BOUNDARY\r\n${disposition('photo')}; filename="photo.png"\r\nContent-Type: image/png\r\n\r\n`),
      PNG,
      Buffer.from('\r\n--BOUNDARY--\r\n'),
    ]),
  ),
  multi(
    'a file with its own name and type',
    [field('doc', file)],
    { doc: { data: 'aGk=', filename: 'a "b"\r\n.txt', mediaType: 'text/plain' } },
    parts(`${disposition('doc')}; filename="a %22b%22%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\nhi`),
  ),
  multi(
    'a file as a data URL',
    [field('doc', file)],
    { doc: 'data:text/csv;name=r%C3%A9sum%C3%A9.csv;base64,YSxi' },
    parts(`${disposition('doc')}; filename="résumé.csv"\r\nContent-Type: text/csv\r\n\r\na,b`),
  ),
  multi(
    'a file of a type that the declared wildcard allows',
    [field('doc', { binary: true, encoding: { contentType: 'image/*' } })],
    { doc: { data: 'aGk=', mediaType: 'image/webp' } },
    parts(`${disposition('doc')}; filename="doc.webp"\r\nContent-Type: image/webp\r\n\r\nhi`),
  ),
  multi(
    'several files of one name',
    [field('f', file)],
    { f: ['aGk=', 'eW8='] },
    parts(
      `${disposition('f')}; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\nhi`,
      `${disposition('f')}; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\nyo`,
    ),
  ),
  multi(
    'a declared part type',
    [field('a', { encoding: { contentType: 'application/xml' } })],
    { a: '<x/>' },
    parts(`${disposition('a')}\r\nContent-Type: application/xml\r\n\r\n<x/>`),
  ),
  multi(
    'a string as a JSON part is quoted',
    [field('a', { encoding: { contentType: 'application/json' } })],
    { a: 'x' },
    parts(`${disposition('a')}\r\nContent-Type: application/json\r\n\r\n"x"`),
  ),
  multi(
    'headers of a part, but not its Content-Type',
    [field('a', { encoding: { headers: { 'X-Part': 'p', 'Content-Type': 'no/no' } } })],
    { a: 'x' },
    parts(`${disposition('a')}\r\nX-Part: p\r\n\r\nx`),
  ),
  multi(
    'collection format csv',
    [field('a', { encoding: { style: 'form', explode: false } })],
    { a: ['x', 'y z'] },
    parts(`${disposition('a')}\r\n\r\nx,y z`),
  ),
  multi(
    'collection format multi',
    [field('a', { encoding: { style: 'form', explode: true } })],
    { a: ['x', 'y'] },
    parts(`${disposition('a')}\r\n\r\nx`, `${disposition('a')}\r\n\r\ny`),
  ),
  multi(
    'style deepObject',
    [field('a', { encoding: { style: 'deepObject', explode: true } })],
    { a: { b: { c: 1 } } },
    parts(`${disposition('a[b][c]')}\r\n\r\n1`),
  ),
  multi(
    'style deepObject with a list',
    [field('a', { encoding: { style: 'deepObject', explode: true, lists: 'indices' } })],
    { a: ['x', 'y'] },
    parts(`${disposition('a[0]')}\r\n\r\nx`, `${disposition('a[1]')}\r\n\r\ny`),
  ),
  multi(
    'a list in brackets',
    [field('a', { encoding: { lists: 'brackets' } })],
    { a: ['x', null, 'y'] },
    parts(`${disposition('a[]')}\r\n\r\nx`, `${disposition('a[]')}\r\n\r\ny`),
  ),
  multi(
    'null and absent properties give no part',
    [field('a'), field('b'), field('c')],
    { a: null, c: 'z' },
    parts(`${disposition('c')}\r\n\r\nz`),
  ),
  multi(
    'a name that needs escaping',
    [field('a', { name: 'x"y\r\nz' })],
    { a: 1 },
    parts(`${disposition('x%22y%0D%0Az')}\r\n\r\n1`),
  ),
];

const raw = (name: string, body: WireBody, value: JsonValue, type: string, bytes: string | Uint8Array): WireCase => ({
  title: `${name}`,
  program: post(body),
  args: { body: value },
  target: '/v1/x',
  method: 'POST',
  headers: { 'content-type': type },
  body: bytes,
});
const whole = (kind: 'binary' | 'text', contentType: string): WireBody => ({
  kind,
  contentType,
  required: true,
  layout: 'whole',
  argument: 'body',
});

const otherBodies: WireCase[] = [
  raw(
    'octet-stream body is decoded',
    whole('binary', 'application/octet-stream'),
    PNG.toString('base64'),
    'application/octet-stream',
    PNG,
  ),
  raw(
    'binary body as URL-safe base64 without padding',
    whole('binary', 'application/octet-stream'),
    '-_8',
    'application/octet-stream',
    Buffer.from('fbff', 'hex'),
  ),
  raw('binary body keeps its declared type', whole('binary', 'image/png'), PNG.toString('base64'), 'image/png', PNG),
  raw(
    'binary body of a wildcard type takes the type of the file',
    whole('binary', 'image/*'),
    { data: PNG.toString('base64'), mediaType: 'image/png' },
    'image/png',
    PNG,
  ),
  raw(
    'binary body of any type without a type of its own',
    whole('binary', '*/*'),
    'aGk=',
    'application/octet-stream',
    'hi',
  ),
  raw('text body as it is', whole('text', 'text/plain'), 'a "b"\nü', 'text/plain', 'a "b"\nü'),
  raw(
    'text body in its declared charset',
    whole('text', 'text/plain; charset=ISO-8859-1'),
    'ü',
    'text/plain; charset=ISO-8859-1',
    Buffer.from('fc', 'hex'),
  ),
  raw('XML body as it is', whole('text', 'application/xml'), '<a b="1"/>', 'application/xml', '<a b="1"/>'),
  raw('CSV body as it is', whole('text', 'text/csv'), 'a,b\r\n1,2\r\n', 'text/csv', 'a,b\r\n1,2\r\n'),
  raw('an empty text body', whole('text', 'text/plain'), '', 'text/plain', ''),
];

const lines = (contentType: string): WireBody => ({ ...whole('text', contentType), kind: 'json' });
const list = (contentType: string, encodings?: PartEncodings): WireBody => ({
  kind: 'multipart',
  contentType,
  required: true,
  layout: 'whole',
  argument: 'body',
  ...(encodings && { parts: encodings }),
});

const sequences: WireCase[] = [
  raw(
    'a list as JSON lines',
    lines('application/jsonl'),
    [{ a: 'x\ny' }, 1],
    'application/jsonl',
    '{"a":"x\\ny"}\n1\n',
  ),
  raw('a single value as JSON lines', lines('application/x-ndjson'), { a: 1 }, 'application/x-ndjson', '{"a":1}\n'),
  raw(
    'a list as a JSON text sequence',
    lines('application/geo+json-seq'),
    [{ a: 1 }, { b: 2 }],
    'application/geo+json-seq',
    '\u001e{"a":1}\n\u001e{"b":2}\n',
  ),
  raw(
    'multipart parts by position, each by its encoding or by its value',
    list('multipart/mixed', {
      prefix: [{}, { contentType: 'image/png', binary: true, headers: { 'X-Part': 'two' } }],
      rest: { contentType: 'text/csv' },
    }),
    [{ author: 'x' }, 'aGk=', 'a,b', null, 'c'],
    'multipart/mixed; boundary=BOUNDARY',
    parts(
      'Content-Type: application/json\r\n\r\n{"author":"x"}',
      'Content-Type: image/png\r\nX-Part: two\r\n\r\nhi',
      'Content-Type: text/csv\r\n\r\na,b',
      'Content-Type: text/csv\r\n\r\nc',
    ),
  ),
  raw(
    'multipart parts that nothing describes, by their values',
    list('multipart/mixed; charset=utf-8; boundary=x'),
    ['ü', 1, [true], { data: 'aGk=', mediaType: 'image/gif' }],
    'multipart/mixed; charset=utf-8; boundary=BOUNDARY',
    parts(
      'Content-Type: text/plain; charset=utf-8\r\n\r\nü',
      'Content-Type: text/plain; charset=utf-8\r\n\r\n1',
      'Content-Type: application/json\r\n\r\n[true]',
      'Content-Type: image/gif\r\n\r\nhi',
    ),
  ),
  raw(
    'a part that may be a text or a file',
    list('multipart/mixed', { prefix: [], rest: { contentType: 'text/css,image/*' } }),
    ['a{}', { data: 'aGk=', mediaType: 'image/gif' }],
    'multipart/mixed; boundary=BOUNDARY',
    parts('Content-Type: text/css\r\n\r\na{}', 'Content-Type: image/gif\r\n\r\nhi'),
  ),
  raw(
    'multipart/related names the type of its first part',
    list('multipart/related'),
    [{ a: 1 }],
    'multipart/related; type="application/json"; boundary=BOUNDARY',
    parts('Content-Type: application/json\r\n\r\n{"a":1}'),
  ),
  raw(
    'multipart/related keeps the type that it declares',
    list('multipart/related; type=text/html'),
    ['x'],
    'multipart/related; type=text/html; boundary=BOUNDARY',
    parts('Content-Type: text/plain; charset=utf-8\r\n\r\nx'),
  ),
  raw(
    'a form by position has its names from part headers',
    list('multipart/form-data', { prefix: [{ headers: { 'Content-Disposition': 'form-data; name="a"' } }] }),
    ['x'],
    'multipart/form-data; boundary=BOUNDARY',
    parts('Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'),
  ),
  raw(
    'a form that is one argument, with a file among its fields',
    { ...list('multipart/form-data'), files: ['f'] } as WireBody,
    { f: 'aGk=', t: 'aGk=' },
    'multipart/form-data; boundary=BOUNDARY',
    parts(
      `${disposition('f')}; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\nhi`,
      `${disposition('t')}\r\n\r\naGk=`,
    ),
  ),
  raw(
    'a part that is a form itself',
    {
      ...list('multipart/form-data'),
      encoding: {
        f: { contentType: 'application/x-www-form-urlencoded', fields: { l: { style: 'form', explode: false } } },
      },
    } as WireBody,
    { f: { l: [1, 2], x: 'a b' } },
    'multipart/form-data; boundary=BOUNDARY',
    parts(`${disposition('f')}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nl=1,2&x=a+b`),
  ),
  raw(
    'an object as multipart/mixed has parts with names',
    list('multipart/mixed'),
    { meta: { a: 1 }, text: 'x' },
    'multipart/mixed; boundary=BOUNDARY',
    parts(`${disposition('meta')}\r\nContent-Type: application/json\r\n\r\n{"a":1}`, `${disposition('text')}\r\n\r\nx`),
  ),
];

export const WIRE_CASES: readonly WireCase[] = [
  ...tables,
  ...places,
  ...jsonBodies,
  ...formBodies,
  ...multipartBodies,
  ...otherBodies,
  ...sequences,
];
