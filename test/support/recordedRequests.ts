/**
 * Compares the request that Portcullis builds with a recorded one: derives the arguments from the recording, validates them as a call
 * does, builds the request, and compares method, URL and body.
 */

import type { BundleTool } from '../../core/bundle/model.ts';
import { PortcullisError } from '../../core/errors.ts';
import { jsonText, parseLossless } from '../../core/json/lossless.ts';
import { argumentFaults } from '../../core/mcp/arguments/validate.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import { type BuiltRequest, buildRequest } from '../../core/request/build.ts';
import { defined } from './defined.ts';
import { argumentsOf, type Operation, operationFinder } from './recordedArguments.ts';
import type { RecordedRequest } from './recordings.ts';

/**
 * `equal`: the same request. `uncovered`: the description has no such operation, parameter or field, or the recorded request violates the
 * description (the description's own schema refuses it too). `refused`: arguments that the description allows are refused. `different`:
 * another request than the recorded one.
 */
export type Verdict = 'equal' | 'uncovered' | 'refused' | 'different';

export interface Comparison {
  readonly name: string;
  readonly verdict: Verdict;
  /** Reason of the verdict; contains names, but no value of the recording. */
  readonly cause: string;
  /** The tool's name, if there is one. */
  readonly tool?: string;
}

/** Whether the description's own schemas accept a recorded request: a judgement that is independent of the import. */
export type Accepts = (operation: Operation, request: RecordedRequest) => boolean;

/** Compares each request with the one that is built from the derived arguments. */
export function comparer(result: ImportResult, accepts: Accepts): (request: RecordedRequest) => Comparison {
  const find = operationFinder(result);
  return (request) => {
    const operation = find(request);
    if (!operation) return { name: request.name, verdict: 'uncovered', cause: 'no such operation' };
    const tool = operation.tool.name;
    try {
      return { name: request.name, tool, ...compared(operation, request, result.baseUrl, accepts) };
    } catch (error) {
      if (!(error instanceof PortcullisError || error instanceof SyntaxError)) throw error;
      return { name: request.name, tool, verdict: 'refused', cause: `${error.name}: ${error.message}` };
    }
  };
}

function compared(
  operation: Operation,
  request: RecordedRequest,
  baseUrl: string,
  accepts: Accepts,
): Pick<Comparison, 'verdict' | 'cause'> {
  const { args, undeclared } = argumentsOf(operation, request);
  if (undeclared) return { verdict: 'uncovered', cause: undeclared };
  const { tool } = operation;
  const faults = argumentFaults(tool as unknown as BundleTool, args, request.body?.length ?? 0);
  if (faults.length > 0) {
    const cause = faults.map(({ field, message }) => `${field} ${message}`).join('; ');
    return accepts(operation, request)
      ? { verdict: 'refused', cause }
      : { verdict: 'uncovered', cause: `breaks the description: ${cause}` };
  }
  const difference = differenceOf(request, buildRequest(tool, baseUrl, args));
  return difference ? { verdict: 'different', cause: difference } : { verdict: 'equal', cause: '' };
}

/** The difference between the two; undefined for the same request. */
export function differenceOf(recorded: RecordedRequest, built: BuiltRequest): string | undefined {
  if (recorded.method !== built.method) return `method ${built.method}`;
  if (pathOf(recorded.url) !== pathOf(built.url)) return 'path';
  if (queryOf(recorded.url) !== queryOf(built.url)) return 'query';
  if ((recorded.body === undefined) !== (built.body === undefined)) return built.body ? 'body added' : 'body missing';
  if (recorded.body && built.body && !sameJson(recorded.body, built.body)) return 'body';
  return undefined;
}

/** Scheme, host and path; equivalent escapes are normalized (RFC 3986 section 6.2.2). */
function pathOf(url: string): string {
  const path = defined(url.split(/[?#]/)[0]);
  return path.split('/').map(normalized).join('/');
}

/** Pairs in a fixed order, because the order of different parameters has no meaning. */
function queryOf(url: string): string {
  const query = defined(url.split('#')[0]).split('?').slice(1).join('?');
  const pairs = query.split('&').map((pair) => pair.split('=').map(normalized).join('='));
  return pairs.sort().join('&');
}

const normalized = (text: string): string => encodeURIComponent(decodeURIComponent(text.replaceAll('+', ' ')));

/** Equal as JSON values: order of members, white space and `1.0` for `1` are ignored, other digits are not. */
function sameJson(a: Uint8Array, b: Uint8Array): boolean {
  return canonical(Buffer.from(a).toString()) === canonical(Buffer.from(b).toString());
}

function canonical(text: string): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    if ('rawJSON' in value) {
      const number = Number(value.rawJSON);
      return Number.isSafeInteger(number) || !/^-?\d+(?:\.0+)?$/.test(String(value.rawJSON)) ? number : value;
    }
    return Object.fromEntries(
      Object.entries(value)
        .sort(([x], [y]) => (x < y ? -1 : 1))
        .map(([key, member]) => [key, sorted(member)]),
    );
  };
  return jsonText(sorted(parseLossless(text)) as never);
}
