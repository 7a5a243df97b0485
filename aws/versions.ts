/**
 * Versions of a server in S3, below `versions/<serverId>/` of the specs bucket: the tools that a deployment made live
 * (`<sha256>.json.gz`, whose digest is checked on reading) and what it changed (`<deploymentId>.json.gz`). Deployment rows name them.
 * They contain no credential and no setting: a restored version is sealed with the current ones.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { PortcullisError } from '../core/lib/errors.ts';
import { sha256 } from '../core/lib/json/canonical.ts';
import { LIMITS } from '../core/lib/limits.ts';
import type { DeploymentRow, KeptVersion } from '../core/model/deployment.ts';
import type { Tool } from '../core/model/tool.ts';
import { todaysJudgement } from '../core/tools/severity.ts';
import type { Comparison } from '../core/tools/versions.ts';
import { requireEnvironment } from './lib/environment.ts';
import {
  listFolder,
  readBytes,
  readJson,
  removeFolder,
  removeObjects,
  writeBytes,
  writeJson,
} from './services/objects.ts';
import { changeDeployment, type LiveDeployment } from './tables/deployments.ts';

/** The base URL and the tools that a deployment made live. */
export interface Version {
  /** The base URL at that time. A version is restored only if its origin is that of the current base URL. */
  readonly baseUrl: string;
  readonly tools: readonly Tool[];
}

const MAX_BYTES = 256 * 1024 * 1024;

const bucket = () => requireEnvironment('BUCKET_SPECS');
const folderOf = (serverId: string) => `versions/${serverId}/`;
const keyOf = (serverId: string, name: string) => `${folderOf(serverId)}${name}.json.gz`;

/** Storing the same version again is harmless. */
export async function keepVersion(serverId: string, { baseUrl, tools }: Version): Promise<KeptVersion> {
  const text = JSON.stringify({ baseUrl, tools });
  const digest = sha256(text);
  await writeBytes(bucket(), keyOf(serverId, digest), gzipSync(text), 'application/gzip');
  return { digest };
}

/** Throws PortcullisError `version_missing` when it is not stored (any more) or does not match its digest. */
export async function readVersion(serverId: string, { digest }: KeptVersion): Promise<Version> {
  const bytes = await readBytes(bucket(), keyOf(serverId, digest));
  const text = bytes && gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString();
  if (text === undefined || sha256(text) !== digest) throw versionMissing();
  return JSON.parse(text) as Version;
}

/** The error for a version that retention has deleted. */
export const versionMissing = () =>
  new PortcullisError(
    'version_missing',
    `The tools of this deployment are not stored: it never went live, or it is older than the last ${LIMITS.keptVersions} that did.`,
  );

/** Stores what a deployment changed, compared with the version before it. */
export const keepChanges = (serverId: string, deploymentId: string, changes: Comparison): Promise<void> =>
  writeJson(bucket(), keyOf(serverId, deploymentId), changes);

/** Undefined for a deployment that never went live, or whose version was deleted. */
export async function readChanges(serverId: string, deploymentId: string): Promise<Comparison | undefined> {
  const stored = await readJson<Comparison>(bucket(), keyOf(serverId, deploymentId));
  return stored && { ...stored, changes: stored.changes.map(todaysJudgement) };
}

/**
 * Deletes what no deployment row needs: versions beyond the number that is kept, and earlier S3 object versions of those that are. Only
 * for the deployment that holds the server. `lived`: the deployments that went live, newest first; `held`: the one about to go live.
 */
export async function sweepVersions(lived: readonly LiveDeployment[], held: LiveDeployment): Promise<void> {
  const { serverId } = held;
  const kept = lived.filter((row) => row.kept && row.deploymentId !== held.deploymentId);
  const remaining = [held, ...kept.slice(0, LIMITS.keptVersions - 1)];
  await Promise.all(
    kept.slice(LIMITS.keptVersions - 1).map((row) => changeDeployment(serverId, row.deploymentId, without)),
  );
  const names = remaining.flatMap(({ deploymentId, kept: own, restores }) => [
    deploymentId,
    own?.digest,
    restores?.digest,
  ]);
  const needed = new Set(names.flatMap((name) => (name ? [keyOf(serverId, name)] : [])));
  const stored = await listFolder(bucket(), folderOf(serverId));
  await removeObjects(
    bucket(),
    stored.map(({ key }) => key).filter((key) => !needed.has(key)),
  );
}

const without = ({ kept: _, ...row }: DeploymentRow): DeploymentRow => row;

/** Deletes all kept versions of a server. */
export const removeVersions = (serverId: string): Promise<void> => removeFolder(bucket(), folderOf(serverId));
