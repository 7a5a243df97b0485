/**
 * The `Mcp-Session-Id` of legacy clients on Streamable HTTP, and what it says. They name themselves in `initialize` alone, and nothing is
 * stored under the id; so it holds, beside 22 random characters, what later requests need to know of the client: its schema profile and its
 * name. Clients send the id back; it is not trusted more than a name that they gave themselves, and gives no access.
 *
 *     <random>[.<profile>[.<name and version, base64url>]]
 */
import { randomBytes } from 'node:crypto';
import { profileOf, SCHEMA_PROFILES, type SchemaProfile } from '../model/schemaProfile.ts';
import { cut } from './protocol.ts';

/** A name has 100 characters of at most three bytes each. */
const NAME_CHARACTERS = 400;
const RANDOM_CHARACTERS = 22;
const RANDOM = /^[A-Za-z0-9_-]{22}$/;

/** What an id says; hostile ids say nothing. */
export interface Channel {
  /** Stands for the session in the trail; of HTTP+SSE too short to be used as the id. */
  readonly session?: string;
  readonly profile?: SchemaProfile;
  readonly client?: string;
}

/** A new id. @param client name and version, as in `describe` */
export function newChannel(client: string | undefined): string {
  const id = randomBytes(16).toString('base64url');
  return client === undefined ? id : `${id}.${profileOf(client) ?? ''}.${Buffer.from(client).toString('base64url')}`;
}

/** Reads the id of a request: of a session of HTTP+SSE, or a header. */
export function channelOf(id: string | undefined): Channel {
  if (id === undefined) return {};
  const [random = '', profile = '', name = ''] = id.split('.', 3);
  const session = random.slice(0, RANDOM_CHARACTERS);
  if (!RANDOM.test(session)) return {};
  const client = cut(Buffer.from(name.slice(0, NAME_CHARACTERS), 'base64url').toString());
  return {
    session,
    ...(Object.hasOwn(SCHEMA_PROFILES, profile) && { profile: profile as SchemaProfile }),
    ...(client !== '' && { client }),
  };
}
