/** What the phases of a deployment pass on: gzip JSON in the specs bucket below staging/<serverId>/<deploymentId>/. */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { readJson, writeJson } from '../../aws/services/objects.ts';
import type { Bundle, BundleRef } from '../../core/model/bundle.ts';
import type { GovernanceSettings } from '../../core/model/governance/settings.ts';
import type { ApiAbout } from '../../core/model/server.ts';
import type { Tool } from '../../core/model/tool.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import type { SandboxSection } from '../../core/tools/bundle/build.ts';
import { PhaseFailure } from './errors.ts';
import type { DeploymentEvent } from './phase.ts';

/** The staged objects, by name. */
export interface Staged {
  /** The spec reader's output. */
  readonly import: ImportResult;
  /** Name, base URL, tools, and what is said of the API, of the version that is being deployed. */
  readonly tools: {
    readonly name: string;
    readonly baseUrl: string;
    /** Of the imported document; undefined: as before. */
    readonly about?: ApiAbout;
    /** Of an import: see core/tools/reimport.ts. */
    readonly importDigest?: string;
    readonly isReadAnew?: boolean;
    readonly tools: readonly Tool[];
    readonly removed: ReadonlyArray<{ readonly serverId: string; readonly toolId: string }>;
  };
  readonly section: {
    readonly section: SandboxSection;
    readonly surface: string;
    /** Version of the floor that it is within. */
    readonly floor?: number;
    /** Of a toolset: what its members' governance makes of its instructions, and their stored tools. */
    readonly composed?: { readonly governance: GovernanceSettings; readonly rows: readonly Tool[] };
  };
  readonly sealed: {
    readonly bundle: Bundle;
    readonly ref: BundleRef;
    readonly surface: string;
    readonly floor?: number;
    readonly lockfileMac: string;
  };
}

/** Key of a staged object in the specs bucket. */
export const stagingKey = ({ serverId, deploymentId }: DeploymentEvent, part: keyof Staged): string =>
  `staging/${serverId}/${deploymentId}/${part}.json.gz`;

/** Writes a staged object, replacing an earlier one of the same deployment. */
export const stage = <Part extends keyof Staged>(event: DeploymentEvent, part: Part, value: Staged[Part]) =>
  writeJson(requireEnvironment('BUCKET_SPECS'), stagingKey(event, part), value);

/** Throws PhaseFailure `staging_missing` when the earlier phase has written nothing. */
export async function staged<Part extends keyof Staged>(event: DeploymentEvent, part: Part): Promise<Staged[Part]> {
  const value = await readJson<Staged[Part]>(requireEnvironment('BUCKET_SPECS'), stagingKey(event, part));
  if (value === undefined)
    throw new PhaseFailure('staging_missing', `The ${part} of an earlier phase is gone. Deploy again.`);
  return value;
}
