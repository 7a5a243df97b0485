/**
 * The bundle: everything the data plane needs to serve one version of a server. Immutable and named by the SHA-256 of
 * its canonical JSON. It holds no credential, token or timestamp, so sealing the same input twice gives the same bytes.
 */
import type { GovernanceSettings } from '../governance/settings.ts';
import type { JsonSchema } from '../json/value.ts';
import type { CredentialShape } from '../request/credential/shape.ts';
import type { Searchable } from '../search/toolIndex.ts';
import type { Exposed, GroupPlan } from '../tools/exposition.ts';
import type { CacheHint, RequestProgram, ToolAnnotations } from '../tools/model.ts';

/** How calls sign in at one origin: the public part of the credential. */
export interface BundleAuth extends CredentialShape {
  /** The origin that the credential is sealed for. Absent for `none`, and in bundles of earlier versions. */
  readonly origin?: string;
}

/** A host other than that of the base URL, approved for the tools whose programs name it. */
export interface BundleHost {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly auth: BundleAuth;
}

/** A tool as it is served: what clients see, and how its request is built. */
export interface BundleTool {
  readonly toolId: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The fields of its JSON answers in one line: `{id, name, items[]}`. */
  readonly answerFields?: string;
  readonly annotations: ToolAnnotations;
  readonly cacheHint: CacheHint;
  readonly maxItems?: number;
  /** Where tools are found by search: what it reads beside what clients are told. */
  readonly findable?: Searchable['findable'];
  readonly program: RequestProgram;
}

/** One sealed version of a server. */
export interface Bundle {
  readonly format: 1;
  readonly serverId: string;
  readonly name: string;
  readonly upstream: {
    readonly baseUrl: string;
    /** The host and port that the sandbox may connect to, beside those in `hosts`. */
    readonly host: string;
    readonly port: number;
    readonly timeoutMs: number;
  };
  /** For the origin of `baseUrl`. */
  readonly auth: BundleAuth;
  /** Those that tools need; by origin, sorted. Absent when there is none. */
  readonly hosts?: readonly BundleHost[];
  /** Effective settings: global ones with the server's overrides on top. */
  readonly governance: GovernanceSettings;
  /** How clients see the tools. */
  readonly exposition: Exposed;
  /** Present when grouped: which tools stand together, every one in exactly one group. */
  readonly groups?: readonly GroupPlan[];
  /** Enabled tools, sorted by name (code unit order). */
  readonly tools: readonly BundleTool[];
}
