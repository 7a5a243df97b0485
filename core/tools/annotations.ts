/**
 * MCP annotations by HTTP verb (RFC 9110 section 9.2, OpenAPI 3.2 QUERY). MCP calls an update destructive unless it is
 * "only additive": PUT and PATCH overwrite, and nothing is known about custom verbs, so only POST counts as additive.
 * Every hint is set, because clients take a missing `destructiveHint` for true.
 */
import type { ToolAnnotations, Verb } from './model.ts';

const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const UPDATES = new Set(['PUT', 'PATCH']);

/** The annotations of a verb. */
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

/**
 * The audit class of a call. PUT and PATCH are mutations whatever their hint: the trail distinguishes deletions from
 * updates.
 */
export function callClassOf(verb: Verb, { readOnlyHint, destructiveHint }: ToolAnnotations): CallClass {
  if (readOnlyHint) return 'query';
  return destructiveHint && !UPDATES.has(verb.toUpperCase()) ? 'destructive' : 'mutation';
}
