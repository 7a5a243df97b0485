/**
 * The surface is the canonical list of what a server exposes; the lockfile is the surface of a deployment, signed.
 * A later deployment of a signed server is refused while its surface differs, unless a person approved that very surface.
 */
import type { JsonObject } from '../json.ts';
import type { SandboxSection } from './build.ts';
import { canonicalJson, sha256 } from './canonical.ts';

export interface SurfaceEntry {
  readonly name: string;
  /** Endpoint and digest of the entry's parts, so that a comparison can say what moved. */
  readonly endpoint: string;
  readonly description: string;
  readonly schema: string;
  readonly annotations: string;
  readonly wire: string;
}

export interface Lockfile {
  readonly format: 1;
  readonly serverId: string;
  /** Lower-case hex SHA-256 of the canonical surface. */
  readonly surface: string;
  readonly entries: readonly SurfaceEntry[];
  /** KMS HMAC over `lockfile:<serverId>:<surface>`. */
  readonly mac: string;
}

export const lockfileKey = (serverId: string, surface: string): string => `lockfiles/${serverId}/${surface}.json.gz`;
export const lockfileText = (serverId: string, surface: string): string => `lockfile:${serverId}:${surface}`;

/** The surface of a sandbox section, in the section's order (by name). */
export function surfaceOf(section: SandboxSection): { digest: string; entries: SurfaceEntry[] } {
  const digest = (value: unknown) => sha256(canonicalJson(value));
  const entries = section.tools.map((tool) => ({
    name: tool.name,
    endpoint: `${tool.program.verb} ${tool.program.path}`,
    description: digest([tool.title, tool.description]),
    schema: digest(tool.inputSchema),
    annotations: digest(tool.annotations),
    wire: digest(tool.program),
  }));
  return { digest: digest([section.upstream, entries]), entries };
}

/** Which tools differ, by name: for the message of `surface_changed`. */
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
