/**
 * The rows of the DynamoDB tables. `version` is the optimistic lock: every write is conditional on the version that was
 * read. A person is stored as `sub` and name (person.ts); rows of earlier versions have only the name. No row has a
 * secret in plain text: credentials are encrypted, tokens are stored as HMACs. Times are ISO 8601 in UTC.
 */

import type { JsonObject } from '../lib/json/value.ts';
import type { BreakerSettings } from '../limiting/breaker.ts';
import type { LimitSet, ServerLimits } from '../limiting/limitSet.ts';
import type { MadeRepair, Repair } from '../openapi/model/repairs.ts';
import type { ApiAbout } from '../openapi/model/types.ts';
import type { PrivateHosts } from '../request/credential/privateHosts.ts';
import type { BundleRef } from '../sandbox/protocol.ts';
import type { AccessRule, AccessWay } from './accessRules.ts';
import type { CredentialShape } from './credential.ts';
import type { ElicitationSettings } from './elicitation.ts';
import type { Exposition } from './exposition.ts';
import type { GovernanceOverrides } from './governance/settings.ts';
import type { SchemaProfile } from './schemaProfile.ts';
import type { TokenScopes } from './scope.ts';
import type { SignIn } from './signIn.ts';
import type { ListStyle } from './tool.ts';

/** State of a server. */
export type ServerStatus = 'deploying' | 'live' | 'offline' | 'failed' | 'deleting';

/** The owner's choices for imports of a server's description. */
export interface ImportChoices {
  /** Only operations with one of these tags. */
  readonly tags?: readonly string[];
  /** Repairs that are switched off. */
  readonly withoutRepairs?: readonly Repair[];
  /** Of an archive, the path of the description in it. */
  readonly root?: string;
}

/** The source of a server's tools. */
export type ServerSource =
  /** `url`: with masked query values if there is a `sealedUrl`, the whole URL encrypted as by aws/credentials.ts. */
  | ({
      readonly kind: 'openapi';
      readonly url: string;
      readonly sealedUrl?: string;
    } & ImportChoices)
  /** `uploadKey`: key of the uploaded document in the specs bucket. */
  | ({ readonly kind: 'openapi'; readonly uploadKey: string } & ImportChoices)
  /** A copy of a server with an upload or a secret URL, which were not copied; a re-import needs a new document. */
  | ({ readonly kind: 'openapi'; readonly missing: true } & ImportChoices)
  | { readonly kind: 'manual' };

/** How a server authenticates at its upstream: the public part and the encrypted credential. */
export interface ServerAuth extends CredentialShape {
  /** The encrypted JSON of the credential (aws/credentials.ts). Absent for `none`, and when it must be given again. */
  readonly ciphertext?: string;
  /** The origin (scheme, host, port) that the ciphertext is bound to; it cannot be decrypted for another one. */
  readonly origin?: string;
  /** The deployment whose import finds that origin. Until then, or if it fails, the ciphertext cannot be decrypted. */
  readonly awaits?: string;
  /** Absent in rows of earlier versions, which have the last characters instead; these are not shown. */
  readonly storedAt?: string;
}

/** A host other than that of the base URL, approved by an editor because the description has tools there. */
export interface ApprovedHost {
  readonly approvedAt: string;
  readonly approvedBy: string;
  readonly approvedByName?: string;
  /** The credential of this host, bound to its origin. Absent: calls to it have no credential. */
  readonly auth?: ServerAuth;
}

/** A header of every request to the origin of the base URL, of all tools or of some. */
export interface ServerHeader {
  readonly name: string;
  /** Absent for a sealed one. */
  readonly value?: string;
  /** A credential of type `header`, bound to the origin of the base URL. */
  readonly sealed?: ServerAuth;
  /** Names of the only tools that send it. */
  readonly tools?: readonly string[];
}

