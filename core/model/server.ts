/**
 * The row of a server in its DynamoDB table. `version` is the optimistic lock: every write is conditional on the version that was read. A
 * person is stored as `sub` and name (core/lib/person.ts); rows of earlier versions have only the name. No row has a secret in plain text:
 * credentials are encrypted. Times are ISO 8601 in UTC.
 */
import { originOf } from '../lib/url/baseUrl.ts';
import type { AccessRule, AccessWay } from './accessRules.ts';
import type { BundleRef } from './bundle.ts';
import type { CredentialShape } from './credential.ts';
import type { Exposition } from './exposition.ts';
import type { FloorSettings } from './floorRules.ts';
import type { GovernanceOverrides } from './governance/settings.ts';
import type { Repair } from './repairs.ts';
import type { StoredSettings } from './serverSettings.ts';
import type { ToolsetMember } from './toolset.ts';

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
  /**
   * `uploadKey`: key of the uploaded document in the specs bucket. `digest`: SHA-256 of the document before compression; absent in rows of
   * earlier versions.
   */
  | ({ readonly kind: 'openapi'; readonly uploadKey: string; readonly digest?: string } & ImportChoices)
  /** A copy of a server with an upload or a secret URL, which were not copied; a re-import needs a new document. */
  | ({ readonly kind: 'openapi'; readonly missing: true } & ImportChoices)
  /** An MCP server at the base URL. */
  | { readonly kind: 'mcp' }
  | { readonly kind: 'manual' }
  /** Its tools are those of other servers. */
  | { readonly kind: 'toolset'; readonly members: readonly ToolsetMember[] };

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

/** What clients are told of an API beside its tools. */
export interface ApiAbout {
  readonly title?: string;
  /** Its first two sentences. */
  readonly summary?: string;
  readonly version?: string;
  /** Where people read on. */
  readonly website?: string;
  readonly icon?: string;
}

/** A host of the owner's network, in a server's row. */
export interface PrivateHostEntry {
  /** PEM. Unset: the public authorities. */
  readonly certificateAuthorities?: string;
}

/** By origin (scheme, host, port). */
export type PrivateHosts = Readonly<Record<string, PrivateHostEntry>>;

/** The rules of the floor that are not sealed in bundles (core/model/floor.ts); `version` counts the changes of the floor. */
export interface RowFloor extends Pick<FloorSettings, 'lockedTools' | 'signIn' | 'tokenDays' | 'limits'> {
  readonly version: number;
}

/** A server. Key: `serverId`. Settings are absent where they have their default (core/model/serverSettings.ts). */
export interface ServerRow extends StoredSettings {
  readonly serverId: string;
  /** '' until the import sets it from the document's title. */
  readonly name: string;
  /** Id of its project; absent for `default` (core/model/projects.ts). */
  readonly project?: string;
  /** What the document said of the API at the last import that went live. */
  readonly about?: ApiAbout;
  /** '' until the import sets it from the document's servers. */
  readonly baseUrl: string;
  /** Of what the live tools were imported from (core/tools/reimport.ts); absent after a restore, and in rows of earlier versions. */
  readonly importDigest?: string;
  readonly source: ServerSource;
  /** When `source` was last changed; absent as long as it is the first one. */
  readonly sourceChangedAt?: string;
  /** Key under which files declare it, as group/name; a row of aws/tables/declared.ts holds it for this server. */
  readonly declared?: string;
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
  /** How clients authenticate; unset: by connection tokens. */
  readonly access?: AccessWay;
  /** Who may use which tools after signing in; unset or empty: what roles allow (core/model/accessRules.ts). */
  readonly accessRules?: readonly AccessRule[];
  /** Headers of its requests; each name once. */
  readonly headers?: readonly ServerHeader[];
  /** Of a copy: when it was made, and the origins for which the original has a credential and nobody has decided here. */
  readonly lacks?: { readonly at: string; readonly credentials: readonly string[] };
  /** What of the installation's floor decides at each call. Written with the floor, for all servers. */
  readonly floor?: RowFloor;
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
  readonly unsealable?: {
    readonly version: number;
    readonly code: string;
    readonly message: string;
    /** Name of the tool with which none can be made; unset where it is no tool's. */
    readonly tool?: string;
  };
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** Whether the credential has to be entered again, because nothing can open the stored one or there is none. */
export function isCredentialLost({ auth, deploying }: Pick<ServerRow, 'auth' | 'deploying'>): boolean {
  if (auth.type === 'none' || auth.origin !== undefined) return false;
  // `deploying` may have a suffix.
  const isAwaited = auth.awaits !== undefined && deploying?.startsWith(auth.awaits) === true;
  return !isAwaited && (auth.ciphertext === undefined || auth.awaits !== undefined);
}

/**
 * Origins of a copy for which the original has a credential, and this server none, of those that it calls: other hosts may be approved
 * later.
 */
export function lackingOrigins({ baseUrl, hosts = {}, auth, lacks }: ServerRow): string[] {
  const base = baseUrl === '' ? undefined : originOf(baseUrl);
  return (lacks?.credentials ?? []).filter((origin) =>
    origin === base ? auth.type === 'none' : hosts[origin] !== undefined && hosts[origin].auth === undefined,
  );
}

/** The row when somebody has decided about the credential of an origin, also that there is none. */
export function withDecision(row: ServerRow, origin: string | undefined): ServerRow {
  if (row.lacks === undefined || origin === undefined) return row;
  const { lacks, ...rest } = row;
  const credentials = lacks.credentials.filter((one) => one !== origin);
  return credentials.length === 0 ? rest : { ...rest, lacks: { ...lacks, credentials } };
}

/** The members of a toolset; undefined for every other server. */
export const membersOf = ({ source }: Pick<ServerRow, 'source'>): readonly ToolsetMember[] | undefined =>
  source.kind === 'toolset' ? source.members : undefined;

/** Whether a person approves each change of what a description makes of the tools: as the server says, or the floor. */
export const isLocked = ({ signed, floor }: Pick<ServerRow, 'signed' | 'floor'>): boolean =>
  signed || floor?.lockedTools === true;

/** Whether clients see what a change stored in this version of the row. */
export const isSealed = ({ unsealed, sealed = 0 }: ServerRow, version: number): boolean =>
  unsealed === undefined || sealed >= version;

/** Whether somebody makes a bundle now. */
export const isBeingSealed = ({ sealing }: ServerRow): boolean => sealing !== undefined && sealing.until > Date.now();

/** Whether the tools are read from somewhere: a description, or an MCP server. */
export const isImported = ({ kind }: Pick<ServerSource, 'kind'>): boolean => kind === 'openapi' || kind === 'mcp';
