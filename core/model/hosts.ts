/**
 * The hosts of a server: that of its base URL, and others that its owner has approved by origin (scheme, host, port), each
 * with a credential of its own. Tools on other hosts are left out of bundles (core/tools/bundle/build.ts).
 */

import { originOf } from '../lib/url/baseUrl.ts';
import type { ServerAuth, ServerRow } from './server.ts';
import type { RequestProgram } from './tool.ts';

type Placed = Pick<RequestProgram, 'baseUrl'>;
type Reaching = Pick<ServerRow, 'baseUrl' | 'hosts'>;

/** The origin of a tool with a server of its own; undefined if that is the origin of the base URL, or it has none. */
export function otherOrigin({ baseUrl }: Placed, serverUrl: string): string | undefined {
  if (baseUrl === undefined || baseUrl === serverUrl) return undefined;
  const origin = originOf(baseUrl);
  return serverUrl !== '' && origin === originOf(serverUrl) ? undefined : origin;
}

/** The origin that must be approved before the tool can be called; undefined when no approval is missing. */
export function unapprovedOrigin(
  tool: Placed,
  { baseUrl, hosts }: Pick<Reaching, 'baseUrl'> & { readonly hosts?: object | undefined },
): string | undefined {
  const origin = otherOrigin(tool, baseUrl);
  return origin !== undefined && !Object.hasOwn(hosts ?? {}, origin) ? origin : undefined;
}

/** The stored credential of the origin of a tool's requests. */
export function authOf(tool: Placed, { auth, baseUrl, hosts }: Reaching & Pick<ServerRow, 'auth'>): ServerAuth {
  const origin = otherOrigin(tool, baseUrl);
  if (origin === undefined) return auth;
  const host = Object.hasOwn(hosts ?? {}, origin) ? hosts?.[origin] : undefined;
  return host?.auth ?? { type: 'none' };
}

/** The ciphertexts of the headers that a tool sends sealed; undefined where it sends none. */
export const sealedHeadersOf = (
  names: readonly string[] | undefined,
  { headers = [] }: Pick<ServerRow, 'headers'>,
): readonly string[] | undefined =>
  names?.flatMap((name) => headers.find((header) => header.name === name)?.sealed?.ciphertext ?? []);

/** An origin other than that of the base URL, and the number of tools that need it. */
export interface OtherHost {
  readonly origin: string;
  readonly tools: number;
}

/** The origins of tools other than that of the base URL, those with the most tools first. */
export function otherHosts(tools: readonly Placed[], serverUrl: string): OtherHost[] {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const origin = otherOrigin(tool, serverUrl);
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts]
    .map(([origin, count]) => ({ origin, tools: count }))
    .sort((one, other) => other.tools - one.tools || (one.origin < other.origin ? -1 : 1));
}
