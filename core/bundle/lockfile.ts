/**
 * The surface is the canonical list of the tools that a server exposes; the lockfile is the signed surface of a
 * deployment. A later deployment of a signed server is refused when its surface differs, unless a person has approved
 * exactly that surface.
 */

import { canonicalJson, sha256 } from '../json/canonical.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { withoutDigitText } from '../tools/digitText.ts';
import type { SandboxSection } from './build.ts';
import type { BundleTool } from './model.ts';

/**
 * One tool of a surface, with its schema, annotations and request mapping. Without its id, cache hint, item limit, search
 * text, and what is said and let out of its responses, which may change without approval.
 */
export type SurfaceEntry = Omit<
  BundleTool,
  | 'toolId'
  | 'cacheHint'
  | 'maxItems'
  | 'findable'
  | 'answerFields'
  | 'answerSchema'
  | 'fields'
  | 'described'
  | 'redaction'
>;

/** A signed surface, as stored in the bundles bucket. */
export interface Lockfile {
  readonly format: 1;
  readonly serverId: string;
  /** Lower-case hex SHA-256 of the canonical surface. */
  readonly surface: string;
  readonly entries: readonly SurfaceEntry[];
  /** KMS HMAC over `lockfile:<serverId>:<surface>`. */
  readonly mac: string;
}

/** Object key of a lockfile. */
export const lockfileKey = (serverId: string, surface: string): string => `lockfiles/${serverId}/${surface}.json.gz`;
/** The text that KMS signs for a lockfile (HMAC). */
export const lockfileText = (serverId: string, surface: string): string => `lockfile:${serverId}:${surface}`;

/** The surface of a sandbox section, sorted by tool name, and its digest (lower-case hex SHA-256). */
export function surfaceOf(section: SandboxSection): { digest: string; entries: SurfaceEntry[] } {
  const entries = section.tools.map(
    ({
      toolId: _id,
      cacheHint: _hint,
      maxItems: _items,
      findable: _findable,
      answerFields: _names,
      answerSchema: _form,
      fields: _fields,
      described: _described,
      redaction: _redaction,
      ...entry
    }) => entry,
  );
  return { digest: digestOf(section, entries), entries };
}

function digestOf({ upstream, about }: SandboxSection, entries: readonly SurfaceEntry[]): string {
  const { title, summary } = about ?? {};
  // Words of the document that a model reads, as those of the tools are.
  const said = summary === undefined ? [] : [[title, summary]];
  return sha256(canonicalJson([upstream, entries, ...said]));
}

/**
 * Whether a lockfile has this surface, also if it has it in the form that an earlier version of the product gave to the same tools.
 */
export function hasSurface({ surface, entries }: Lockfile, section: SandboxSection): boolean {
  const present = surfaceOf(section);
  if (surface === present.digest) return true;
  // The digest is over the upstream and the words about the API, too, which the lockfile does not hold.
  if (surface !== digestOf(section, entries)) return false;
  const [before, after] = [entries, present.entries].map((each) =>
    canonicalJson(withoutDigitText(each as unknown as JsonValue)),
  );
  return before === after;
}

/** Names of the added, changed and removed tools, for the error `surface_changed`. */
export function compareSurfaces(before: readonly SurfaceEntry[], after: readonly SurfaceEntry[]): JsonObject {
  const old = new Map(before.map((entry) => [entry.name, canonicalJson(entry)]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const entry of after) {
    const known = old.get(entry.name);
    if (known === undefined) added.push(entry.name);
    else if (known !== canonicalJson(entry)) changed.push(entry.name);
    old.delete(entry.name);
  }
  return { added, changed, removed: [...old.keys()] };
}
