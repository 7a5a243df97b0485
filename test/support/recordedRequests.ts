/**
 * Compares the request that Portcullis builds with a recorded one: derives the arguments from the recording, validates them as a call
 * does, builds the request, and compares method, address, body and the body's media type (requestDifference.ts).
 */

import { PortcullisError } from '../../core/lib/errors.ts';
import { jsonText } from '../../core/lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { argumentFaults } from '../../core/mcp/arguments/validate.ts';
import type { BundleTool } from '../../core/model/bundle.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import { buildRequest } from '../../core/request/build.ts';
import { argumentsOf, type Derived } from './recordedArguments.ts';
import { type Operation, operationFinder } from './recordedOperations.ts';
import type { RecordedRequest } from './recordings.ts';
import { differenceOf, isSameJson } from './requestDifference.ts';

/**
 * `equal`: the same request. `uncovered`: the description has no such operation, parameter or field, or the recorded request violates the
 * description (the description's own schema refuses it too). `refused`: arguments that the description allows are refused. `different`:
 * another request than the recorded one.
 */
export type Verdict = 'equal' | 'uncovered' | 'refused' | 'different';

export interface Comparison {
  readonly name: string;
  readonly verdict: Verdict;
  /** Reason of the verdict; contains names, but no value of the recording. What follows a colon and a blank is detail. */
  readonly cause: string;
  /** The tool's name, if there is one. */
  readonly tool?: string;
  /** The answer's status, if it was recorded. */
  readonly status?: number;
}

/** Whether the description's own schemas accept a recorded request: a judgement that is independent of the import. */
export type Accepts = (operation: Operation, request: RecordedRequest, derived: Derived) => boolean;

/**
 * Compares each request with the one that is built from the derived arguments.
 * @param bases base URLs beside those of the description
 */
export function comparer(
  result: ImportResult,
  document: JsonObject,
  accepts: Accepts,
  bases: readonly string[] = [],
): (request: RecordedRequest) => Comparison {
  const find = operationFinder(result, document, bases);
  const credentials = queryCredentials(result, document);
  return (request) => {
    const { name, status } = request;
    const known = { name, ...(status !== undefined && { status }) };
    const operation = find(request);
    if (!operation) return { ...known, verdict: 'uncovered', cause: 'no such operation' };
    const tool = operation.tool.name;
    try {
      return { ...known, tool, ...compared(operation, request, credentials, accepts) };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof URIError)
        return { ...known, tool, verdict: 'uncovered', cause: 'no JSON, or a broken escape, in the recording' };
      if (!(error instanceof PortcullisError)) throw error;
      return { ...known, tool, verdict: 'refused', cause: `${error.name}: ${error.message}` };
    }
  };
}

function compared(
  operation: Operation,
  request: RecordedRequest,
  credentials: ReadonlySet<string>,
  accepts: Accepts,
): Pick<Comparison, 'verdict' | 'cause'> {
  const derived = argumentsOf(operation, request, credentials);
  const { args, undeclared } = derived;
  if (undeclared) return { verdict: 'uncovered', cause: kindAndDetail(undeclared) };
  const { tool } = operation;
  const faults = argumentFaults(tool as unknown as BundleTool, plain(args), request.body?.length ?? 0);
  if (faults.length > 0) {
    const cause = faults.map(({ field, message }) => `${field} ${message}`).join('; ');
    return accepts(operation, request, derived)
      ? { verdict: 'refused', cause: `arguments: ${cause}` }
      : { verdict: 'uncovered', cause: `breaks the description: ${cause}` };
  }
  const built = buildRequest(tool, operation.baseUrl, args);
  if (tool.body?.required && !request.body && built.body)
    return { verdict: 'uncovered', cause: 'breaks the description: the body is required' };
  const difference =
    differenceOf(request, built, credentials) ?? headerDifference(operation, request.headers, built.headers);
  return difference ? { verdict: 'different', cause: difference } : { verdict: 'equal', cause: '' };
}

/** The declared header that is sent otherwise than recorded. */
function headerDifference({ tool }: Operation, recorded: RecordedRequest['headers'], built: Array<[string, string]>) {
  const sent = new Map(built.map(([name, value]) => [name.toLowerCase(), value]));
  const changed = tool.parameters.find(({ in: place, name, contentType }) => {
    const [theirs, ours] = [recorded[name.toLowerCase()], sent.get(name.toLowerCase())];
    if (place !== 'header' || theirs === ours) return false;
    return contentType === undefined || theirs === undefined || ours === undefined || !isSameJson(theirs, ours);
  });
  return changed && `header: ${changed.name}`;
}

/** `query parameter x` as `query parameter: x`, so that the kinds can be counted. */
const kindAndDetail = (text: string): string =>
  text.replace(/^(query parameter|body field|media type|content-encoding) /, '$1: ');

/** Without source numbers, as the validator reads it. */
export const plain = (value: JsonValue): JsonValue => JSON.parse(jsonText(value)) as JsonValue;

/** Names of the query parameters and form fields that are the credential of the API. */
function queryCredentials(result: ImportResult, document: JsonObject): ReadonlySet<string> {
  const components = document['components'] as JsonObject | undefined;
  const schemes = (components?.['securitySchemes'] ?? document['securityDefinitions'] ?? {}) as JsonObject;
  const declared = Object.values(schemes).flatMap((scheme) => {
    const { in: place, name } = scheme as { in?: JsonValue; name?: JsonValue };
    return place === 'query' && typeof name === 'string' ? [name] : [];
  });
  const { keys = [] } = result.auth.suggested;
  return new Set([...declared, ...keys.filter((key) => key.in === 'query').map(({ name }) => name)]);
}
