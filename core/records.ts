/**
 * The rows of the DynamoDB tables. `version` is the optimistic lock: every write is conditional on the version that was
 * read. People are kept as a `sub` with the name beside it (person.ts); rows of earlier versions have only the name. No
 * row holds a secret in plain text: credentials are sealed, tokens are HMACs.
 */
import type { GovernanceOverrides } from './governance/settings.ts';
import type { JsonObject } from './json/value.ts';
import type { AccessRule, AccessWay } from './oauth/access.ts';
import type { SignIn } from './oauth/session.ts';
import type { MadeRepair, Repair } from './openapi/model/repairs.ts';
import type { BundleRef } from './request/call.ts';
import type { CredentialShape } from './request/credential/shape.ts';
import type { TokenScopes } from './tokens/scope.ts';
import type { Exposition } from './tools/exposition.ts';

/** Life of a server. */
export type ServerStatus = 'deploying' | 'live' | 'offline' | 'failed' | 'deleting';

/** What the owner chose for each import of a server's description. */
export interface ImportChoices {
  /** Only operations with one of these tags. */
  readonly tags?: readonly string[];
  /** Repairs that are not made; all others are. */
  readonly withoutRepairs?: readonly Repair[];
}

/** Where a server's tools come from. */
export type ServerSource =
  /** `url`: values of its query masked, when `sealedUrl` holds the whole address (sealed as aws/credentials.ts does). */
  | ({
      readonly kind: 'openapi';
      readonly url: string;
      readonly sealedUrl?: string;
    } & ImportChoices)
  /** `uploadKey`: object in the specs bucket that holds the uploaded document. */
  | ({ readonly kind: 'openapi'; readonly uploadKey: string } & ImportChoices)
  /** Of a copy whose original had an upload or a secret address; a re-import needs another one. */
  | ({ readonly kind: 'openapi'; readonly missing: true } & ImportChoices)
  | { readonly kind: 'manual' };

/** How a server signs in at its upstream: the public part, and the sealed credential. */
export interface ServerAuth extends CredentialShape {
  /** The credential's JSON, sealed (aws/credentials.ts). Absent for `none`, and for one that has to be given again. */
  readonly ciphertext?: string;
  /** The origin (scheme, host, port) that the ciphertext is sealed for, and the only one that it can be opened for. */
  readonly origin?: string;
  /** The deployment whose import is to find that origin; nothing opens the ciphertext until then, or ever when it failed. */
  readonly awaits?: string;
  /** ISO 8601. Absent in rows of earlier versions, which hold the last characters instead; those are never shown. */
  readonly storedAt?: string;
}

/** A host other than that of the base URL, approved by an editor because the description places tools there. */
export interface ApprovedHost {
  readonly approvedAt: string;
  readonly approvedBy: string;
  readonly approvedByName?: string;
  /** Its own credential, sealed for its own origin. Without one it is called without one. */
  readonly auth?: ServerAuth;
}

/** A server. Key: `serverId`. */
export interface ServerRow {
  readonly serverId: string;
  /** '' until the import fills it from the document's title. */
  readonly name: string;
  /** '' until the import fills it from the document's servers. */
  readonly baseUrl: string;
  readonly source: ServerSource;
  /** The credential of the base URL's origin. */
  readonly auth: ServerAuth;
  /** By origin (scheme, host, port). */
  readonly hosts?: Readonly<Record<string, ApprovedHost>>;
  readonly governance: GovernanceOverrides;
  /** How clients are to see the tools; `auto` is decided by their number at each sealing. */
  readonly exposition: Exposition;
  /** Compare the surface with the lockfile at each deployment. */
  readonly signed: boolean;
  /** How clients get in; unset is by connection tokens. */
  readonly access?: AccessWay;
  /** Who may do what after signing in; unset or empty is everybody with a role, all tools. */
  readonly accessRules?: readonly AccessRule[];
  /** Milliseconds of one exchange with the upstream; unset takes the default of LIMITS.upstreamMs. */
  readonly upstreamMs?: number;
  readonly status: ServerStatus;
  /** The live bundle; absent until the first deployment went live. `version` counts bundles of this server. */
  readonly bundle?: BundleRef & { readonly version: number; readonly tools: number };
  /** Key in the bundles bucket. */
  readonly lockfileKey?: string;
  /** Regions that have not yet confirmed that it is offline or online; gone once all have. */
  readonly unconfirmed?: readonly string[];
  /** Deployment that holds the server; edits wait until it is gone. With `.undo` behind it while its tools are taken back. */
  readonly deploying?: string;
  /** Something that belongs into the live bundle was stored and is not sealed in yet. */
  readonly unsealed?: true;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** A connection token, or a session that began with a sign-in. Key: `tokenHash`. */
export interface TokenRow {
  /** Lower-case hex HMAC-SHA256 of the token; of a session, of its name (core/tokens/sessionTokens.ts). */
  readonly tokenHash: string;
  readonly tokenId: string;
  readonly serverId: string;
  readonly label: string;
  /** Last four characters. */
  readonly hint: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly expiresAt?: string;
  /** What it opens of its server; unset is everything. */
  readonly scopes?: TokenScopes;
  /** Of a session: who signed in with which client, and its secrets as HMACs. */
  readonly signIn?: SignIn;
  /** Of a session: epoch seconds after which its row may go (the table's time to live). */
  readonly goneAt?: number;
  readonly lastUsedAt?: string;
  /** Event streams that it holds, by id, each with the epoch milliseconds until which it counts (core/tokens/streams.ts). */
  readonly streams?: Readonly<Record<string, number>>;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
  readonly revokedByName?: string;
  /** Regions that have not yet confirmed the revocation; gone once all have. */
  readonly unconfirmed?: readonly string[];
}

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

/** What a deployment does. `restore`: the tools of a kept version replace the stored ones. */
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
  /** What rolling back to it restores; absent until it went live, and once newer versions have taken its place in storage. */
  readonly kept?: KeptVersion;
  /** What a deployment of kind `restore` restores, and whose version that is when it is a roll back. */
  readonly restores?: KeptVersion & { readonly rollbackTo?: string };
  /** Digest of a surface that a person has approved although it differs from the lockfile. */
  readonly approvedSurface?: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly finishedAt?: string;
  readonly version: number;
}

/** Settings of the whole stack. */
export interface SettingsRow {
  readonly settingsId: 'global';
  readonly governance: GovernanceOverrides;
  /** Settings that were changed and whose followers may not all be sealed anew yet. */
  readonly unsealed?: readonly (keyof GovernanceOverrides)[];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly updatedByName?: string;
  readonly version: number;
}

/** Phases by kind of deployment, in order, with their names for people. */
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
