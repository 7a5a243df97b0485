/**
 * All stable error codes with their meaning and what to do, for the help page and the guide. The messages of the errors
 * are more exact: they name the field, the host or the limit. A test compares this list with the codes in the source.
 */
import { ARCHIVE } from './archive.ts';
import { CALLS } from './calls.ts';
import { DEPLOYMENTS } from './deployments.ts';
import type { Entries } from './entries.ts';
import { MANAGEMENT } from './management.ts';
import { MCP } from './mcp.ts';
import { PEOPLE } from './people.ts';
import { SIGN_IN } from './signIn.ts';

/** One error code with its meaning and what to do. */
export interface CatalogueEntry {
  readonly code: string;
  readonly what: string;
  /** What to do. */
  readonly then: string;
  /** HTTP status in the management API, where it is another than 400 for an input that is not valid and 422 for anything else. */
  readonly status?: number;
}

/** Codes of one area. */
export interface CatalogueGroup {
  readonly title: string;
  /** Where these codes appear. */
  readonly where: string;
  readonly codes: readonly CatalogueEntry[];
}

const group = (title: string, where: string, entries: Entries): CatalogueGroup => ({
  title,
  where,
  codes: Object.entries(entries)
    .map(([code, [what, then, status]]) => ({ code, what, then, ...(status !== undefined && { status }) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1)),
});

/** All stable error codes, as the help page and the guide show them. */
export const CATALOGUE: readonly CatalogueGroup[] = [
  group('Calls of tools', 'In results that a model gets, and in the audit log.', CALLS),
  group('MCP clients', 'In answers to a client, and in the audit log.', MCP),
  group('Signing in from a client', 'In answers to a client that signs somebody in, as error.', SIGN_IN),
  group('Imports and deployments', 'At a failed deployment, and in previews of a document.', DEPLOYMENTS),
  group('Dashboard and management API', 'In problem details (RFC 9457) as code.', MANAGEMENT),
  group('People, roles and approvals', 'In problem details (RFC 9457) as code.', PEOPLE),
  group('Verifying the audit archive', 'In the report of `portcullis audit verify`.', ARCHIVE),
];

/** By code: its HTTP status in the management API, where the catalogue has one. */
export const STATUS_OF: ReadonlyMap<string, number> = new Map(
  CATALOGUE.flatMap(({ codes }) => codes.flatMap(({ code, status }) => (status ? [[code, status] as const] : []))),
);
