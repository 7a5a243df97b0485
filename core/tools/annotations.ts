/**
 * MCP annotations by HTTP verb (RFC 9110 section 9.2, OpenAPI 3.2 QUERY).
 * `destructiveHint: false` is said explicitly, because the MCP default is true.
 */
import type { ToolAnnotations, Verb } from './model.ts';

const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

export function annotationsOf(verb: Verb): ToolAnnotations {
  const upper = verb.toUpperCase();
  const readOnlyHint = READ_ONLY.has(upper);
  return {
    readOnlyHint,
    destructiveHint: upper === 'DELETE',
    idempotentHint: readOnlyHint || upper === 'PUT' || upper === 'DELETE',
    openWorldHint: true,
  };
}

/** The class under which a call is audited. */
export type CallClass = 'query' | 'mutation' | 'destructive';

export function callClassOf(annotations: ToolAnnotations): CallClass {
  if (annotations.readOnlyHint) return 'query';
  return annotations.destructiveHint ? 'destructive' : 'mutation';
}
