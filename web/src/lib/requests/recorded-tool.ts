/**
 * Converts a recorded request to a tool. Names and types are adopted, but no value, because it may be secret or personal data.
 * Credentials are left out and reported, because the server sends its own with every call; adopted texts are searched for them.
 */
import { LIMITS } from '../../../../core/lib/limits.ts';
import type { NewTool } from '../../api/types.ts';
import { isCredentialName, valuesIn, withoutCredentials } from '../credential-names.ts';
import { JSON_TYPE, mayHaveBody, type Row, requestOf, suggestedName, VERBS } from '../tool-form.ts';
import { bracesOf } from '../tools.ts';
import type { Named, RecordedBody, RecordedRequest } from './recorded.ts';
import { schemaOfSample, schemaOfWord } from './sample-schema.ts';

export interface FoundTool {
  readonly tool: NewTool;
  /** The credentials that were left out, described without their values. */
  readonly leftOut: readonly string[];
  /** Origin of the request, if it is not the server's. */
  readonly elsewhere?: string;
  /** For people: what of the request could not be read, or is not sent. */
  readonly notes: readonly string[];
}

/** Set by clients, gateways or the body; no endpoint needs them as parameters. */
const USUAL_HEADERS =
  /^(?:accept(?:-.*)?|user-agent|host|connection|content-(?:type|length|encoding)|origin|referer|sec-.*|upgrade.*|cache-control|pragma|dnt|te|priority|if-.*|date|via|x-forwarded-.*|x-requested-with|forwarded|postman-token|transfer-encoding|expect|keep-alive|trailer|proxy-.*|range)$/i;
const COUNT = { parameters: 100, description: LIMITS.listedText };

/** Undefined for a request that no tool can make: an unsupported method, or not an HTTP URL. */
export function toolOfRecorded(recorded: RecordedRequest, baseUrl: string): FoundTool | undefined {
  const verb = VERBS.find((one) => one === recorded.method);
  const place = placeOf(recorded.url, baseUrl);
  if (!verb || !place) return;
  const leftOut = new Set(recorded.credentials);
  const known = [...recorded.query, ...recorded.headers].filter(isCredential).flatMap(({ value }) => valuesIn(value));
  const clean = (text = '') => withoutCredentials(text, known);
  if (place.hasUser) leftOut.add('user and password in the address');
  if (place.hasSecret) leftOut.add('a secret in the path');
  const rows = [
    ...bracesOf(place.path).map((name): Row => rowOf({ name, value: '' }, 'path')),
    ...kept(recorded.query, 'query', leftOut),
    ...kept(
      recorded.headers.filter(({ name }) => !USUAL_HEADERS.test(name)),
      'header',
      leftOut,
    ),
  ].slice(0, COUNT.parameters);
  const notes = [...(recorded.notes ?? [])];
  if (recorded.body && !mayHaveBody(verb)) notes.push(`A body does not go with ${verb}; it is left out.`);
  const body = mayHaveBody(verb) && recorded.body ? bodyOf(recorded.body, notes) : undefined;
  const request = requestOf({
    verb,
    path: place.path,
    rows: [...rows, ...(body?.rows ?? [])],
    contentType: body?.contentType ?? JSON_TYPE,
    bodyRequired: true,
    bodySchema: body?.schema,
  });
  const name = nameOf(clean(recorded.name)) || suggestedName(request) || `${verb.toLowerCase()}_root`;
  const title = lineOf(clean(recorded.name));
  const tag = lineOf(clean(recorded.tag));
  const description = clean(recorded.description).slice(0, COUNT.description);
  return {
    tool: {
      name,
      ...cleaned(request, clean),
      ...(title && { title }),
      ...(description && { description }),
      ...(tag && { tag }),
    },
    leftOut: [...leftOut],
    notes,
    ...(place.elsewhere && { elsewhere: place.elsewhere }),
  };
}

/** Removes secrets in descriptions and field names. Schemas of samples have a few levels at most. */
function cleaned<Part>(value: Part, clean: (text: string) => string): Part {
  if (typeof value === 'string') return clean(value) as Part;
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean)) as Part;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => clean(key) === key);
  return Object.fromEntries(members.map(([key, member]) => [key, cleaned(member, clean)])) as Part;
}

const isCookie = (name: string): boolean => /^(?:set-)?cookie2?$/i.test(name);
const isCredential = ({ name }: Named): boolean => isCookie(name) || isCredentialName(name);

const lineOf = (text = ''): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);
const nameOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);

interface Place {
  readonly path: string;
  readonly elsewhere?: string;
  readonly hasUser?: boolean;
  readonly hasSecret?: boolean;
}

