/** The row of a deployment and its phases, as core/model/server.ts says of rows. */
import type { JsonObject } from '../lib/json/value.ts';
import type { BundleRef } from './bundle.ts';
import type { MadeRepair } from './repairs.ts';

/** Names of the pipeline's phases, as in the state machine. */
export type PhaseName = 'parse-spec' | 'provision' | 'seal-sandbox' | 'inject-governance' | 'distribute';
/** Progress of one phase. */
export type PhaseStatus = 'pending' | 'running' | 'done' | 'failed';

/** One phase of a deployment, as the dashboard shows it. */
export interface Phase {
  readonly name: PhaseName;
  readonly label: string;
  readonly status: PhaseStatus;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** For people: '342 endpoints, 12 warnings'. */
  readonly detail?: string;
}

/** What a deployment does. `restore`: replaces the stored tools by those of a kept version. */
export type DeploymentKind = 'import' | 'manual' | 'restore';

/** A version in storage (aws/versions.ts): SHA-256 of its text, lower-case hex. */
export interface KeptVersion {
  readonly digest: string;
}

/** A deployment. Key: `serverId`, `deploymentId`. */
export interface DeploymentRow {
  readonly serverId: string;
  readonly deploymentId: string;
  readonly kind: DeploymentKind;
  readonly status: 'running' | 'live' | 'failed';
  readonly phases: readonly Phase[];
  readonly error?: { readonly phase: string; readonly code: string; readonly message: string };
  readonly diff?: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
  };
  /** What the import repaired. */
  readonly repairs?: readonly MadeRepair[];
  /** Import warnings, the first 200. */
  readonly warnings?: readonly JsonObject[];
  readonly bundle?: BundleRef;
  /** The version that a roll back to this deployment restores; absent before it is live, and when it is no longer kept. */
  readonly kept?: KeptVersion;
  /** For kind `restore`: the version; `rollbackTo` is the id of its deployment when this is a roll back. */
  readonly restores?: KeptVersion & { readonly rollbackTo?: string };
  /** Digest of the surface that a person has approved although it differs from the lockfile. */
  readonly approvedSurface?: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly finishedAt?: string;
  readonly version: number;
}

/** The phases by kind of deployment, in order, with their names for people. */
const LABELS: Record<DeploymentKind, ReadonlyArray<readonly [PhaseName, string]>> = {
  import: [
    ['parse-spec', 'Parsing spec'],
    ['seal-sandbox', 'Sealing sandbox'],
    ['inject-governance', 'Injecting governance'],
    ['distribute', 'Distributing'],
  ],
  manual: [
    ['provision', 'Provisioning the server'],
    ['seal-sandbox', 'Configuring the security layer'],
    ['inject-governance', 'Activating data protection'],
    ['distribute', 'Live on the edge'],
  ],
  restore: [
    ['provision', 'Restoring the tools'],
    ['seal-sandbox', 'Sealing sandbox'],
    ['inject-governance', 'Injecting governance'],
    ['distribute', 'Distributing'],
  ],
};

/** The phases of a new deployment, all pending. */
export function newPhases(kind: DeploymentKind): Phase[] {
  return LABELS[kind].map(([name, label]) => ({ name, label, status: 'pending' }));
}
