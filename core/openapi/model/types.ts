/** Options and result of an import. */

import type { CredentialShape, KeyLocation } from '../../model/credential.ts';
import type { Repair } from '../../model/repairs.ts';
import type { ApiAbout } from '../../model/server.ts';
import type { ToolDraft } from '../../model/tool.ts';
import type { DocumentOptions } from '../document/externalDocuments.ts';
import type { ImportWarning } from './importWarning.ts';

export type { ImportWarning } from './importWarning.ts';

/** Options of one import. */
export interface ImportOptions extends DocumentOptions {
  /** Keep only operations with one of these tags. */
  readonly tags?: readonly string[];
  /** Refuse with `too_many_operations` above this many tools; default LIMITS.toolsPerServer. */
  readonly maxTools?: number;
  /**
   * What happens when the document has more operations: an error (`refuse`, the default), or the warning
   * `too_many_operations` and a result without tools but with everything else, so that the owner can choose tags
   * (`survey`).
   */
  readonly whenTooMany?: 'refuse' | 'survey';
  /**
   * Headers and query parameters that the server's credential sets, so that no argument may set them. Default: those of
   * the suggested credential.
   */
  readonly filled?: readonly KeyLocation[];
  /** Repairs that are switched off. */
  readonly withoutRepairs?: readonly Repair[];
  /** Also gives the forms of JSON answers (`answerSchema` of a tool). */
  readonly answerSchemas?: boolean;
  /** Bytes that the document may have; default LIMITS.document.bytes. */
  readonly maxBytes?: number;
}

/** The credential that a description suggests, in the shape of the management API. */
export interface SuggestedAuth extends Omit<CredentialShape, 'headerName'> {
  /** Name of the header, for `header`. */
  readonly name?: string;
  /** Authentication of the document that is not supported, and what to do instead; for people. */
  readonly notes: readonly string[];
}

/** A scope of OAuth 2 that can be asked for. */
export interface ScopeChoice {
  readonly name: string;
  readonly description?: string;
  /** Operations that it is needed for, alone or with others, or that it is one way to. */
  readonly operations: number;
  /** Some of them, as `GET /pets`. */
  readonly examples: readonly string[];
}

/** A part of a server's address that is chosen by whoever makes the server. */
export interface ServerVariable {
  readonly name: string;
  readonly default?: string;
  /** What stands in place of a default and shows only what the value looks like. */
  readonly sample?: string;
  /** The only values that it may have. */
  readonly choices?: readonly string[];
  readonly description?: string;
}

/** The address of a server with parts to choose: an https URL with {names}. */
export interface ServerAddress {
  readonly template: string;
  readonly variables: readonly ServerVariable[];
}

/** The result of an import. */
export interface ImportResult {
  readonly title: string;
  readonly version: string;
  /** For clients of the server. */
  readonly about: ApiAbout;
  /** `mcp`: the tools of an MCP server. */
  readonly dialect: '2.0' | '3.0' | '3.1' | '3.2' | 'mcp';
  /** The first usable https server: an absolute URL with its variables replaced; '' when the document has none. */
  readonly baseUrl: string;
  readonly servers: readonly string[];
  /** Of the server that `baseUrl` is of, or would be with values that the document does not have; absent when nothing is to be chosen. */
  readonly address?: ServerAddress;
  readonly tools: readonly ToolDraft[];
  /** Number of operations in the document, before tags are chosen. */
  readonly operations: number;
  readonly byVerb: Readonly<Record<string, number>>;
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number; readonly description?: string }>;
  readonly auth: {
    readonly suggested: SuggestedAuth;
    readonly securityPresent: boolean;
    readonly scopes: readonly ScopeChoice[];
  };
  readonly warnings: readonly ImportWarning[];
  /** SHA-256 (lower-case hex) of all that was read and of how; set by the spec reader. */
  readonly readDigest?: string;
}
