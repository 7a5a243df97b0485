/**
 * Reads Postman collections of the formats 2.0 and 2.1 (schema.postman.com): every request in every folder. Variables become `{braces}`
 * in the path; scripts, examples and environments are not read.
 */
import { asObject } from '../tools.ts';
import {
  formFields,
  listIn,
  type Named,
  type RecordedBody,
  type RecordedRequest,
  splitUrl,
  textIn,
  UnreadableRequest,
} from './recorded.ts';

type Json = Record<string, unknown>;

/** Maximum nesting of folders. */
const DEPTH = 20;

export const isPostman = (document: Json): boolean => 'info' in document && Array.isArray(document['item']);

/** Throws UnreadableRequest for the format 1.0. */
export function postmanRequests(document: Json): RecordedRequest[] {
  return requestsIn(document['item'], authOf(document['auth']), '', 0);
}

export function refuseOldPostman(document: Json): void {
  if (Array.isArray(document['requests']) && 'order' in document)
    throw new UnreadableRequest('This is a Postman collection of format 1. Export it from Postman as Collection v2.1.');
}

function requestsIn(items: unknown, auth: readonly string[], tag: string, depth: number): RecordedRequest[] {
  if (depth > DEPTH) return [];
  return listIn(items)
    .map(asObject)
    .flatMap((item) => {
      const own = 'auth' in item ? authOf(item['auth']) : auth;
      if (Array.isArray(item['item'])) return requestsIn(item['item'], own, tag || textIn(item['name']), depth + 1);
      return requestOf(item, own, tag);
    });
}

function requestOf(item: Json, inherited: readonly string[], tag: string): RecordedRequest[] {
  const request = typeof item['request'] === 'string' ? { url: item['request'] } : asObject(item['request']);
  const { url, query } = addressOf(request['url']);
  if (url === '') return [];
  const body = bodyOf(asObject(request['body']));
  const name = textIn(item['name']);
  const description = descriptionOf(request['description'] ?? item['description']);
  return [
    {
      method: textIn(request['method']).toUpperCase() || 'GET',
      url,
      query,
      headers: namedIn(request['header']),
      ...(body && { body }),
      ...(name !== '' && { name }),
      ...(description !== '' && { description }),
      ...(tag !== '' && { tag }),
      credentials: 'auth' in request ? authOf(request['auth']) : inherited,
    },
  ];
}

/** Only the type is read. */
function authOf(value: unknown): readonly string[] {
  const type = textIn(asObject(value)['type']);
  return type === '' || type === 'noauth' ? [] : [`authentication of the kind ${type.slice(0, 20)}`];
}

function addressOf(value: unknown): { readonly url: string; readonly query: readonly Named[] } {
  const parts = asObject(value);
  const raw = typeof value === 'string' ? value : textIn(parts['raw']);
  const split = splitUrl(raw);
  const asTemplate = split.url
    .replace(/\{\{([^{}]{1,200})\}\}/g, (_, name: string) => `{${name.trim()}}`)
    .replace(/\/:([\w.-]+)/g, '/{$1}');
  return {
    url: asTemplate,
    query: Array.isArray(parts['query']) ? namedIn(parts['query'], { withDisabled: true }) : split.query,
  };
}

function bodyOf(body: Json): RecordedBody | undefined {
  const mode = textIn(body['mode']);
  if (mode === 'urlencoded' || mode === 'formdata') {
    const contentType = mode === 'formdata' ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
    const fields =
      typeof body[mode] === 'string' ? formFields(body[mode]) : namedIn(body[mode], { withDisabled: true });
    return { contentType, fields };
  }
  if (mode === 'graphql') {
    const { query, variables } = asObject(body['graphql']);
    return { contentType: 'application/json', text: JSON.stringify({ query, variables: asObject(variables) }) };
  }
  if (mode === 'file') return { contentType: 'application/octet-stream' };
  const text = textIn(body['raw']);
  if (mode !== 'raw' || text === '') return;
  const language = textIn(asObject(asObject(body['options'])['raw'])['language']);
  const isJson = language === 'json' || /^\s*[[{]/.test(text);
  return { contentType: isJson ? 'application/json' : language === 'xml' ? 'application/xml' : 'text/plain', text };
}

const descriptionOf = (value: unknown): string => textIn(value) || textIn(asObject(value)['content']);

/** Disabled entries are read too, as they name what exists, except disabled headers. */
function namedIn(value: unknown, { withDisabled = false } = {}): Named[] {
  return listIn(value)
    .map(asObject)
    .filter((one) => withDisabled || one['disabled'] !== true)
    .map((one) => {
      const description = descriptionOf(one['description']);
      return {
        name: textIn(one['key']),
        value: textIn(one['value']),
        isFile: one['type'] === 'file',
        ...(description !== '' && { description }),
      };
    })
    .filter(({ name }) => name !== '');
}
