/**
 * Requests that try to cost more than their size, one of a kind each: the plain inputs of the search for expensive work
 * (test/support/complexity), at the largest size that their way takes, and files that name work: key derivation, key lengths, archives.
 */
import { zipSync } from 'fflate';
import { textOf } from '../../../test/support/complexity/cases.ts';
import { GRAMMARS, seedsOf } from '../../../test/support/complexity/grammar.ts';
import { oddNumber } from '../../../test/support/keys.ts';
import { noisyDocument } from './api.ts';
import type { NoiseRequest, NoiseTarget } from './kinds.ts';

/** One hostile request, with what it is. */
export interface HostileInput {
  readonly what: string;
  readonly request: NoiseRequest;
}

/** Characters of an input, by the way that it goes. */
const SIZES = { text: 500_000, document: 2_000_000, argument: 1_000_000, schema: 60_000, pattern: 2_000, path: 6_000 };
/** At most of each kind of the grammars. */
const EACH = 14;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  xml: 'application/xml',
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  events: 'text/event-stream',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=b',
  text: 'text/plain',
  credential: 'text/plain',
};

/** All of them, at least 150. */
export function hostileInputs(target: NoiseTarget): HostileInput[] {
  const { edgeUrl, mcpUrl, editorToken } = target;
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const asEditor = { ...json, authorization: `Bearer ${editorToken}` };
  const post = (path: string, body: object): NoiseRequest => ({
    url: `${edgeUrl}${path}`,
    method: 'POST',
    headers: asEditor,
    body: JSON.stringify(body),
  });
  const call = (args: string): NoiseRequest => ({
    url: mcpUrl,
    method: 'POST',
    headers: json,
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"anything","arguments":{"value":${args}}}}`,
  });
  const preview = (document: string) => post('/v1/specs/preview', { document });
  const described = (schema: unknown) =>
    preview(
      JSON.stringify({
        ...noisyDocument,
        paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
      }),
    );
  const ways: Readonly<Record<string, (text: (size: number) => string) => NoiseRequest | undefined>> = {
    ...Object.fromEntries(
      Object.entries(TYPES).map(([kind, contentType]) => [
        kind,
        (text: (size: number) => string) => post('/v1/governance/try', { document: text(SIZES.text), contentType }),
      ]),
    ),
    preview: (text) =>
      post('/v1/governance/try', {
        document: text(SIZES.text),
        contentType: 'text/plain',
        settings: { customPatterns: [{ name: 'one', pattern: '(a|b)+c' }] },
      }),
    arguments: (text) => call(text(SIZES.argument)),
    schema: (text) => described(parsed(text(SIZES.schema))),
    pattern: (text) =>
      described({ type: 'object', properties: { a: { type: 'string', pattern: text(SIZES.pattern) } } }),
    document: (text) => preview(text(SIZES.document)),
    zip: (text) =>
      preview(Buffer.from(zipSync({ 'a/openapi.yaml': Buffer.from(text(SIZES.document)) })).toString('base64')),
    url: (text) => post('/v1/specs/preview', { url: `https://a.example/${text(SIZES.path)}` }),
    request: (text) => ({
      url: `${edgeUrl}/${encodeURI(text(SIZES.path)).slice(0, SIZES.path)}/mcp`,
      method: 'POST',
      headers: json,
      body: '{}',
    }),
  };
  const grown = GRAMMARS.flatMap((grammar) => {
    const seeds = seedsOf(grammar);
    const step = Math.max(1, Math.ceil(seeds.length / EACH));
    return seeds
      .filter((_seed, at) => at % step === 0)
      .flatMap((seed) => {
        const request = ways[grammar.kind]?.((size) => textOf(seed, size));
        return request ? [{ what: `${grammar.kind}: ${JSON.stringify(seed.unit).slice(0, 40)}`, request }] : [];
      });
  });
  return [...grown, ...named(post, json, edgeUrl)];
}

/** A schema that is no JSON is passed as the text that it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Files and keys that name how much work they want. */
function named(
  post: (path: string, body: object) => NoiseRequest,
  json: Readonly<Record<string, string>>,
  edgeUrl: string,
): HostileInput[] {
  const bomb = Buffer.from(zipSync({ 'openapi.json': new Uint8Array(200_000_000) }, { level: 9 })).toString('base64');
  const many = Buffer.from(
    zipSync(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}.json`, Buffer.from('{}')]))),
  ).toString('base64');
  const keys = [
    ['a modulus of 65,536 bits', oddNumber(65_536), 'AQAB'],
    ['a modulus of 16,384 bits', oddNumber(16_384), oddNumber(64)],
    ['an exponent as long as the modulus', oddNumber(3_072), oddNumber(3_064)],
  ] as const;
  const register = (n: string, e: string): NoiseRequest => ({
    url: `${edgeUrl}/oauth/register`,
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      client_name: 'x',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ kty: 'RSA', n, e, alg: 'RS256' }] },
    }),
  });
  const machine = (n: string, e: string) =>
    post('/v1/oauth-clients', { name: 'x', jwks: { keys: [{ kty: 'RSA', n, e }] }, servers: 'all' });
  return [
    { what: 'archive: 200 MB of zeros', request: post('/v1/specs/preview', { document: bomb }) },
    { what: 'archive: 20,000 files', request: post('/v1/specs/preview', { document: many }) },
    ...keys.map(([what, n, e]) => ({ what: `registered key: ${what}`, request: register(n, e) })),
    ...keys.map(([what, n, e]) => ({ what: `machine's key: ${what}`, request: machine(n, e) })),
  ];
}
