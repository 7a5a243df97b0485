/**
 * The address of a server as a template (Server Variable Object, OpenAPI 3.x): its variables with their defaults, and which of the defaults are
 * samples. The specification calls a default "the value to use … if an alternate value is not supplied", but documents have to give one where
 * there is none: BigCommerce's store_hash is `store_hash`, a bot's token at Telegram the one of the manual.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { arrayMember, member, stringMember } from '../document/read.ts';
import { textMember } from '../document/sourceText.ts';
import type { ServerEntry } from '../model/operation.ts';
import { cleanText } from '../model/text.ts';
import type { ServerAddress, ServerVariable } from '../model/types.ts';

const VARIABLE = /\{([^{}]+)\}/g;
const MAX_VARIABLES = 20;
const MAX_CHOICES = 100;
const MAX_LENGTH = 200;

/** Words of samples: `example-destined-camel-13`, `your-domain`, `my_store`, `xxxx`. */
const SAMPLE =
  /example|sample|dummy|placeholder|change[-_]?me|unknown|localhost|x{3}|<|(?:^|[^a-z])(?:your|some|insert)|(?:^|[^a-z])my[-_]?(?:account|api|app|company|domain|host|instance|org|shop|site|store|subdomain|team|tenant|workspace)/i;
/** Nobody's default: a secret, or what each customer has of their own. */
const SECRET = /token|secret|passw|api[-_]?key/i;
const OWN =
  /(?:account|company|customer|instance|organi[sz]ation|org|shop|store|sub[-_]?domain|team|tenant|workspace)(?:[-_]?(?:domain|hash|id|key|name|slug))?$/i;
/** Names that are their own value: `{api}.example.com`. */
const PLAIN_NAMES = new Set(['api', 'app', 'www']);

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A text that is not empty, also without quotes in YAML (`default: 1.10`). */
const textOf = (holder: JsonValue, key: string): string | undefined =>
  typeof holder === 'object' && holder !== null ? textMember(holder, key) || undefined : undefined;

/** The values that a variable may have; undefined where any may be given. */
function choicesOf(variable: unknown): readonly string[] | undefined {
  const values = isObject(variable) ? arrayMember(variable, 'enum') : [];
  const listed = values.flatMap((_, at) => textOf(values, String(at)) ?? []);
  return listed.length === 0 ? undefined : listed;
}

/** Its default, else the first value of its enum. */
const defaultOf = (variable: unknown): string | undefined =>
  (isObject(variable) ? textOf(variable, 'default') : undefined) ?? choicesOf(variable)?.[0];

/** Whether the default of a variable is only a sample of what stands there. */
function isSample(name: string, variable: unknown): boolean {
  const value = defaultOf(variable);
  if (value === undefined || choicesOf(variable) !== undefined) return false;
  if (SAMPLE.test(value) || SECRET.test(name)) return true;
  if (letters(value) === letters(name)) return !PLAIN_NAMES.has(letters(name));
  return OWN.test(name) && !value.includes('.');
}

/** Whether an address has a variable whose default is a sample. */
export const hasSample = ({ url, variables }: ServerEntry): boolean =>
  [...url.matchAll(VARIABLE)].some(([, name = '']) => isSample(name, member(variables, name)));

/** Replaces each `{name}` by its default, else the first value of its enum; undefined when it has neither. */
export function fill(url: string, variables: JsonObject): string | undefined {
  let isComplete = true;
  const filled = url.replace(VARIABLE, (_, name: string) => {
    const value = defaultOf(member(variables, name));
    isComplete &&= value !== undefined;
    return value ?? '';
  });
  return isComplete ? filled : undefined;
}

/** The variable that stands for the host where a document names only a path. */
const HOST = { name: 'host', description: 'Host of the API; the document names only the path' };

/**
 * The template of a server, absolute by https; undefined when there is nothing to choose in it.
 * @param origin of the document, if it was fetched
 */
export function addressOf({ url, variables }: ServerEntry, origin: string | undefined): ServerAddress | undefined {
  const given = url.trim();
  // Requests go by https whatever the scheme is said to be.
  const absolute = given.replace(/^(?:[a-z][a-z0-9+.-]*:|\{[^{}]+\}:)?\/\//i, 'https://').replace(/[?#].*$/s, '');
  const isPath = absolute.startsWith('/') || absolute === '';
  const template = isPath ? `${origin ?? `https://{${HOST.name}}`}${absolute.replace(/\/+$/, '')}` : absolute;
  const asked: ServerVariable[] = isPath && origin === undefined && absolute.length > 1 ? [HOST] : [];
  const names = new Set([...absolute.matchAll(VARIABLE)].map(([, name = '']) => name));
  for (const name of names) asked.push(variableOf(name, member(variables, name)));
  if (asked.length === 0 || asked.length > MAX_VARIABLES || template.length > 2_000) return undefined;
  return { template, variables: asked };
}

function variableOf(name: string, variable: unknown): ServerVariable {
  const value = defaultOf(variable)?.slice(0, MAX_LENGTH);
  const choices = choicesOf(variable)
    ?.slice(0, MAX_CHOICES)
    .map((choice) => choice.slice(0, MAX_LENGTH));
  const description = cleanText(stringMember(variable as JsonObject, 'description'), MAX_LENGTH);
  return {
    name,
    ...(value !== undefined && (isSample(name, variable) ? { sample: value } : { default: value })),
    ...(choices && { choices }),
    ...(description !== '' && { description }),
  };
}
