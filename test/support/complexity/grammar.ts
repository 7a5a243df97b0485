/** The parts of inputs of each kind: pieces with a meaning there, and places to put them. */
import type { Random } from '../../../local/demo/random.ts';
import type { GrowingCase } from './cases.ts';

export interface Grammar {
  readonly kind: string;
  /** Texts around the repeated part; the first pair is the usual one. */
  readonly places: ReadonlyArray<readonly [prefix: string, suffix: string]>;
  readonly pieces: readonly string[];
  /** Pairs of an opening and a closing piece. */
  readonly pairs?: ReadonlyArray<readonly [open: string, close: string]>;
}

const list = (text: string): string[] => text.split(' ');
const BLANKS = [' ', '\n', '\r\n', '\t'];
const WORDS = [
  ...list('a 1 0 Z é . - _ @ : ; , = + / \\ % & # * | ( ) [ ] { } < > " \' ` ~ ! ? ^ $ ::1 // -- || 4111 +49 %40 %25'),
  ...list('ab1 a.b a@b a- 1. 1: DE89 eyJ Bearer Basic sk_ AKIA password name email phone Street Mr John null http://'),
  ...list('2024-01-01 192.168. fe80: 00:11 &amp; &#x \\u0040 \\n Name: token= [REDACTED: ]'),
  ...BLANKS,
];
const JSON_PIECES = [
  ...list(
    '"a":1, {"a":1}, "a", "é", 1, 1.0, -0, 1e9, null, {} [] {} "" "\\\\" "\\u0041" "name":"John", "email":"a@b.co",',
  ),
  '"k§":1,',
  '{"id":§},',
  ' ',
  '\n',
];
const JSON_PAIRS = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[[],', ']'],
  ['{"a":1,"b":', '}'],
  ['"a","', '"'],
] as const;

const openapi = (at: string, member = ''): readonly [string, string] => {
  const document = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'T', version: '1', description: at === 'info' ? '@@' : '' },
    servers: [{ url: at === 'server' ? '@@' : 'https://a.example' }],
    paths: {
      [at === 'path' ? '/@@' : '/a']: {
        post: {
          operationId: at === 'operationId' ? '@@' : 'doIt',
          summary: at === 'summary' ? '@@' : '',
          description: at === 'description' ? '@@' : '',
          tags: [at === 'tag' ? '@@' : 't'],
          parameters: [{ name: at === 'name' ? '@@' : 'q', in: 'query', schema: { type: 'string' } }],
          requestBody: {
            content: { [at === 'media' ? '@@' : 'application/json']: { schema: at === 'schema' ? { '@@': 1 } : {} } },
          },
          responses: {},
        },
      },
    },
  });
  const [before = '', after = ''] = document.split(at === 'schema' ? '{"@@":1}' : '@@');
  return [`${before}${member}`, after];
};

const SCHEMA_PAIRS = [
  ['{"properties":{"a":', '}}'],
  ['{"items":', '}'],
  ['{"anyOf":[{"type":"string"},', ']}'],
  ['{"allOf":[', ']}'],
  ['{"not":', '}'],
  ['{"additionalProperties":', '}'],
  ['{"if":{},"then":', '}'],
  ['{"oneOf":[', ',{"type":"null"}]}'],
] as const;

