/**
 * MCP annotations by HTTP verb (RFC 9110 section 9.2, OpenAPI 3.2 QUERY). MCP calls an update destructive unless it is "only additive":
 * PUT and PATCH overwrite what is there, and of a custom verb nothing is known, so POST alone counts as additive. Every hint is said
 * explicitly, because clients take a missing `destructiveHint` for true.
 */
import type { ToolAnnotations, Verb } from './model.ts';

const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const UPDATES = new Set(['PUT', 'PATCH']);

export function annotationsOf(verb: Verb): ToolAnnotations {
  const upper = verb.toUpperCase();
  const readOnlyHint = READ_ONLY.has(upper);
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && upper !== 'POST',
    idempotentHint: readOnlyHint || upper === 'PUT' || upper === 'DELETE',
    openWorldHint: true,
  };
}

/** The class under which a call is audited. */
export type CallClass = 'query' | 'mutation' | 'destructive';

/** PUT and PATCH are mutations whatever their hint says: the trail tells deletions from updates. */
export function callClassOf(verb: Verb, { readOnlyHint, destructiveHint }: ToolAnnotations): CallClass {
  if (readOnlyHint) return 'query';
  return destructiveHint && !UPDATES.has(verb.toUpperCase()) ? 'destructive' : 'mutation';
}
