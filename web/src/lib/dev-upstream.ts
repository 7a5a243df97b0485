/** APIs on the developer's machine that this local stack calls under names of their own: what is typed as http://localhost:3000 becomes its name. */
import { useQuery } from '@tanstack/react-query';
import { devAddress, devPort, loopbackPort } from '../../../core/lib/url/devUpstream.ts';
import { localQuery } from '../api/local.ts';

const NONE: readonly string[] = [];

/** Plain http origins; none on AWS. */
export const useDevUpstreams = (): readonly string[] => useQuery(localQuery()).data?.devUpstreams ?? NONE;

/**
 * The address under which the stack calls an API on this machine, where `upstreams` has it; else the text as it is.
 * @param isTyping a port that may go on is left alone
 */
export function underItsName(text: string, upstreams: readonly string[], { isTyping = false } = {}): string {
  const port = loopbackPort(text);
  if (port === undefined || !upstreams.some((one) => loopbackPort(one) === port)) return text;
  return isTyping && /:\d+$/.test(text.trim()) ? text : devAddress(text);
}

/** The origin on the developer's machine for which a base URL stands; undefined for any other. */
export function devOriginOf(baseUrl: string): string | undefined {
  const port = URL.canParse(baseUrl) ? devPort(new URL(baseUrl).hostname) : undefined;
  return port === undefined ? undefined : `http://localhost:${port}`;
}