export const GRAMMARS: readonly Grammar[] = [
  {
    kind: 'html',
    places: [
      ['', ''],
      ['<p>', '</p>'],
      ['<html><body>', '</body></html>'],
      ['<a ', '>'],
      ['<a ', ''],
      ['<script>', ''],
    ],
    pieces: [
      ...list(
        '<a <p> </p> <!-- --> <![CDATA[ ]]> <b> </b> <td> <tr> <th> </td> </tr> <table> </table> <dt> <dd> <label>',
      ),
      ...list(
        '<input <br> </ /> <? <! name= id= value=" for= href="mailto: class=\' </script> <script> <option> <select>',
      ),
      ...WORDS,
    ],
    pairs: [
      ['<div>', '</div>'],
      ['<b>a', '</b>'],
      ['<table><tr><td>', '</td></tr></table>'],
      ['<ul><li>', '</ul>'],
    ],
  },
  {
    kind: 'xml',
    places: [
      ['<r>', '</r>'],
      ['<?xml version="1.0"?><r>', '</r>'],
      ['<r ', '/>'],
      ['', ''],
    ],
    pieces: [
      ...list('<a> </a> <a/> <a <!-- --> <![CDATA[ ]]> <? ?> <!DOCTYPE <n:a> xmlns:a=" a="b" </ <a§>'),
      ...WORDS,
    ],
    pairs: [
      ['<a>', '</a>'],
      ['<a§>', '</a>'],
      ['<a b="c">d', '</a>'],
      ['<name>J<b>o', '</b></name>'],
    ],
  },
  {
    kind: 'csv',
    places: [
      ['name,email\n', ''],
      ['a;b\n', ''],
      ['', ''],
    ],
    pieces: [...list('a,b "a" "" ","'), '\n"', ...WORDS],
  },
  {
    kind: 'json',
    places: [
      ['[', '1]'],
      ['{', '"z":1}'],
      ['{"a":[', '1]}'],
      ['', ''],
      ['{"a":"', '"}'],
    ],
    pieces: [...JSON_PIECES, ...WORDS],
    pairs: JSON_PAIRS,
  },
  {
    kind: 'ndjson',
    places: [['', '']],
    pieces: [...JSON_PIECES, '{"a":1}\n', '[1]\n', '{\n', ...WORDS],
    pairs: JSON_PAIRS,
  },
  {
    kind: 'events',
    places: [
      ['', ''],
      ['data: ', '\n\n'],
    ],
    pieces: ['data: ', 'event: a\n', 'id: 1\n', '\n\n', ...JSON_PIECES, ...WORDS],
    pairs: JSON_PAIRS,
  },
  {
    kind: 'form',
    places: [
      ['a=', ''],
      ['', ''],
    ],
    pieces: [...list('a=b& %5B %25 a[b]= a[]=1& a.b=1& +'), ...WORDS],
  },
  {
    kind: 'multipart',
    places: [
      ['--b\r\n', '\r\n--b--\r\n'],
      ['', ''],
    ],
    pieces: [
      '--b\r\n',
      '--b',
      '\r\n\r\n',
      'content-disposition: form-data; name="a"\r\n',
      'content-type: multipart/mixed; boundary=c\r\n',
      '--c\r\n',
      ...WORDS,
    ],
  },
  {
    kind: 'text',
    places: [
      ['', ''],
      ['a: ', ''],
      ['{', ''],
      ['{a: ', '}'],
      ['| a | b |\n|---|---|\n', ''],
    ],
    pieces: [
      'a: b\n',
      '- a\n',
      '  a:\n',
      '| a ',
      '|---',
      'BEGIN:VCARD\n',
      'TEL:1\n',
      "{'a': ",
      '{a:1},',
      '/* ',
      '// ',
      '=> ',
      'key = ',
      ...JSON_PIECES,
      ...WORDS,
    ],
    pairs: [...JSON_PAIRS, ['{a:', '}'], ["{'a':", '}'], ['(', ')']],
  },
  { kind: 'preview', places: [['', '']], pieces: list('a b ab c abc bc').concat(WORDS) },
  {
    kind: 'arguments',
    places: [
      ['{"filter":', '{"type":"x"}}'],
      ['{"list":[', '1]}'],
      ['{', '"z":1}'],
      ['{"text":"', '"}'],
      ['{"', '":1}'],
    ],
    pieces: JSON_PIECES.concat(list('a b1 ab x-a aa')),
    pairs: [
      ['{"filters":[', '],"type":"not"}'],
      ['{"filters":[{"type":"and"},', '],"type":"or"}'],
      ['{"a":', '}'],
      ['[', ']'],
      ['{"list":[', ']}'],
    ],
  },
  {
    kind: 'schema',
    places: [
      ['{"type":"object","properties":{', '"z":{}}}'],
      ['{"type":"object","required":[', '"z"]}'],
      ['{"type":"object","$defs":{', '"z":{}},"properties":{"a":{"$ref":"#/$defs/d0"}}}'],
      ['{"enum":[', '1]}'],
      ['{"anyOf":[', '{}]}'],
      ['{"patternProperties":{', '"z":{}}}'],
      ['', 'true'],
    ],
    pieces: [
      '"k§":{"type":"string"},',
      '"k§":{},',
      '"k§",',
      '"d§":{"$ref":"#/$defs/z"},',
      '"d§":{"anyOf":[{"$ref":"#/$defs/d0"},{"$ref":"#/$defs/z"}]},',
      '"k§":{"$ref":"#"},',
      '{"type":"integer"},',
      '{"const":§},',
      '{"properties":{"a":{"const":§}}},',
      '"a{1000}§":{},',
      '"k§":{"pattern":"(a|b){90}§"},',
      '"k§":{"enum":[1,2,3]},',
      '"d§":{"properties":{"a":{"$ref":"#/$defs/d0"},"b":{"$ref":"#/$defs/d1"}}},',
      '"k§":{"unevaluatedProperties":false},',
    ],
    pairs: SCHEMA_PAIRS,
  },
  {
    kind: 'pattern',
    places: [
      ['', ''],
      ['^', '$'],
      ['(', ')'],
      ['[', ']'],
    ],
    pieces: list(
      'a b a? a* a+ (a|b) (a+)+ [a-z] \\d \\s \\w \\S {2} {1,9} {90} | . .* \\p{L} [^a] (?: ) ( [ ] } { ^ $ \\b \\ / [\\w-a] (?=a)',
    ),
    pairs: [
      ['(', ')'],
      ['(?:', ')+'],
      ['(?:a', '){2}'],
      ['(a|', ')'],
    ],
  },
  {
    kind: 'document',
    places: [
      ...list('info server path operationId summary description tag name media').map((at) => openapi(at)),
      ['openapi: 3.0.0\ninfo: {title: t, version: "1"}\npaths:\n  /a:\n    get:\n      description: ', '\n'],
      ['openapi: 3.0.0\ninfo: {title: t, version: "1"}\npaths:\n', '\n'],
      ['', ''],
      ['openapi: 3.0.0\n', ''],
      ['{"openapi":"3.0.0","paths":{', '"/z":{}}}'],
    ],
    pieces: [
      ...list(
        '<a> </a> <table> | -- ``` ** __ [a](b) ![ <!-- {a} {{ /a ; charset= application/ +json x- \\" \\\\ \\n \\u0041 &x *x !!str - ? : > | # % @ ` , [ ] { }',
      ),
      '- a\n',
      '  a: b\n',
      '  ',
      '    x:\n',
      'a§: &a§ 1\n',
      '  /p§: {get: {}}\n',
      '"/p§":{"get":{"description":"d"}},',
      '"/p§/{a}/{b}":{"get":{"parameters":[{"name":"a","in":"path"}]}},',
      '\\n\\n',
      '| a | b |\\n',
      ...WORDS.filter((each) => !/["\\\n\r\t]/.test(each)),
    ],
    pairs: [
      ['[', ']'],
      ['{a: ', '}'],
      ['<b>', '</b>'],
      ['{"a":', '}'],
    ],
  },
  { kind: 'document', places: [openapi('schema')], pieces: [], pairs: SCHEMA_PAIRS },
  {
    kind: 'document',
    places: [
      [
        '{"openapi":"3.0.0","components":{"schemas":{',
        '"Z":{}}},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}}}',
      ],
    ],
    pieces: [
      '"S§":{"properties":{"a":{"$ref":"#/components/schemas/S1"},"b":{"$ref":"#/components/schemas/S2"}}},',
      '"S§":{"allOf":[{"$ref":"#/components/schemas/Z"}]},',
      '"S§":{"anyOf":[{"$ref":"#/components/schemas/S1"},{"type":"object","properties":{"k§":{"type":"string"}}}]},',
      '"S§":{"type":"string","enum":["a§"]},',
    ],
  },
  {
    kind: 'zip',
    places: [
      ['', ''],
      ['{', '}'],
      ['openapi', ''],
    ],
    pieces: [...list('openapi swagger : " { } a'), ...BLANKS, '\ufeff'],
  },
  {
    kind: 'zipName',
    places: [
      ['', ''],
      ['a/', ''],
    ],
    pieces: list('a / ./ ../ . .. \\ _ - openapi __MACOSX/ é').concat(' '),
  },
  {
    kind: 'url',
    places: [
      ['https://', '/'],
      ['https://a.example/', ''],
      ['https://a.example/?', ''],
      ['', ''],
    ],
    pieces: [...list('. .. / // a %2e %2E%2E %252e @ : # ? & = [ ] 1. 0x 127. xn-- ; \\'), ...WORDS],
  },
  { kind: 'request', places: [['', '']], pieces: [...list('. .. / ../ %2e%2e %252e %c0%ae ; ;a . \\ ．'), ...WORDS] },
  {
    kind: 'headers',
    places: [
      ['text/plain; ', ''],
      ['', ''],
      ['multipart/form-data; boundary=', ''],
    ],
    pieces: list('charset= " ; , = a / utf-8 boundary= \\" text/plain + - .').concat(' ', '\t'),
  },
  {
    kind: 'credential',
    places: [
      ['', ''],
      ['aB3/aB3/', ''],
    ],
    pieces: [...list('a B aB 3/ aB3/ aB3+ %61 %2561 \\u0061 &#97; &#x61; YUIz L2FC 61 0x61 &amp; ""'), ...WORDS],
  },
];

/** The plain cases of a grammar: each piece in the first place, each pair in every place. */
export function seedsOf({ kind, places, pieces, pairs = [] }: Grammar): GrowingCase[] {
  const [first] = places;
  const [prefix, suffix] = first ?? ['', ''];
  return [
    ...pieces.map((unit) => ({ kind, prefix, unit, suffix })),
    ...pairs.flatMap(([unit, close]) =>
      places.map(([before, after]) => ({ kind, prefix: before, unit, close, suffix: after })),
    ),
  ];
}

/** A random case: one to four pieces as the unit, in any place. */
export function mutantOf({ kind, places, pieces, pairs = [] }: Grammar, random: Random): GrowingCase {
  const [prefix, suffix] = random.pick(places);
  const word = (chance = 10) => (pieces.length === 0 || random.integer(10) >= chance ? '' : random.pick(pieces));
  const before = prefix + word(3);
  const after = word(3) + suffix;
  if (pairs.length > 0 && (pieces.length === 0 || random.integer(10) < 3)) {
    const [open, close] = random.pick(pairs);
    return { kind, prefix: before, unit: open + word(5), close, suffix: after };
  }
  const unit = Array.from({ length: 1 + random.integer(4) }, () => word()).join('');
  return { kind, prefix: before, unit, suffix: after };
}
