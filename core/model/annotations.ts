/**
 * MCP annotations by HTTP verb (RFC 9110 section 9.2, OpenAPI 3.2 QUERY). In MCP, an update is destructive unless it is
 * additive. PUT and PATCH overwrite, and custom verbs are unknown, so only POST counts as additive. Every hint is set,
 * because the default of a missing `destructiveHint` is true.
 */
import type { ToolAnnotations, Verb } from './tool.ts';

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

/** The class of a call in the audit trail. */
export type CallClass = 'query' | 'mutation' | 'destructive';

/**
 * The class of a call. PUT and PATCH are mutations whatever their hint, so that the trail separates deletions from
 * updates.
 */
export function callClassOf(verb: Verb, { readOnlyHint, destructiveHint }: ToolAnnotations): CallClass {
  if (readOnlyHint) return 'query';
  return destructiveHint && !UPDATES.has(verb.toUpperCase()) ? 'destructive' : 'mutation';
}
