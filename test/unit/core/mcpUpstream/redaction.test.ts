/**
 * Redaction of what MCP servers answer, compared with the same answers given by an API: the labelled answers and texts, wrapped in each kind
 * of content. What an API's answer loses, these lose, and nothing more. Every labelled answer with PORTCULLIS_LONG=1, the tuning part
 * without.
 */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../core/lib/json/value.ts';
import { bodyOfError, bodyOfResult, type ResultBody } from '../../../../core/mcpUpstream/answer.ts';
import { type AnswerRules, answerContent } from '../../../../core/response/content.ts';
import { PARTS, structuredSet, textSet } from '../../../datasets/redaction/index.ts';
import { type Place, scoreStructured } from '../../../datasets/redaction/score.ts';

const MAX_BYTES = 5_000_000;
const governor = compileGovernance({ maxItems: 10_000, maxBytes: MAX_BYTES });
const RULES: AnswerRules = {
  govern: (bytes, type) => governor.governBytes(bytes, type, {}),
  redact: (value) => governor.redact(value),
  notice: () => undefined,
  systemRules: '',
  declaredHeaders: [],
  finish: (text) => text,
  isClosed: false,
  maxBytes: MAX_BYTES,
};

/** The texts of the blocks that clients get of a body. */
function textsOf({ type, bytes }: ResultBody): string[] {
  const { content } = answerContent(
    {
      method: 'POST',
      url: 'https://upstream.example/mcp',
      status: 200,
      headers: new Headers({ 'content-type': type }),
      body: bytes,
      totalBytes: bytes.length,
      truncated: false,
    },
    RULES,
  );
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
}
/** What was asked for before, since every form is compared with the same. */
const known = new Map<string, string>();
function fromApi(text: string, type: string): string {
  const key = `${type} ${text}`;
  const answer = known.get(key) ?? textsOf({ type, bytes: Buffer.from(text) }).join('\n');
  known.set(key, answer);
  return answer;
}
const fromMcp = (result: object, maxBytes = MAX_BYTES) => textsOf(bodyOfResult(result as JsonObject, maxBytes));
const textBlock = (text: string) => ({ type: 'text', text });
const resource = (members: object) => ({ content: [{ type: 'resource', resource: { uri: 'memo://1', ...members } }] });
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Blocks that are larger than an answer become one text with the blocks as its parts; this is the last of them. */
const lastPart = (texts: string[]) => {
  const [, part = ''] =
    /[\s\S]*\ncontent-type: [^\r\n]*\r?\n\r?\n([\s\S]*?)\r?\n--[a-p]{36}--\s*$/.exec(texts[0] ?? '') ?? [];
  return part;
};