/** A server. Key: `serverId`. */
export interface ServerRow {
  readonly serverId: string;
  /** '' until the import sets it from the document's title. */
  readonly name: string;
  /** What the document said of the API at the last import that went live. */
  readonly about?: ApiAbout;
  /** '' until the import sets it from the document's servers. */
  readonly baseUrl: string;
  /** Of what the live tools were imported from (core/tools/reimport.ts); absent after a restore, and in rows of earlier versions. */
  readonly importDigest?: string;
  readonly source: ServerSource;
  /** The credential of the base URL's origin. */
  readonly auth: ServerAuth;
  /** Approved hosts by origin (scheme, host, port). */
  readonly hosts?: Readonly<Record<string, ApprovedHost>>;
  /** Those of its hosts and token endpoints that are in the owner's network. */
  readonly privateHosts?: PrivateHosts;
  readonly governance: GovernanceOverrides;
  /** How clients see the tools; `auto` is decided by their number whenever a bundle is built. */
  readonly exposition: Exposition;
  /** True to compare the surface with the lockfile at each deployment. */
  readonly signed: boolean;
  /** `per-token`: where a person consents for the credential, each client has an account of its own. Unset: one for all. */
  readonly credentials?: 'per-token';
  /** How clients authenticate; unset: by connection tokens. */
  readonly access?: AccessWay;
  /** Who may use which tools after signing in; unset or empty: what roles allow (core/model/accessRules.ts). */
  readonly accessRules?: readonly AccessRule[];
  /** Time limit of one upstream request in milliseconds; unset: the default of LIMITS.upstreamMs. */
  readonly upstreamMs?: number;
  /** Whether requests to the upstream have `traceparent` and `tracestate` (W3C Trace Context). */
  readonly traceContext?: true;
  /** How lists are written in queries and forms, whatever the description says; unset: as it says. */
  readonly listStyle?: ListStyle;
  /** The dialect of listed schemas; absent for the default and those of known clients (core/model/schemaProfile.ts). */
  readonly schemaProfile?: SchemaProfile;
  /** Headers of its requests; each name once. */
  readonly headers?: readonly ServerHeader[];
  /** When a person is asked before a call; unset: never. */
  readonly elicitation?: ElicitationSettings;
  /** Limits of its calls; unset: none. */
  readonly limits?: ServerLimits;
  /** When calls are stopped because the API fails or a client runs away; unset: never. */
  readonly breaker?: BreakerSettings;
  /** When a person has resumed calls; what was stopped before is not any more. */
  readonly resumedAt?: string;
  readonly status: ServerStatus;
  /** The live bundle; absent until the first deployment is live. `version` counts the bundles of this server. */
  readonly bundle?: BundleRef & { readonly version: number; readonly tools: number };
  /** Key in the bundles bucket. */
  readonly lockfileKey?: string;
  /** Regions that have not yet confirmed that it is offline or online; absent when all have. */
  readonly unconfirmed?: readonly string[];
  /** The running deployment, which blocks edits; with the suffix `.undo` while it restores the previous tools. */
  readonly deploying?: string;
  /** The last deployment, when it failed and the version before it is live; until one goes live. */
  readonly stopped?: { readonly deployment: string; readonly code: string; readonly at: string };
  /** The version of this row that stored the last change which the live bundle lacks; `true` in rows of earlier versions. */
  readonly unsealed?: number | true;
  /** The version of this row that the live bundle is made of: changes up to it are live. */
  readonly sealed?: number;
  /** Who makes the next bundle, and until when (milliseconds since 1970) nobody else begins to. */
  readonly sealing?: { readonly id: string; readonly until: number };
  /** Why no bundle could be made of the changes up to this version of the row; until one is made. */
  readonly unsealable?: { readonly version: number; readonly code: string; readonly message: string };
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** Whether clients see what a change stored in this version of the row. */
export const isSealed = ({ unsealed, sealed = 0 }: ServerRow, version: number): boolean =>
  unsealed === undefined || sealed >= version;

/** Whether somebody makes a bundle now. */
export const isBeingSealed = ({ sealing }: ServerRow): boolean => sealing !== undefined && sealing.until > Date.now();

/** A connection token, or a session that began with a sign-in. Key: `tokenHash`. */
export interface TokenRow {
  /** Lower-case hex HMAC-SHA256 of the token; for a session of its `sessionKey` (core/auth/tokens/sessionTokens.ts). */
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
  /** Which tools it may use; unset: all. */
  readonly scopes?: TokenScopes;
  /** Limits of its calls, in place of those that the server sets for each token; empty: none. */
  readonly limits?: LimitSet;
  /** Counts the changes of its limits. */
  readonly revision?: number;
  /** For a session: the person, the client, and the HMACs of its tokens. */
  readonly signIn?: SignIn;
  /** For a session: seconds since 1970 after which DynamoDB may delete the row (time to live). */
  readonly goneAt?: number;
  readonly lastUsedAt?: string;
  /** Open event streams by id, with the time of expiry in milliseconds since 1970 (core/auth/tokens/streams.ts). */
  readonly streams?: Readonly<Record<string, number>>;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
  readonly revokedByName?: string;
  /** Regions that have not yet confirmed the revocation; absent when all have. */
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

/** Settings of the whole stack. */
export interface SettingsRow {
  readonly settingsId: 'global';
  readonly governance: GovernanceOverrides;
  /** Changed settings that the bundles of some servers may not have yet. */
  readonly unsealed?: readonly (keyof GovernanceOverrides)[];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly updatedByName?: string;
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
