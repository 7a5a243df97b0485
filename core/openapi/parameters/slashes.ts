/**
 * Finds path parameters whose value is several segments, so that its slashes must be sent as they are. OpenAPI has no word for
 * them and forbids them; what real documents have instead is listed here. Everything else stays encoded, as OpenAPI says: a
 * name that may hold a slash (an ARN of AWS, a branch) is one segment to its server.
 */
import type { JsonObject, JsonSchema } from '../../lib/json/value.ts';
import { holdsSegments } from '../../lib/url/pathVariables.ts';
import { stringMember } from '../document/read.ts';
import type { Operation } from '../model/operation.ts';

/** Extensions: of Azure (AutoRest), GitHub, and Google's documents as APIs.guru converts them. */
const EXTENSIONS = ['x-ms-skip-url-encoding', 'x-multi-segment', 'x-reservedExpansion'] as const;

/** `Format: projects/{project}/topics/{topic}`, as Google's documents describe names of resources (google.aip.dev/122). */
const FORMAT =
  /\bform(?:at)?s?\b[^{}<>[\]]{0,60}?(?<![\w./:-])[a-z][A-Za-z0-9-]*\/(?:\{[^{}/]{1,60}\}|\[[^[\]/]{1,60}\]|<[^<>/]{1,60}>)/i;

/** True when the parameter itself says so: by its variable, an extension, `allowReserved`, its pattern or its description. */
export function saysSegments(name: string, raw: JsonObject, schema: JsonSchema): boolean {
  const pattern = stringMember(schema, 'pattern');
  const description = stringMember(raw, 'description');
  return (
    holdsSegments(name) ||
    raw['allowReserved'] === true ||
    EXTENSIONS.some((extension) => raw[extension] === true) ||
    (pattern !== undefined && isOfSegments(pattern)) ||
    (description?.includes('/') === true && FORMAT.test(description) && !/\bURL[- ]?encoded/i.test(description))
  );
}

/**
 * True for a pattern of segments with a slash between them, as gRPC gateways write it: `^projects/[^/]+$`. A pattern that only
 * allows slashes, or one of URLs, says nothing about the path.
 */
function isOfSegments(pattern: string): boolean {
  const plain = pattern.replaceAll('\\/', '/');
  if (plain.includes('//')) return false;
  return /^\^?\(?[A-Za-z][\w-]*\//.test(plain) || /\[\^\/[^\]]*\][+*]?\)?\//.test(plain);
}

/**
 * The variable that is the name of a resource in Google's sense: the path is `/v1/{name}…` or `/service/v1/{name}…`, and the operation is named by
 * collections (`pubsub.projects.topics.publish`) that its path lacks, so they are part of the value.
 */
export function resourceName({ path, raw }: Operation): string | undefined {
  const name = /^(?:\/[\w-]+)?\/v\d\w*\/\{([^{}]+)\}/.exec(path)?.[1];
  if (name === undefined) return undefined;
  const collections = stringMember(raw, 'operationId')?.split('.').slice(1, -1) ?? [];
  const literal = path.replaceAll(/\{[^{}]*\}/g, '').toLowerCase();
  return collections.some((one) => !literal.includes(`/${one.toLowerCase()}`)) ? name : undefined;
}
