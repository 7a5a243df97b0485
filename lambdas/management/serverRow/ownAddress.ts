/** An MCP server of this installation is no upstream of another: it would wait for itself, and calls would be charged and entered twice. */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { Refused } from '../http/errors.ts';

/** @param url the checked address of an MCP server. @throws Refused `mcp_own_address` */
export function checkForeign(url: string): void {
  if (new URL(url).host !== new URL(requireEnvironment('EDGE_URL')).host) return;
  throw new Refused(
    'mcp_own_address',
    'The address is one of this installation. To put several of its servers behind one address, combine them in a toolset.',
  );
}
