/** Synchronous Lambda invocations with JSON in and out. A function that crashed or timed out throws InvocationFailed. */
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { KeyLocation } from '../../core/model/credential.ts';
import type { ImportChoices } from '../../core/model/server.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { faultNamed } from '../lib/errors.ts';
import { lambda } from './clients.ts';

/** A function crashed, timed out or could not be invoked. Code `invocation_failed`, or that of the fault of AWS that ended it. */
export class InvocationFailed extends PortcullisError {
  override readonly name: string = 'InvocationFailed';
  constructor(what: string, errorType: string) {
    const fault = faultNamed(errorType);
    const reason = fault ? `did not finish. ${fault.message}` : `did not finish (${errorType}).`;
    super(fault?.code ?? 'invocation_failed', `${what} ${reason} Try again; its log has the reason.`);
  }
}

async function invokeJson<T>(
  functionName: string,
  what: string,
  payload: unknown,
  abortSignal?: AbortSignal,
): Promise<T> {
  const answer = await lambda().send(
    new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(payload)) }),
    { ...(abortSignal && { abortSignal }) },
  );
  const text = Buffer.from(answer.Payload ?? new Uint8Array()).toString();
  if (answer.FunctionError) {
    const { errorType } = JSON.parse(text || '{}') as { errorType?: string };
    throw new InvocationFailed(what, errorType ?? answer.FunctionError);
  }
  return JSON.parse(text) as T;
}

/** An expected failure, which our functions return instead of throwing. */
export interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly context?: Record<string, unknown> };
}

/** Whether a function answered with an expected failure, `{error}`. */
export const isRefusal = (answer: object): answer is Refusal => 'error' in answer;

/** Where the spec reader finds an API description: at a URL, at a sealed URL, or in the request itself. */
export type SpecSource =
  | { readonly url: string }
  /** A sealed URL with a key in its query, which only the spec reader can open. */
  | { readonly sealedUrl: string; readonly serverId: string }
  | { readonly document: string; readonly url?: string }
  /** What an MCP server lists (McpListing, as `document`), and its address. */
  | { readonly listing: string; readonly url: string };

/** The event of the spec reader function. */
export interface SpecReaderRequest extends ImportChoices {
  readonly mode: 'preview' | 'import';
  /** `document` is base64 of the gzipped text. */
  readonly source: SpecSource;
  /** The parameters that the server's credential fills. Unset before the owner has chosen. */
  readonly filled?: readonly KeyLocation[];
  /** Also wants the forms of answers. */
  readonly answerSchemas?: boolean;
  /** Where the ImportResult or the Preview is written, or `{error}`, as gzip JSON in the specs bucket below staging/. */
  readonly output: { readonly key: string };
}

/**
 * Fetches the metadata document of an OAuth client that identifies itself by URL, the keys of a client or an identity provider, or the metadata
 * of an issuer.
 */
export type ClientReaderRequest = { readonly url: string; readonly ms: number } & (
  | { readonly mode: 'client' }
  | { readonly mode: 'keys' }
  | { readonly mode: 'issuer' }
);

/** Asks an MCP server without a credential, for the challenge of its answer. */
export interface ChallengeRequest {
  readonly mode: 'challenge';
  readonly url: string;
  readonly ms: number;
}

/** Registers this installation at an authorization server: the body is JSON (RFC 7591). */
export interface RegistrationRequest {
  readonly mode: 'register';
  readonly url: string;
  readonly ms: number;
  readonly body: string;
}

/** What was read is at the key of `output`; so is the refusal, for a caller who does not wait for it. */
export const invokeSpecReader = (request: SpecReaderRequest): Promise<object | Refusal> =>
  invokeJson(requireEnvironment('FUNCTION_SPEC_READER'), 'Reading the API description', request);

/**
 * The JSON document at the URL that is a client's id, or a JWK Set, or the metadata of an issuer. The reader gives up somewhat before `ms` have
 * passed, so that it does not work on for nobody. Throws InvocationFailed, and an AbortError or TimeoutError when `ms` have passed.
 */
export async function invokeClientReader(
  mode: ClientReaderRequest['mode'],
  url: string,
  ms: number,
): Promise<{ readonly document: unknown } | Refusal> {
  const request: ClientReaderRequest = { mode, url, ms: Math.max(1, Math.floor(ms * 0.9)) };
  const end = AbortSignal.timeout(Math.ceil(ms));
  return invokeJson(requireEnvironment('FUNCTION_SPEC_READER'), 'Reading the metadata of the client', request, end);
}

/** The answer of a host about sign-in (lambdas/spec-reader/signIn.ts). Throws InvocationFailed. */
export const invokeSignInReader = (request: ChallengeRequest | RegistrationRequest): Promise<object | Refusal> =>
  invokeJson(requireEnvironment('FUNCTION_SPEC_READER'), 'Asking how people sign in', request);

/** The event of the function that seals a server anew (lambdas/pipeline/reseal.ts). */
export interface ResealRequest {
  readonly serverId: string;
  /** The version of the server's row whose change has to be live; unset: all that is stored now, the global settings too. */
  readonly revision?: number;
  /** Name of the invocation, in the row while it builds. */
  readonly lease?: string;
  /** An invocation that is known to have ended, although the row says that it builds. */
  readonly replaces?: string;
  /** Does not leave it to another invocation before that has built, or must be dead. */
  readonly waits?: true;
}

/** What a reseal has come to: whether the change of this version of the row is live. If not, another invocation is at it. */
export interface ResealAnswer {
  readonly revision: number;
  readonly isSealed: boolean;
}

/** Why it cannot, and the name of the tool where it is because of one. */
export interface ResealRefusal extends Refusal {
  readonly error: Refusal['error'] & { readonly tool?: string };
}

/** Seals and publishes a new bundle from the stored rows, for edits outside a deployment. Throws InvocationFailed. */
export const invokeReseal = (request: ResealRequest): Promise<ResealAnswer | ResealRefusal> =>
  invokeJson(requireEnvironment('FUNCTION_RESEAL'), 'Sealing the new bundle', request);

/** The same without waiting: Lambda queues the invocation and retries a failed one twice. */
export const requestReseal = (request: ResealRequest): Promise<void> => invokeLater('FUNCTION_RESEAL', request);

/** The event of the function that makes answers which take longer than a request (lambdas/management/prepare.ts). */
export interface PrepareRequest {
  /** Operation id of the management API. */
  readonly route: string;
  readonly serverId: string;
  /** The checked query of the request. */
  readonly query: object;
  /** What the request has found out, or has in its body. */
  readonly details: object;
  /** Under which it is asked for. */
  readonly reading: string;
}

/** Has an answer made that nobody waits for. */
export const requestPreparation = (request: PrepareRequest): Promise<void> => invokeLater('FUNCTION_PREPARE', request);

async function invokeLater(name: 'FUNCTION_RESEAL' | 'FUNCTION_PREPARE', request: object): Promise<void> {
  await lambda().send(
    new InvokeCommand({
      FunctionName: requireEnvironment(name),
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(request)),
    }),
  );
}
