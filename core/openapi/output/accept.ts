/**
 * The Accept header (RFC 9110 section 12.5.1) that asks for what an operation's success responses describe. In OpenAPI 3 a parameter `Accept`
 * shall be ignored because the responses say it. Clients of openapi-generator send the described types (`selectHeaderAccept`: JSON if it is
 * among them, else all), api-elements.js#506 does for Dredd, ogen#938 and ng-openapi#56 ask for it because of versions in vendor types. Types that
 * version an API lead, because a server that negotiates answers its oldest version to whoever asks for plain JSON. What is told of the answer is
 * that of the type that leads.
 */
import { bareType, isJsonType } from '../../lib/mediaType.ts';
import { isMediaType } from '../body/mediaType.ts';

/** Types that are named; the range behind them covers the others. */
const MAX_TYPES = 8;
const MAX_LENGTH = 200;
/** Problem reports, and what the description does not say. */
const REST = '*/*;q=0.1';

const isRange = (type: string): boolean => type.includes('*');
const isError = (type: string): boolean => /^application\/problem\+/.test(type);
/** A type of the vendor tree (RFC 6838 section 3.2), or one with a version. */
const isVersioned = (type: string): boolean =>
  type.startsWith('application/vnd.') || /;\s*(?:api-?)?v(?:ersion)?\s*=/.test(type);

/** Lower is better: JSON before the rest, ranges last. */
function rankOf(declared: string): number {
  const type = declared.toLowerCase();
  const bare = bareType(type);
  if (isRange(bare)) return 5;
  if (isError(bare)) return 4;
  if (!isJsonType(bare)) return 3;
  if (isVersioned(type)) return 0;
  return isPlainJson(type) ? 1 : 2;
}

/** JSON without a parameter that chooses a form of it. */
const isPlainJson = (type: string): boolean =>
  /^(?:application|text)\/json\s*(?:;\s*charset\s*=[^;]*)?;?\s*$/.test(type);

/** The types in the order in which they are asked for; those of one rank in that of the description. */
export const inOrder = (types: readonly string[]): readonly string[] =>
  types.length < 2 ? types : [...types].sort((one, other) => rankOf(one) - rankOf(other));

/** The header for these types; undefined where the one of every request asks for the same: plain JSON first, anything else after it. */
export function acceptOf(types: readonly string[]): string | undefined {
  const known = inOrder([...new Set(types.map((type) => type.trim()))].filter(isSendable)).slice(0, MAX_TYPES);
  const [leading, ...others] = known;
  if (leading === undefined || isPlainJson(leading.toLowerCase()) || leading === '*/*' || leading === 'application/*')
    return undefined;
  const rest = others.filter((type) => type !== '*/*').map((type) => `${type};q=${isRange(type) ? 0.5 : 0.9}`);
  return [leading, ...rest, REST].join(', ');
}

const isSendable = (type: string): boolean => type.length <= MAX_LENGTH && isMediaType(type) && !type.endsWith(';');