/** The path relative to the base URL, with a parameter where a segment looks like an id. */
function placeOf(url: string, baseUrl: string): Place | undefined {
  const base = URL.parse(baseUrl);
  const prefix = base?.pathname.replace(/\/+$/, '') ?? '';
  const within = (path: string) =>
    prefix !== '' && `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  // A variable for the host, as in {baseUrl}/orders, stands for everything before the path.
  const [, variable] = /^(?:[a-z]+:\/\/)?\{[^{}]*\}(?::\d+)?(\/.*)?$/i.exec(url) ?? [];
  if (/^(?:[a-z]+:\/\/)?\{[^{}]*\}/i.test(url)) return { path: templateOf(within(variable ?? '/')) };
  const address = URL.parse(url.includes('://') ? url : `https://${url}`);
  if (!address || !/^https?:$/.test(address.protocol)) return;
  const path = address.pathname.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
  // Some secrets are recognized by host and path together, such as the URL of a webhook.
  const shown = withoutCredentials(`${address.host}${path}`);
  const isSecret = (segment: string) => segment.length >= 8 && !shown.includes(`/${segment}`);
  return {
    path: templateOf(within(path), isSecret),
    ...(path.split('/').some(isSecret) && { hasSecret: true }),
    ...(address.origin !== base?.origin && { elsewhere: address.origin }),
    ...((address.username || address.password) && { hasUser: true }),
  };
}

const IDENTIFIER = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[a-z]{1,10}[_-](?=.*\d)[a-z0-9]{4,}$/i,
  /^(?=.*\d)[\w.~:=-]{16,}$/,
  /@|%40/,
];

function templateOf(path: string, isSecret = (segment: string) => withoutCredentials(segment) !== segment): string {
  const taken = new Set<string>();
  const segments = path.split('/');
  const named = segments.map((segment, at) => {
    const isIdentifier = IDENTIFIER.some((pattern) => pattern.test(segment)) || isSecret(segment);
    if (/[{}]/.test(segment) || !isIdentifier) return segment;
    const before = singular((segments[at - 1] ?? '').replace(/[^A-Za-z]/g, ''));
    const wanted = before === '' ? 'id' : `${before}Id`;
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return `{${name}}`;
  });
  return named.join('/') || '/';
}

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');

function kept(all: readonly Named[], place: 'query' | 'header', leftOut: Set<string>): Row[] {
  const rows = new Map<string, Row>();
  for (const one of all) {
    if (place === 'header' && isCookie(one.name)) leftOut.add('cookies');
    else if (isCredentialName(one.name)) leftOut.add(`${place} ${one.name.slice(0, 60)}`);
    else {
      const key = place === 'header' ? one.name.toLowerCase() : one.name;
      const again = rows.has(key) && place === 'query';
      rows.set(
        key,
        again ? { ...rowOf(one, place), schema: { type: 'array', items: { type: 'string' } } } : rowOf(one, place),
      );
    }
  }
  return [...rows.values()];
}

const rowOf = ({ name, value, description = '', isFile }: Named, place: Row['in']): Row => ({
  name: name.slice(0, 200),
  in: place,
  schema: isFile ? { type: 'string', format: 'binary' } : value === '' ? { type: 'string' } : schemaOfWord(value),
  required: place === 'path',
  description: description.slice(0, LIMITS.listedText),
});

function bodyOf({ contentType, text, fields }: RecordedBody, notes: string[]) {
  // The boundary belongs to one request only.
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (fields) return { contentType: type, rows: fields.map((field) => rowOf(field, 'body')), schema: undefined };
  if (type.endsWith('json')) {
    const sample = text === undefined ? undefined : sampleOf(text);
    if (sample === undefined && text !== undefined)
      notes.push('The body is not valid JSON, so the tool accepts any body.');
    const schema = sample === undefined ? {} : schemaOfSample(sample);
    if (schema['type'] !== 'object') return { contentType: type, rows: [], schema };
    const members = Object.entries(schema['properties'] as Record<string, Record<string, unknown>>);
    const rows = members.map(([name, member]): Row => ({ ...rowOf({ name, value: '' }, 'body'), schema: member }));
    return { contentType: type, rows, schema: undefined };
  }
  return { contentType: type, rows: [], schema: { type: 'string' } };
}

/** Values may be variables, and comments may stand between them: Postman strips them before it sends (postmanlabs/postman-runtime#1274). */
function sampleOf(text: string): unknown {
  const plain = withoutComments(text);
  for (const candidate of [text, plain, plain.replace(/"\{\{[^{}]*\}\}"/g, '""').replace(/\{\{[^{}]*\}\}/g, 'null')]) {
    try {
      return JSON.parse(candidate);
    } catch {}
  }
  return undefined;
}

/** A string, or a comment, or a comma before a closing bracket. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  const bare = text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') || found === ',' ? found : ''));
  return bare.replace(STRING_OR_COMMENT, (found) => (found === ',' ? '' : found));
}
