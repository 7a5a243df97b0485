/** The functions that each kind of input is passed to, as the product does. An error that a target throws is a valid result. */
import { zipSync } from 'fflate';
import { compileGovernance, tryGovernance } from '../../../core/governance/index.ts';
import { parseLossless } from '../../../core/lib/json/lossless.ts';
import type { JsonObject, JsonSchema } from '../../../core/lib/json/value.ts';
import { checkBaseUrl, checkDocumentUrl } from '../../../core/lib/url/baseUrl.ts';
import { presentedToken } from '../../../core/mcp/access.ts';
import { argumentFaults } from '../../../core/mcp/arguments/validate.ts';
import { refusedShape } from '../../../core/mcp/messageLimits.ts';
import type { RequestProgram } from '../../../core/model/tool.ts';
import { openArchive } from '../../../core/openapi/document/archive.ts';
import { importDocument } from '../../../core/openapi/index.ts';
import { usablePattern } from '../../../core/openapi/schema/pattern.ts';
import { buildRequest } from '../../../core/request/build.ts';
import { shapeOf } from '../../../core/response/binary.ts';
import { answerContent } from '../../../core/response/content.ts';
import { secretMasker } from '../../../core/response/secrets/mask.ts';
import { MAX_SCHEMA_BYTES } from '../../../core/tools/inputSchema.ts';
import { bundleTool } from '../bundles.ts';

type Target = (text: string) => unknown;

const governor = compileGovernance();
const governed =
  (contentType: string, truncatedInput = false): Target =>
  (text) =>
    governor.governBytes(Buffer.from(text), contentType, { truncatedInput });

const kind = (type: string): JsonObject => ({
  type: 'object',
  properties: { filters: { type: 'array', items: { $ref: '#/$defs/Filter' } }, type: { const: type } },
  required: ['type'],
});
const SCHEMAS: readonly JsonSchema[] = [
  {
    type: 'object',
    properties: { filter: { $ref: '#/$defs/Filter' }, unevaluatedItems: { type: 'string' } },
    $defs: { Filter: { anyOf: ['and', 'or', 'not', 'leaf'].map(kind) } },
  },
  {
    type: 'object',
    properties: { filter: { $ref: '#/$defs/Filter' } },
    $defs: { Filter: { anyOf: ['and', 'or', 'not', 'leaf'].map(kind), unevaluatedProperties: false } },
  },
  {
    type: 'object',
    properties: {
      text: { type: 'string', pattern: '^([a-z]+[0-9]?){1,200}$' },
      list: { type: 'array', uniqueItems: true, items: { type: ['object', 'array', 'string'] } },
    },
    patternProperties: { '^([a-z]+[0-9]?){1,50}$': {}, '^x-(a|aa)+$': { type: 'integer' } },
    additionalProperties: { $ref: '#' },
  } as JsonSchema,
];
const TOOLS = SCHEMAS.map((schema) => bundleTool('t', { schema }));

const PROGRAM: RequestProgram = {
  verb: 'POST',
  path: '/a/{p}/b',
  parameters: (['path', 'query', 'header', 'cookie'] as const).map((place) => ({
    argument: place,
    in: place,
    name: place === 'path' ? 'p' : 'x-n',
    required: true,
    style: place === 'path' || place === 'header' ? 'simple' : 'form',
    explode: false,
  })),
};

const documentOf = (text: string) => importDocument(text, { fetchDocument: undefined } as never);
const CREDENTIAL = { type: 'bearer', token: 'aB3/aB3/aB3/aB3/aB3+aB3=' } as never;

/** Runs all targets, each as far as it gets. */
const each = (...targets: readonly Target[]): Target => {
  return (text) => {
    for (const target of targets) {
      try {
        target(text);
      } catch {
        // The input was refused.
      }
    }
  };
};

export const TARGETS: Readonly<Record<string, Target>> = {
  html: governed('text/html'),
  xml: governed('application/xml'),
  csv: governed('text/csv'),
  json: each(governed('application/json'), governed('application/json', true)),
  ndjson: governed('application/x-ndjson'),
  events: governed('text/event-stream'),
  form: governed('application/x-www-form-urlencoded'),
  multipart: governed('multipart/form-data; boundary=b'),
  text: governed('text/plain'),
  preview: (text) => tryGovernance(text, { customPatterns: [{ name: 'one', pattern: '(a|b)+c' }] }),
  arguments: (text) => {
    const value = JSON.parse(text) as JsonObject;
    if (refusedShape(text, value)) return;
    each(...TOOLS.map((tool) => () => argumentFaults(tool, value, text.length)))(text);
    parseLossless(text);
  },
  schema: (text) => {
    // Larger schemas are neither imported nor stored.
    if (text.length > MAX_SCHEMA_BYTES) return;
    const tool = bundleTool('t', { schema: JSON.parse(text) as JsonSchema });
    each(
      () => argumentFaults(tool, {}, 2),
      () => argumentFaults(tool, { a: 'aaaa', b: [{ a: 1 }] }, 40),
    )(text);
  },
  pattern: each(usablePattern, (pattern) => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern } } };
    // Pattern length times text length is bounded by a budget (core/mcp/arguments/validationBudget.ts); here only the pattern grows.
    argumentFaults(bundleTool('t', { schema }), { a: 'ab1 '.repeat(25) }, 100);
  }),
  document: documentOf,
  zip: (text) => openArchive(zipSync({ 'a/openapi.yaml': Buffer.from(text) }, { level: 1 })),
  zipName: (text) => openArchive(zipSync({ [`${text.slice(0, 60_000)}.json`]: Buffer.from('{}') })),
  url: each(checkBaseUrl, checkDocumentUrl, (text) => presentedToken(`/${text}`, { authorization: text })),
  request: each(
    (text) => buildRequest(PROGRAM, 'https://api.example.com', { path: text, query: 'q', header: 'h', cookie: 'c' }),
    (text) => buildRequest(PROGRAM, 'https://api.example.com', { path: 'p', query: text, header: 'h', cookie: 'c' }),
    (text) => buildRequest(PROGRAM, 'https://api.example.com', { path: 'p', query: 'q', header: text, cookie: 'c' }),
    (text) => buildRequest(PROGRAM, 'https://api.example.com', { path: 'p', query: 'q', header: 'h', cookie: text }),
  ),
  headers: (text) =>
    answerContent(
      {
        status: 200,
        method: 'GET',
        headers: new Headers({ 'content-type': text, 'content-disposition': text, 'retry-after': text, link: text }),
        body: Buffer.from('x'),
        totalBytes: 1,
        truncated: false,
      } as never,
      {
        govern: (bytes, contentType) => governor.governBytes(bytes, contentType),
        isClosed: false,
        redact: governor.redact,
        notice: () => undefined,
        systemRules: '',
        declaredHeaders: ['content-disposition', 'link'],
        finish: (value, { isJson }) => secretMasker(CREDENTIAL).text(value, { isJson }),
        maxBytes: 1_000_000,
      },
    ),
  credential: (text) => {
    const blanker = secretMasker(CREDENTIAL);
    blanker.text(text);
    blanker.text(JSON.stringify({ a: text }), { isJson: true });
    shapeOf(Buffer.from(text), '');
    blanker.bytes(Buffer.from(text), { isText: true, isCut: false });
  },
};
