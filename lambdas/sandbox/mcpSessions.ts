/**
 * What a process remembers of MCP servers between calls. Apart from the client (mcpCall.ts), which a process loads with the first call of
 * such a server's tool: most have none, and a start reads that much less.
 */
import { createHash } from 'node:crypto';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import type { Listed } from '../../core/mcpUpstream/definition.ts';
import type { McpTransport } from '../../core/model/tool.ts';
import type { Begun } from './mcpSession.ts';

/** What the process knows of one MCP server for one credential. */
export interface Known {
  transport: McpTransport;
  begun?: Promise<Begun> | undefined;
  readonly lists: Map<Listed, KnownList>;
}

/** What is known of one list of the server. */
interface KnownList {
  /** How often the server has said that it has changed. */
  changes: number;
  /** Digests of what it has, read after the server said so for the `changes`th time. */
  read?: { readonly changes: number; readonly digests: ReadonlyMap<string, string> };
}

/** One list of the server. */
export function listOf({ lists }: Known, kind: Listed): KnownList {
  const list = lists.get(kind) ?? { changes: 0 };
  lists.set(kind, list);
  return list;
}

/** What is remembered between calls of a bundle. */
export type McpSessions = (bundle: object, key: readonly unknown[]) => Known;

/** Sessions of one bundle. */
const MAX_SESSIONS = 200;

/** Makes the memory of a process. */
export function createMcpSessions(): McpSessions {
  const byBundle = new WeakMap<object, BoundedMap<string, Known>>();
  return (bundle, key) => {
    let known = byBundle.get(bundle);
    if (!known) {
      known = new BoundedMap(MAX_SESSIONS);
      byBundle.set(bundle, known);
    }
    const name = createHash('sha256').update(JSON.stringify(key)).digest('base64');
    let one = known.get(name);
    if (!one) {
      one = { transport: 'http', lists: new Map() };
      known.set(name, one);
    }
    return one;
  };
}
