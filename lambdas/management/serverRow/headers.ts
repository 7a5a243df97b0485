/**
 * The headers that an owner gives a server. A sealed one is a credential of its own: encrypted for the origin of the base URL, opened nowhere
 * else (aws/credentials.ts), and never shown again. A base URL elsewhere needs them anew.
 */

import { InvalidInput } from '../../../core/lib/errors.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import type { PrivateHosts, ServerHeader, ServerRow } from '../../../core/model/server.ts';
import type { GivenHeaders } from '../../../core/tools/schemas/staticHeaders.ts';
import { Refused } from '../http/errors.ts';
import { sealCredential } from './credentials.ts';

/** What the headers of a server are sealed for. */
interface Owner {
  readonly serverId: string;
  /** '' when it is not known yet. */
  readonly baseUrl: string;
  readonly privateHosts?: PrivateHosts | undefined;
  /** Those that are stored. */
  readonly headers?: ServerRow['headers'];
}

/**
 * The headers of the row, with new values sealed.
 * @throws Refused `base_url_missing` where it is not known to which host a sealed one goes
 * @throws InvalidInput for a sealed header without a value that is not stored
 */
export const sealHeaders = (given: GivenHeaders, owner: Owner): Promise<ServerHeader[]> =>
  Promise.all(given.map((header, index) => sealHeader(header, `/headers/${index}/value`, owner)));

async function sealHeader(
  { name, value, sealed, tools }: GivenHeaders[number],
  field: string,
  { serverId, baseUrl, privateHosts, headers = [] }: Owner,
): Promise<ServerHeader> {
  const common = { name, ...(tools && { tools }) };
  if (!sealed) return { ...common, value: value as string };
  if (value === undefined) {
    const stored = headers.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (stored?.sealed) return { ...common, name: stored.name, sealed: stored.sealed };
    throw new InvalidInput([
      { field, rule: 'value_missing', message: 'is missing; no secret value of that name is stored.' },
    ]);
  }
  if (baseUrl === '') {
    throw new Refused(
      'base_url_missing',
      'The server has no base URL yet, so it is not known where a secret header may be sent. Give the base URL, or the header when the server is live.',
    );
  }
  const auth = { type: 'header' as const, name, value };
  return { ...common, sealed: await sealCredential(serverId, auth, { origin: originOf(baseUrl) }, privateHosts) };
}

/** Throws Refused `credential_bound` when the base URL has left the origin of a sealed header. */
export function checkHeadersStay({ headers = [], baseUrl }: Pick<ServerRow, 'headers' | 'baseUrl'>): void {
  const bound = headers.find(({ sealed }) => sealed?.origin !== undefined && sealed.origin !== originOf(baseUrl));
  if (!bound) return;
  throw new Refused(
    'credential_bound',
    `The header ${bound.name} was stored for ${bound.sealed?.origin} and is sent nowhere else. Send it again in headers in the same request, or leave it out there.`,
  );
}

/** The headers as the API returns them. */
export const headerViews = ({ headers = [] }: Pick<ServerRow, 'headers'>) =>
  headers.map(({ name, value, sealed, tools }) => ({
    name,
    sealed: sealed !== undefined,
    ...(value !== undefined && { value }),
    ...(sealed?.storedAt !== undefined && { storedAt: sealed.storedAt }),
    ...(tools && { tools: [...tools] }),
  }));

/** The headers of an exported definition. */
export const exportedHeaders = ({ headers }: Pick<ServerRow, 'headers'>) =>
  headers?.map(({ name, value, tools }) => ({
    name,
    ...(value !== undefined && { value }),
    ...(tools && { tools: [...tools] }),
  }));
