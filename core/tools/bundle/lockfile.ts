/**
 * The surface is the canonical list of all that a description makes of a server: what reaches its clients, and what decides how much of an
 * answer is let out. The lockfile is the signed surface of a deployment. A later deployment of a signed server is refused when its surface
 * differs, unless a person has approved exactly that surface.
 *
 * It has what clients may be told by any setting, so that a setting never lets words out that nobody has approved: the tags that name
 * groups, and the forms of answers. It has the marks of fields as the description gives them, because a mark that is gone lets out what was
 * redacted. Of what is said about the API only the version stays out: it changes with every release, has 40 characters of a number at
 * most, and is for people who choose between servers.
 *
 * Lockfiles of earlier versions (format 1) had less: no marks, forms of answers and tags, and of the API only a title beside a summary.
 * What such a lockfile does not know is compared with the stored rows of the live version, so the upgrade stops no server and lets nothing
 * through. The next version that is published has a lockfile of today's form, and the earlier one is not asked any more.
 */

import { canonicalJson, sha256 } from '../../lib/json/canonical.ts';
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import type { BundleAbout, BundleMember, BundleTool } from '../../model/bundle.ts';
import type { Tool } from '../../model/tool.ts';
import { withoutDigitText } from '../digitText.ts';
import { buildSandboxSection, type SandboxSection, type SealedServer } from './build.ts';

/**
 * One tool of a surface, with its schema, annotations and request mapping. Without its id, cache hint, item limit, longest time, search
 * text, and what its owner decides of its answers, which may change without approval.
 */
export interface SurfaceEntry
  extends Omit<BundleTool, 'toolId' | 'cacheHint' | 'maxItems' | 'longMs' | 'findable' | 'fields' | 'redaction'> {
  /** Of a toolset: its id at the member. */
  readonly toolId?: string;
  /** Its response schema alone; what is read in paths and tags is the product's, and they are compared themselves. */
  readonly described?: BundleTool['described'];
  /** The tag that names its group, then the description's first one, which may say what its answers are about. */
  readonly tags?: readonly string[];
}

/** What a description makes of a server. */
export interface Surface {
  /** Lower-case hex SHA-256. */
  readonly digest: string;
  readonly upstream: SandboxSection['upstream'];
  readonly about: Omit<BundleAbout, 'version' | 'host'>;
  /** The tools, then resources and prompts, each sorted by name. */
  readonly entries: readonly SurfaceEntry[];
  /** Of a toolset: the versions of its members that it was composed of. */
  readonly members?: readonly BundleMember[];
}

/** A signed surface, as stored in the bundles bucket. */
export interface Lockfile {
  readonly format: 1 | 2;
  readonly serverId: string;
  /** Lower-case hex SHA-256 of the canonical surface. */
  readonly surface: string;
  /** In format 1 without tags, marks and forms of answers. */
  readonly entries: readonly SurfaceEntry[];
  /** Absent in format 1, as `about` is. */
  readonly upstream?: Surface['upstream'];
  readonly about?: Surface['about'];
  readonly members?: readonly BundleMember[];
  /** KMS HMAC over `lockfile:<serverId>:<surface>`. */
  readonly mac: string;
}

/** Object key of a lockfile. */
export const lockfileKey = (serverId: string, surface: string): string => `lockfiles/${serverId}/${surface}.json.gz`;
/** The text that KMS signs for a lockfile (HMAC). */
export const lockfileText = (serverId: string, surface: string): string => `lockfile:${serverId}:${surface}`;

/**
 * The surface of a section.
 * @param tools those that the section was made of
 */
export function surfaceOf(
  { upstream, about, tools: sealed, resourcesAndPrompts = [], toolset }: SandboxSection,
  tools: readonly Tool[],
): Surface {
  const rows = new Map(tools.map((tool) => [tool.toolId, tool]));
  const entries = [...sealed, ...resourcesAndPrompts].map(
    ({
      toolId,
      cacheHint: _hint,
      maxItems: _items,
      longMs: _long,
      findable: _findable,
      fields: _fields,
      described: _described,
      redaction: _redaction,
      ...entry
    }): SurfaceEntry => ({ ...entry, ...(entry.member && { toolId }), ...describedBy(rows.get(toolId)) }),
  );
  const { version: _version, host: _host, ...said } = about ?? { title: '' };
  const composed = toolset && { members: toolset.members };
  const digest = sha256(canonicalJson({ form: 2, upstream, about: said, tools: entries, ...composed }));
  return { digest, upstream, about: said, entries, ...composed };
}

function describedBy(tool: Tool | undefined): Pick<SurfaceEntry, 'described' | 'tags'> {
  const tags = [...new Set([tool?.tag, tool?.tags[0]])].filter((tag) => tag !== undefined && tag !== '') as string[];
  return { ...(tool?.described && { described: tool.described }), ...(tags.length > 0 && { tags }) };
}

/** What a surface is compared with. */
export interface Signed {
  readonly lockfile: Pick<Lockfile, 'format' | 'surface' | 'entries'>;
  /** For a lockfile of format 1: the surface of the stored rows of the live version. */
  readonly live?: Surface;
  /** Whether the description is the one of the live version, so that it is this version of the product that reads it otherwise. */
  readonly isSameDescription?: boolean;
}

/** Whether a surface is the signed one, also if an earlier version of the product has signed it in another form. */
export function isSigned(next: Surface, { lockfile, live, isSameDescription = false }: Signed): boolean {
  if (lockfile.surface === next.digest) return true;
  return isEarlierForm(next, lockfile) && (isSameDescription || next.digest === live?.digest);
}

/** Whether a lockfile of format 1 has what it can know of a surface. */
function isEarlierForm(next: Surface, { format, surface, entries }: Signed['lockfile']): boolean {
  // The digest is over the upstream and the words about the API, too, which such a lockfile does not hold.
  if (format !== 1 || surface !== earlierDigest(next, entries)) return false;
  const [before, after] = [entries, next.entries.map(earlierEntry)].map((each) =>
    canonicalJson(withoutDigitText(each as unknown as JsonValue)),
  );
  return before === after;
}

const earlierDigest = ({ upstream, about }: Surface, entries: readonly SurfaceEntry[]): string =>
  sha256(canonicalJson([upstream, entries, ...(about.summary === undefined ? [] : [[about.title, about.summary]])]));

const earlierEntry = ({
  answerFields: _names,
  answerSchema: _form,
  described: _described,
  tags: _tags,
  ...entry
}: SurfaceEntry): SurfaceEntry => entry;

/** The surface of the stored rows of a server, whose schemas are not compiled again. */
export const storedSurface = (server: SealedServer, tools: readonly Tool[]): Surface =>
  surfaceOf(
    buildSandboxSection(
      { ...server, auth: { type: 'none' } },
      tools,
      tools.map(({ inputSchema }) => inputSchema),
    ),
    tools,
  );

/** Names of the added, changed and removed tools, for the error `surface_changed`. */
export function compareSurfaces(next: Surface, { lockfile, live }: Signed): JsonObject {
  const known = lockfile.format === 2 ? lockfile : isEarlierForm(next, lockfile) ? live : undefined;
  const [before, after] = known ? [known.entries, next.entries] : [lockfile.entries, next.entries.map(earlierEntry)];
  const old = new Map(before.map((entry) => [entry.name, canonicalJson(entry)]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const entry of after) {
    const was = old.get(entry.name);
    if (was === undefined) added.push(entry.name);
    else if (was !== canonicalJson(entry)) changed.push(entry.name);
    old.delete(entry.name);
  }
  return { added, changed, removed: [...old.keys()] };
}
