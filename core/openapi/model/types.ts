/** What goes into an import and what comes out. The importer itself does no I/O: the caller hands it a fetcher. */

import type { CredentialShape, KeyPlace } from '../../request/credential/shape.ts';
import type { ToolDraft } from '../../tools/model.ts';
import type { DocumentOptions } from '../document/externalDocuments.ts';
import type { ImportWarning } from './importWarning.ts';
import type { Repair } from './repairs.ts';

export type { ImportWarning } from './importWarning.ts';

/** Options of one import. */
export interface ImportOptions extends DocumentOptions {
  /** Keep only operations with one of these tags. */
  readonly tags?: readonly string[];
  /** Refuse with `too_many_operations` above this many tools; default LIMITS.toolsPerServer. */
  readonly maxTools?: number;
  /**
   * What a document with more operations gives: an error (default), or a result without tools but with everything else,
   * so that the owner can choose tags, and the warning `too_many_operations`.
   */
  readonly whenTooMany?: 'refuse' | 'survey';
  /**
   * What the server's credential fills: no argument may set it. Unset: what the suggested one would.
   */
  readonly filled?: readonly KeyPlace[];
  /** Repairs that are not made; all others are. */
  readonly withoutRepairs?: readonly Repair[];
  /** Bytes that the document may have; default LIMITS.document.bytes. */
  readonly maxBytes?: number;
}

/** The credential that a description suggests, in the shape of the API. */
export interface SuggestedAuth extends Omit<CredentialShape, 'headerName'> {
  /** For `header`: the header's name. */
  readonly name?: string;
  /** What the document asks for that cannot be served, and what to do instead. */
  readonly notes: readonly string[];
}

/** What an import found. */
export interface ImportResult {
  readonly title: string;
  readonly version: string;
  readonly dialect: '2.0' | '3.0' | '3.1' | '3.2';
  /** First usable https server, absolute, variables filled; '' when the document names none. */
  readonly baseUrl: string;
  readonly servers: readonly string[];
  readonly tools: readonly ToolDraft[];
  /** Operations in the document before any choice of tags. */
  readonly operations: number;
  readonly byVerb: Readonly<Record<string, number>>;
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number; readonly description?: string }>;
  readonly auth: { readonly suggested: SuggestedAuth; readonly securityPresent: boolean };
  readonly warnings: readonly ImportWarning[];
}
