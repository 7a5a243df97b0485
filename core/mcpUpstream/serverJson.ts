/**
 * Reads an entry of the MCP registry (`server.json`): where the server is, by which transport, and what its clients send with their requests.
 * It only fills in a form: nothing of it is trusted, the address is checked as one that was typed is, and tools are read from the server
 * itself. Packages, which would run on the own machine, are no way to reach a server from here. Pure.
 *
 * Source: schema 2025-12-11 of the registry (https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json), `remotes`; the
 * `remotes` of a Server Card (SEP-2127) have the same form.
 */
import { PortcullisError } from '../lib/errors.ts';
import { parsedJson } from '../lib/json/parsed.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { visibleText } from '../lib/visible.ts';
import type { CredentialShape } from '../model/credential.ts';

const LIMIT = { characters: 256 * 1024, remotes: 20, inputs: 50, text: 500, url: 2_000 };

/** A part of the address that is to be chosen. */
export interface AddressPart {
  readonly name: string;
  readonly description?: string;
  readonly default?: string;
  readonly choices?: string[];
}

/** One way to reach the server. */
export interface Remote {
  readonly transport: 'streamable-http' | 'sse';
  /** An https URL, with `{names}` of its parts. */
  readonly template: string;
  readonly variables: readonly AddressPart[];
  /** The credential that its headers ask for. */
  readonly suggested: Pick<CredentialShape, 'type' | 'headerName'>;
  /** What else it wants, in sentences. */
  readonly notes: readonly string[];
}

/** What an entry says. */
export interface RegistryEntry {
  readonly title: string;
  readonly description?: string;
  readonly remotes: readonly Remote[];
}

/**
 * @param text a server.json, or what the registry's API answers for one server, which has it as `server`
 * @throws PortcullisError `server_json_invalid`, which says what is missing
 */
export function readServerJson(text: string): RegistryEntry {
  if (text.length > LIMIT.characters) throw invalid(`has more than ${LIMIT.characters / 1_024} KB`);
  const parsed = parsedJson(text);
  if (parsed === undefined) throw invalid('is no JSON');
  const entry = isObject(parsed) && isObject(parsed['server']) ? parsed['server'] : parsed;
  if (!isObject(entry)) throw invalid('is no JSON object');
  if (Array.isArray(entry['servers'])) throw invalid('is a list of servers; give that of one');
  const name = textOf(entry['name']);
  if (name === undefined) throw invalid('has no name');
  const remotes = objectsIn(entry['remotes'], LIMIT.remotes).flatMap(remoteOf);
  if (remotes.length === 0) {
    const isPackage = objectsIn(entry['packages'], 1).length > 0;
    throw invalid(
      isPackage
        ? 'describes packages alone, which run on a machine of your own: it has no remotes with an https URL'
        : 'has no remotes with an https URL',
    );
  }
  const description = textOf(entry['description']);
  return {
    title: textOf(entry['title']) ?? (name.split('/').at(-1) as string),
    ...(description !== undefined && { description }),
    remotes,
  };
}

const invalid = (why: string) => new PortcullisError('server_json_invalid', `The server.json ${why}.`);

function remoteOf(remote: JsonObject): Remote[] {
  const { type, url } = remote;
  if (type !== 'streamable-http' && type !== 'sse') return [];
  if (typeof url !== 'string' || url.length > LIMIT.url || !/^(?:https:\/\/|\{)\S+$/i.test(url)) return [];
  const given = isObject(remote['variables']) ? remote['variables'] : {};
  const named = [...new Set([...url.matchAll(/\{([A-Za-z_]\w{0,63})\}/g)].map(([, name]) => name as string))];
  const variables = named
    .slice(0, LIMIT.inputs)
    .map((name): AddressPart => ({ name, ...partOf(Object.hasOwn(given, name) ? given[name] : undefined) }));
  const headers = objectsIn(remote['headers'], LIMIT.inputs).flatMap(headerOf);
  const secret = headers.find(({ isSecret }) => isSecret) ?? headers.find(({ name }) => isAuthorization(name));
  return [
    {
      transport: type,
      template: url,
      variables,
      suggested: suggestedFor(secret),
      notes: headers.filter((header) => header !== secret).map(noteOf),
    },
  ];
}

function partOf(input: JsonValue | undefined): Omit<AddressPart, 'name'> {
  if (!isObject(input)) return {};
  const description = textOf(input['description']);
  const own = textOf(input['value']) ?? textOf(input['default']);
  const choices = Array.isArray(input['choices'])
    ? input['choices'].slice(0, LIMIT.inputs).flatMap((choice) => textOf(choice) ?? [])
    : [];
  return {
    ...(description !== undefined && { description }),
    ...(own !== undefined && { default: own }),
    ...(choices.length > 0 && { choices }),
  };
}

interface Header {
  readonly name: string;
  readonly value: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

function headerOf(header: JsonObject): Header[] {
  const name = textOf(header['name']);
  if (name === undefined || !/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name)) return [];
  const inner = isObject(header['variables']) ? Object.values(header['variables']) : [];
  const isSecret = [header, ...inner].some((input) => isObject(input) && input['isSecret'] === true);
  return [
    {
      name,
      value: textOf(header['value']),
      description: textOf(header['description']),
      isRequired: header['isRequired'] === true,
      isSecret,
    },
  ];
}

const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization';

function suggestedFor(header: Header | undefined): Remote['suggested'] {
  if (!header) return { type: 'none' };
  if (!isAuthorization(header.name)) return { type: 'header', headerName: header.name };
  return { type: /^basic\b/i.test(header.value ?? '') ? 'basic' : 'bearer' };
}

function noteOf({ name, value, description, isRequired, isSecret }: Header): string {
  const said = description === undefined ? '' : `: ${description}`;
  const fixed = value !== undefined && !isSecret && !value.includes('{') ? ` with the value ${value}` : '';
  return `It ${isRequired ? 'also wants' : 'also takes'} the header ${name}${fixed}${said}. Add it to the headers of the server.`;
}

/** What is given for a part of the address, or stands in its place. */
export const partGiven = ({ name, default: own = '' }: AddressPart, parts: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(parts, name) ? parts[name] : undefined) ?? own;

/** The address with these parts; undefined while one is missing. A part may be given as a whole address, of which the scheme is left out. */
export function addressOf(
  { template, variables }: Pick<Remote, 'template' | 'variables'>,
  parts: Readonly<Record<string, string>>,
) {
  const values = new Map(variables.map((part) => [part.name, partGiven(part, parts).trim()]));
  if ([...values.values()].includes('')) return undefined;
  return template.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const value = values.get(name);
    if (value === undefined || at === 0) return value ?? whole;
    return value.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^\/+|\/+$/g, '');
  });
}

const objectsIn = (value: JsonValue | undefined, most: number): JsonObject[] =>
  Array.isArray(value) ? value.slice(0, most).filter(isObject) : [];

/** One line that people see as it is; undefined where it is no text, or empty. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = visibleText(value.slice(0, LIMIT.text).replace(/\s+/g, ' ').trim());
  return text === '' ? undefined : text;
}
