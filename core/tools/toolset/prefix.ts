/** The prefix of a member that its owner gave none: made of the server's name. Pure. */
import { LIMITS } from '../../lib/limits.ts';

const { prefix: LENGTH } = LIMITS.toolset;

/** `Acme Orders (EU)` → `acme_orders_eu`; with a number where that is taken. */
export function newPrefix(serverName: string, taken: ReadonlySet<string>): string {
  const slug =
    serverName
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[_0-9]+/, '')
      .slice(0, LENGTH)
      .replace(/_+$/, '') || 'api';
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `_${number}`;
    const prefix = `${slug.slice(0, LENGTH - end.length).replace(/_+$/, '')}${end}`;
    if (!taken.has(prefix)) return prefix;
  }
}