/** A value as it comes back where it was put into a result. */
const WRAPPED: Readonly<Record<string, (value: JsonValue, json: string) => JsonValue | undefined>> = {
  'structured content': (value) => read(fromMcp({ content: [], structuredContent: value })[0]),
  'structured content that a text repeats': (value, json) =>
    read(fromMcp({ content: [textBlock(json)], structuredContent: value })[0]),
  'the one member of structured content': (value, json) =>
    memberOf(read(fromMcp({ content: [textBlock(json)], structuredContent: { result: value } })[0]), 'result'),
  'a text': (_value, json) => read(fromMcp({ content: [textBlock(json)] })[0]),
  'a text behind another': (_value, json) => read(fromMcp({ content: [textBlock('Found.'), textBlock(json)] })[1]),
  'a text with indentation': (value) => read(fromMcp({ content: [textBlock(JSON.stringify(value, null, 2))] })[0]),
  'a text that begins with words': (_value, json) =>
    read(fromMcp({ content: [textBlock(`Found:\n${json}`)] })[0]?.replace('Found:\n', '')),
  'a text with a fence': (value) => {
    const [text = ''] = fromMcp({
      content: [textBlock(`Found:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``)],
    });
    return read(text.replace('Found:\n```json\n', '').replace(/\n```$/, ''));
  },
  'an error': (_value, json) => read(fromMcp({ isError: true, content: [textBlock(json)] })[0]),
  'a block of many that are too large together': (_value, json) =>
    (read(fromMcp({ content: [textBlock('{}'), textBlock(json)] }, 10)[0]) as JsonValue[] | undefined)?.[1],
  'a part of a text that is too large': (_value, json) =>
    read(lastPart(fromMcp({ content: [textBlock('Found.'), textBlock(json)] }, 10))),
  'a resource with its type': (_value, json) =>
    read(fromMcp(resource({ mimeType: 'application/json', text: json }))[1]),
  'a resource without a type': (_value, json) => read(fromMcp(resource({ text: json }))[1]),
  'a resource with another type': (_value, json) =>
    read(fromMcp(resource({ mimeType: 'text/markdown', text: json }))[1]),
  'the bytes of a resource': (_value, json) => read(fromMcp(resource({ blob: base64(json) }))[1]),
  'bytes that are called a picture': (_value, json) =>
    read(fromMcp({ content: [{ type: 'image', mimeType: 'image/png', data: base64(json) }] })[0]),
  'the data of a refusal': (value) =>
    memberOf(memberOf(read(textsOf(bodyOfError({ code: -32000, message: 'No.', data: value }))[0]), 'error'), 'data'),
};

/** A text as it comes back, and the type that an API gives it. */
const FORMS: Readonly<Record<string, (text: string, type: string) => string | undefined>> = {
  'a text': (text) => fromMcp({ content: [textBlock(text)] })[0],
  'a text behind another': (text) => fromMcp({ content: [textBlock('Found.'), textBlock(text)] })[1],
  'a part of a text that is too large': (text) =>
    lastPart(fromMcp({ content: [textBlock('Found.'), textBlock(text)] }, 10)),
  'an error': (text) => fromMcp({ isError: true, content: [textBlock(text)] })[0],
  'a resource with its type': (text, type) => fromMcp(resource({ mimeType: type, text }))[1],
  'a resource without a type': (text) => fromMcp(resource({ text }))[1],
  'the bytes of a resource': (text, type) => fromMcp(resource({ mimeType: type, blob: base64(text) }))[1],
};

function read(text: string | undefined): JsonValue | undefined {
  try {
    return JSON.parse(text ?? '') as JsonValue;
  } catch {
    return undefined;
  }
}
const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isObject(value) ? (value as JsonObject)[name] : undefined;

const parts = process.env['PORTCULLIS_LONG'] === '1' ? PARTS : (['tuning', 'associations'] as const);

describe.each(parts)('the answers of the part %s', (part) => {
  const set = structuredSet(part);
  const asApi = scoreStructured(set, (value) => read(fromApi(JSON.stringify(value), 'application/json')) ?? null);

  test.each(Object.entries(WRAPPED))(
    'lose as %s no less, and nothing else, than as an answer of an API',
    (_name, wrap) => {
      const score = scoreStructured(set, (value) => wrap(value, JSON.stringify(value)) ?? null);

      expect(asApi.found).toBeGreaterThan(0);
      expect(besides(score.missed, asApi.missed)).toEqual([]);
      expect(besides(score.destroyedAt, asApi.destroyedAt)).toEqual([]);
    },
  );

  test.each(Object.entries(FORMS))('lose in XML and YAML as %s what an API’s lose', (_name, form) => {
    const differing = set.flatMap(({ name, document }) =>
      [
        [`<?xml version="1.0"?>\n${xmlOf('answer', document)}`, 'application/xml'] as const,
        [yamlOf(document), 'application/yaml'] as const,
      ].flatMap(([text, type]) => (form(text, type) === fromApi(text, type) ? [] : [`${name} ${type}`])),
    );

    expect(differing).toEqual([]);
  });

  test.each(Object.entries(FORMS))('lose in tables as %s no less than an API’s', (_name, form) => {
    const tables = set.flatMap(({ name, document }) => rowsIn(document).map((rows) => [name, csvOf(rows)] as const));
    const worse = tables.flatMap(([name, text]) =>
      redactionsIn(form(text, 'text/csv')) < redactionsIn(fromApi(text, 'text/csv')) ? [name] : [],
    );

    expect(tables.length).toBeGreaterThan(0);
    expect(worse).toEqual([]);
  });

  test.each(Object.entries(FORMS))('and its texts lose as %s what they lose as an answer of an API', (_name, form) => {
    const differing = textSet(part).filter(({ text }) => form(text, 'text/plain') !== fromApi(text, 'text/plain'));

    expect(differing.map(({ text }) => text)).toEqual([]);
  });
});

test('members of a link, an address of a resource and the message of a refusal are governed as such members of an API’s answer', () => {
  const link = { uri: 'https://files.example/jane.doe@corp.test/a', name: 'IBAN DE89370400440532013000' };
  const described = { ...link, title: 'Of jane.doe@corp.test', description: 'Call Jane Doe, +1 212 555 0147' };

  const [asLink] = fromMcp({ content: [{ type: 'resource_link', ...described }] });
  const [head] = fromMcp(resource({ uri: link.uri, text: 'x' }));
  const [refusal] = textsOf(bodyOfError({ code: 1, message: described.description }));

  const members = read(fromApi(JSON.stringify(described), 'application/json'));
  expect(memberOf(read(asLink), 'resource_link')).toEqual(members);
  expect(JSON.stringify(members)).not.toMatch(/jane\.doe|DE89|555/);
  expect(head).toBe('Resource: https://files.example/[REDACTED:email]/a');
  expect(refusal).not.toContain('555');
});

/** The places that the others do not have. */
function besides(places: readonly Place[], others: readonly Place[]): string[] {
  const known = new Set(others.map(({ answer, pointer }) => `${answer} ${pointer}`));
  return places.map(({ answer, pointer }) => `${answer} ${pointer}`).filter((place) => !known.has(place));
}

const redactionsIn = (text = ''): number => text.match(/\[REDACTED/g)?.length ?? 0;

function xmlOf(name: string, value: JsonValue): string {
  if (Array.isArray(value)) return value.map((item) => xmlOf(name, item)).join('');
  const inner = isObject(value)
    ? Object.entries(value).map(([key, item]) => xmlOf(/^[a-z_][\w.-]*$/i.test(key) ? key : 'other', item as JsonValue))
    : [
        String(value ?? '')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;'),
      ];
  return `<${name}>${inner.join('')}</${name}>`;
}

function yamlOf(value: JsonValue, indent = ''): string {
  if (Array.isArray(value)) {
    return value
      .map((item) => (isTree(item) ? `${indent}-\n${yamlOf(item, `${indent}  `)}` : `${indent}- ${item}`))
      .join('\n');
  }
  if (!isObject(value)) return `${indent}${value}`;
  return Object.entries(value)
    .map(([key, item]) =>
      isTree(item) ? `${indent}${key}:\n${yamlOf(item as JsonValue, `${indent}  `)}` : `${indent}${key}: ${item}`,
    )
    .join('\n');
}
const isTree = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The lists of flat records in an answer, of three columns and more: of fewer, nothing tells a table from two words and a comma. */
function rowsIn(value: JsonValue): JsonObject[][] {
  if (!isTree(value)) return [];
  const own =
    Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && isFlat(item as JsonObject));
  const inner = Object.values(value as JsonObject).flatMap((item) => rowsIn(item));
  return own && headingsOf(value as JsonObject[]).length > 2 ? [value as JsonObject[], ...inner] : inner;
}
const isFlat = (record: JsonObject): boolean => !Object.values(record).some(isTree);
const headingsOf = (rows: readonly JsonObject[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

function csvOf(rows: readonly JsonObject[]): string {
  const headings = headingsOf(rows);
  const cell = (value: JsonValue | undefined) => {
    const text = String(value ?? '');
    return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${[headings.join(), ...rows.map((row) => headings.map((name) => cell(row[name])).join())].join('\n')}\n`;
}
