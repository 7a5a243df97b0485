/**
 * MCP annotations by HTTP verb: safe and idempotent methods as in RFC 9110 section 9.2 and OpenAPI 3.2 (QUERY). Destructive is
 * what deletes, and custom verbs, which are unknown; POST, PUT and PATCH create and update (evidence: design/import.md). A
 * request that may be carried out by another method than its own counts as the most careful one. Every hint is set, because
 * the default of a missing `destructiveHint` is true.
 */
import { isMethodOverride } from './methodOverride.ts';
import type { RequestProgram, ToolAnnotations, Verb, WireBody } from './tool.ts';

const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const UPDATES = new Set(['PUT', 'PATCH']);
const CREATES = 'POST';

/** Whether a method replaces what is there, in whole or in part. */
export const overwrites = (verb: Verb): boolean => UPDATES.has(verb.toUpperCase());

/** The request of a tool, as far as its annotations depend on it. */
export interface Annotating extends Pick<RequestProgram, 'verb'>, Partial<Pick<RequestProgram, 'path' | 'body'>> {
  readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string }>;
}

/** The annotations of a request. */
export function annotationsOf(program: Annotating): ToolAnnotations {
  if (changesMethod(program)) {
    return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  }
  const upper = program.verb.toUpperCase();
  const readOnlyHint = READ_ONLY.has(upper);
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && upper !== CREATES && !overwrites(upper),
    idempotentHint: readOnlyHint || upper === 'PUT' || upper === 'DELETE',
    openWorldHint: true,
  };
}

/** Whether a part of the request has a name by which servers read another method. In a path it is part of a name alone. */
function changesMethod({ path = '', parameters = [], body }: Annotating): boolean {
  const [, ...queries] = path.split(/[?#&]/);
  return (
    parameters.some(({ in: place, name }) => place !== 'path' && isMethodOverride(name)) ||
    queries.some((pair) => isMethodOverride(decoded(pair.split('=', 1)[0] ?? ''))) ||
    namesOf(body).some(isMethodOverride)
  );
}

/** The names of a body's fields, in each of its media types. */
const namesOf = (body: WireBody | undefined): string[] =>
  body === undefined
    ? []
    : [
        ...(body.layout === 'fields' ? body.fields.map(({ name }) => name) : Object.keys(body.encoding ?? {})),
        ...(body.choice?.bodies ?? []).flatMap(namesOf),
      ];

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The class of a call in the audit trail. */
export type CallClass = 'query' | 'mutation' | 'destructive';

/**
 * The class of a call. PUT and PATCH are mutations whatever their hint, which an owner may set, so that the trail separates
 * deletions from updates.
 */
export function callClassOf(verb: Verb, { readOnlyHint, destructiveHint }: ToolAnnotations): CallClass {
  if (readOnlyHint) return 'query';
  return destructiveHint && !overwrites(verb) ? 'destructive' : 'mutation';
}
