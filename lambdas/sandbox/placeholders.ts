/**
 * Placeholders of one call: replaced by their values in its arguments, and created in its answer. The server's key exists only in the
 * sandbox, which asks KMS for it once per environment. The other input is derived from the token and comes with the call; without it
 * there are no placeholders.
 */
import type { KeyObject } from 'node:crypto';
import { createKeyReader } from '../../core/governance/fieldName/nameCache.ts';
import type { JsonObject } from '../../core/lib/json/value.ts';
import type { BundleTool } from '../../core/model/bundle.ts';
import type { PlaceholderKind } from '../../core/model/governance/placeholderKinds.ts';
import { type Placeholders, placeholders } from '../../core/response/placeholders/placeholder.ts';
import { type Restored, restored } from '../../core/response/placeholders/restore.ts';
import type { LoadedServer } from './server.ts';

/** Asks KMS for the placeholder key of a server. */
export type PlaceholderKey = (serverId: string) => Promise<KeyObject>;

/** Caches the last key; after a failure KMS is asked again. An environment belongs to one server. */
export function heldKey(ask: PlaceholderKey): PlaceholderKey {
  let held: { readonly serverId: string; readonly key: Promise<KeyObject> } | undefined;
  return (serverId) => {
    if (held?.serverId === serverId) return held.key;
    const entry = { serverId, key: ask(serverId) };
    held = entry;
    entry.key.catch(() => {
      if (held === entry) held = undefined;
    });
    return entry.key;
  };
}

/** Undefined when the server uses none, or the call came without the input for them. */
export async function placeholdersOf(
  { bundle }: LoadedServer,
  tokenSecret: string | undefined,
  keyOf: PlaceholderKey,
): Promise<Placeholders | undefined> {
  if ((bundle.governance.placeholders ?? []).length === 0 || tokenSecret === undefined) return undefined;
  const key = await keyOf(bundle.serverId);
  return placeholders(key, Buffer.from(tokenSecret, 'base64'), bundle.serverId);
}

const infoOf = createKeyReader();
const KINDS = new Map<string, PlaceholderKind>([
  ['email', 'email'],
  ['phone', 'phone'],
  ['name', 'name'],
]);

/** Throws `placeholder_refused`. */
export function restoredArguments(
  args: JsonObject,
  tool: BundleTool,
  { bundle }: LoadedServer,
  { open }: Placeholders,
): Restored {
  const { placeholderTools = [], placeholderQueries = false, customFields } = bundle.governance;
  const ids = new Set(customFields.map((selector) => plain(selector.split('/').at(-1) ?? '')));
  return restored(args, {
    isAllowed: placeholderTools.includes(tool.name),
    allowsQuery: placeholderQueries,
    program: tool.program,
    kindOf: (name) => (ids.has(plain(name)) ? 'id' : KINDS.get(String(infoOf(name).kind))),
    open,
  });
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
