/**
 * The bundle: everything that the data plane needs to serve one version of a server. Immutable, and identified by the
 * SHA-256 of its canonical JSON. It has no credential, token or time, so the same input always gives the same bytes.
 */

import type { JsonSchema } from '../lib/json/value.ts';
import type { Searchable } from '../search/toolIndex.ts';
import type { CredentialShape } from './credential.ts';
import type { ElicitationSettings } from './elicitation.ts';
import type { Exposed } from './exposition.ts';
import type { AnswerMarks, ToolRedaction } from './governance/marked.ts';
import type { GovernanceSettings } from './governance/settings.ts';
import type { BundlePolicies } from './policies.ts';
import type { SchemaProfile } from './schemaProfile.ts';
import type { CacheHint, RequestProgram, ToolAnnotations } from './tool.ts';
import type { MemberAbsence } from './toolset.ts';

/** Identifies a sealed bundle. Its digest and MAC are verified before it is used. */
export interface BundleRef {
  /** Lower-case hex SHA-256 of the canonical JSON. */
  readonly id: string;
  /** Base64 of the KMS HMAC over the id. */
  readonly mac: string;
}

/** How calls to one origin authenticate: the public part of the credential. */
export interface BundleAuth extends CredentialShape {
  /** The origin that the credential is sealed for. Absent for `none`, and in bundles of earlier versions. */
  readonly origin?: string;
}

/** An approved host other than that of the base URL, for the tools whose programs name it and for redirects of GET. */
export interface BundleHost {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly auth: BundleAuth;
}

/** A host in the owner's network: its addresses are private, and these authorities replace the public ones. */
export interface BundlePrivateHost {
  readonly origin: string;
  /** PEM. Absent: the public authorities. */
  readonly certificateAuthorities?: string;
}

/** A tool of a bundle: what clients see of it, and how its request is built. */
export interface BundleTool {
  readonly toolId: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The fields of its JSON response in one line: `{id, name, items[]}`. */
  readonly answerFields?: string;
  /** Where clients are told the forms of answers: that of its JSON. */
  readonly answerSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly cacheHint: CacheHint;
  readonly maxItems?: number;
  /** Milliseconds that one call may take, where its owner marks it as long. */
  readonly longMs?: number;
  /** The fields that its owner lets out of its JSON answers (core/response/projection); all where there are none. */
  readonly fields?: readonly string[];
  /** What its path and its response schema say about its answers, for redaction. */
  readonly described?: AnswerMarks;
  /** What its owner decided about that. */
  readonly redaction?: ToolRedaction;
  /** With exposition by search: text that is searched in addition to what clients see. */
  readonly findable?: Searchable['findable'];
  /** Names of the headers that are sealed beside the credential. */
  readonly sealedHeaders?: readonly string[];
  /** Of a toolset: whose it is. */
  readonly member?: MemberTool;
  readonly program: RequestProgram;
}

/** The part of a bundle that is told to clients in `serverInfo` and `instructions`. */
export interface BundleAbout {
  readonly title: string;
  readonly summary?: string;
  readonly version?: string;
  /** The host of the base URL, unless it is in the owner's network. */
  readonly host?: string;
  readonly website?: string;
  readonly icon?: { readonly src: string; readonly mimeType: string };
}

/** The tools of a group; its description is made from the tools. */
export interface GroupPlan {
  readonly name: string;
  readonly title: string;
  /** Names of its tools, sorted (code unit order). */
  readonly tools: readonly string[];
}

/** A part of a large bundle: its place in the object of parts, and the SHA-256 (hex) of its bytes there. */
export interface BundlePart {
  readonly at: number;
  readonly bytes: number;
  readonly digest: string;
}

/** What a large bundle has in place of its tools, which lie in an object of their own (core/tools/bundle/parts.ts). */
export interface BundleParts {
  /** Number of tools. */
  readonly count: number;
  /** Some argument is an integer above 2^53. */
  readonly longIntegers?: true;
  /** The tools without what only a call or a full description needs, each in the part that its name gives. */
  readonly outlines: readonly BundlePart[];
  /** The whole tools, in the same way. */
  readonly tools: readonly BundlePart[];
}

/** A member as a toolset's bundle was made of it. */
export interface BundleMember {
  readonly serverId: string;
  readonly name: string;
  readonly prefix: string;
  /** The bundle that its tools are of; unset where it has none here. */
  readonly bundle?: string;
  readonly absent?: MemberAbsence;
  /** How many of its tools are listed. */
  readonly tools: number;
  readonly about?: BundleAbout;
  /** Its cut answers are held, to be read on by parts alone, or by fields too; unset where it holds none. */
  readonly readsOn?: 'parts' | 'fields';
}

/** What the bundle of a toolset has beside its tools. */
export interface BundleToolset {
  readonly members: readonly BundleMember[];
  /** Names that no listed tool has, and that a member has had: no other member gets one while that member is here. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** Whose tool it is, in the bundle of a toolset. */
export interface MemberTool {
  readonly serverId: string;
  /** Its name at the member. */
  readonly name: string;
  /** The name that it would have if nobody else had it; unset where it has that. */
  readonly wanted?: string;
}

/** One sealed version of a server. */
export interface Bundle {
  /** 2: its tools are in parts. */
  readonly format: 1 | 2;
  readonly serverId: string;
  readonly name: string;
  /** Absent in bundles of earlier versions. */
  readonly about?: BundleAbout;
  readonly upstream: {
    readonly baseUrl: string;
    /** The host and port that the sandbox may connect to, beside those in `hosts`. */
    readonly host: string;
    readonly port: number;
    readonly timeoutMs: number;
    /** Whether calls take `traceparent` and `tracestate` along. */
    readonly traceContext?: true;
  };
  /** When a person is asked before a call; absent: never. */
  readonly elicitation?: ElicitationSettings;
  /** Which calls are made; absent: all. */
  readonly policies?: BundlePolicies;
  /** The credential for the origin of `baseUrl`. */
  readonly auth: BundleAuth;
  /** The other approved hosts, sorted by origin; one that no tool needs without its credential. Absent when there are none. */
  readonly hosts?: readonly BundleHost[];
  /** Which of these hosts and of the token endpoints are in the owner's network, sorted by origin. Absent when there are none. */
  readonly privateHosts?: readonly BundlePrivateHost[];
  /** Effective settings: the global ones, replaced by the server's own. */
  readonly governance: GovernanceSettings;
  /** With `governance.pseudonyms`: the server's key for them, base64. The same in every version. */
  readonly pseudonymKey?: string;
  /** How clients see the tools. */
  readonly exposition: Exposed;
  /** The dialect of the listed schemas, if its owner has chosen one. */
  readonly schemaProfile?: SchemaProfile;
  /** With grouped exposition: the groups. Each tool is in exactly one. */
  readonly groups?: readonly GroupPlan[];
  /** Enabled tools, sorted by name (code unit order). With parts: none as sealed, their outlines as loaded for a list. */
  readonly tools: readonly BundleTool[];
  /** Of an MCP server whose owner lets them pass: its enabled resources, resource templates and prompts, sorted by name. */
  readonly resourcesAndPrompts?: readonly BundleTool[];
  /** URIs of its resources that are not enabled, which no template gives either; only beside a template. */
  readonly closedResources?: readonly string[];
  readonly parts?: BundleParts;
  /** Of a toolset: what its tools are of. No sandbox loads such a bundle. */
  readonly toolset?: BundleToolset;
}
