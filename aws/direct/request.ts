/**
 * One signed request to AWS without the SDK, for everything that mcp-rpc, mcp-stream and the sandbox ask of AWS. The SDK spends 0.3 ms of
 * CPU on each request, twenty times as much as all of our own work on a call; a call needs three, and this code takes a fifth of that time
 * (design/mcp.md). And its clients would be a third of what a cold start compiles (design/operations.md). The other functions use the SDK
 * for what these do not need, except for the user directory (directory.ts), where two requests do not justify another client.
 *
 * It uses the same environment variables as the SDK. It repeats a request that may have been carried out only if the request says that
 * repeating it is safe.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import aws4 from 'aws4';
import type { Dispatcher } from 'undici';
import { AwsRefusal, isThrottling } from '../lib/errors.ts';
import { dispatcher } from './dispatcher.ts';
import { credentials, endpointOf, type Service, SIGNED_AS } from './environment.ts';

/** One request to AWS, before it is signed. */
export interface DirectRequest {
  readonly service: Service;
  /** Another region than the function's. */
  readonly region?: string | undefined;
  /** The host of an endpoint of the account's own, where nothing overrides it. */
  readonly host?: () => string;
  /** POST unless it is said. */
  readonly method?: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /** With its query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Whether carrying it out twice has the same effect as once. Otherwise it is repeated only when AWS cannot have begun it. */
  readonly isRepeatable: boolean;
  /** Milliseconds until the response begins, and between two pieces of it. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_TRIES = 3;
const BACK_OFF_MS = 50;

/** Bytes from a connection, or text from a local host (host.ts). */
export type Piece = Uint8Array | string;

/** Error codes that say that no connection was made. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Sends it, at most three times, and passes the pieces of a successful response on as they arrive; resolves at its end to its headers.
 * Never repeats a request after a piece was passed on. Throws AwsRefusal for an error response, the signal's reason, or the error of the
 * connection.
 */
export async function sendDirect(request: DirectRequest, onPiece: (piece: Buffer) => void): Promise<Headers> {
  for (let tries = 1; ; tries++) {
    const progress = { begun: false };
    try {
      return await exchange(request, (piece) => {
        progress.begun = true;
        onPiece(piece);
      });
    } catch (error) {
      if (tries === MAX_TRIES || progress.begun || request.signal?.aborted || !mayRepeat(error, request)) throw error;
      await sleep(Math.random() * BACK_OFF_MS * 2 ** tries);
    }
  }
}

function mayRepeat(error: unknown, { isRepeatable }: DirectRequest): boolean {
  if (error instanceof AwsRefusal) return error.isThrottling || (isRepeatable && error.status >= 500);
  return isRepeatable || UNREACHED.has((error as { code?: string }).code ?? '');
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function exchange(request: DirectRequest, onPiece: (piece: Buffer) => void): Promise<Headers> {
  const { signal, method = 'POST', body, patienceMs } = request;
  const { origin, path, headers } = signed(request);
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let code = '';
    let head: Headers = {};
    const refusal: Buffer[] = [];
    const abort = () => controller?.abort(signal?.reason as Error);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (signal?.aborted) abort();
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        head = received;
        code = String(received['x-amzn-errortype'] ?? '');
      },
      onResponseData(_controller, piece) {
        if (isSuccess(status)) onPiece(piece);
        else refusal.push(piece);
      },
      onResponseEnd() {
        signal?.removeEventListener('abort', abort);
        if (isSuccess(status)) resolve(head);
        else reject(refusalIn(status, code, textOf(refusal)));
      },
      onResponseError(_controller, error) {
        signal?.removeEventListener('abort', abort);
        reject(error);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    const timeouts = { headersTimeout: patienceMs, bodyTimeout: patienceMs };
    const content = body.length === 0 ? null : body;
    dispatcher().dispatch({ origin, path, method, headers, body: content, ...timeouts }, handler);
  });
}

function signed({ service, region: other, host: own, method = 'POST', path, headers, body }: DirectRequest) {
  const { origin, host, prefix, region } = endpointOf(service, other, own);
  const whole = `${prefix}${path}`;
  // Its types know no bytes, which it takes as Node's hashes do.
  const content = body as string;
  const request = aws4.sign(
    { service: SIGNED_AS[service], region, host, path: whole, method, headers: { ...headers, host }, body: content },
    credentials(),
  );
  return { origin, path: whole, headers: request.headers as Record<string, string> };
}

/**
 * JSON protocols name the error in the body (`com.amazon…#Name`), the REST ones in a header (`Name:http://…`), S3 and the Query protocol
 * in XML (`<Code>`).
 */
function refusalIn(status: number, header: string, body: string): AwsRefusal {
  let parsed: { __type?: unknown; message?: unknown; Message?: unknown } = {};
  try {
    parsed = JSON.parse(body) as typeof parsed;
  } catch {
    // A proxy's page or an empty body: only the status is known.
  }
  const xml = /<Code>([\w.]+)<\/Code>/.exec(body)?.[1];
  const told = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
  const name =
    String(parsed.__type ?? xml ?? header.split(':')[0] ?? '')
      .split('#')
      .at(-1) || `Status${status}`;
  const message = String(parsed.message ?? parsed.Message ?? told ?? `AWS answered with status ${status}.`);
  return refusalOf(name, status, message);
}

/** The error for what AWS answered, with its name, its HTTP status and whether the request may be sent again. */
export const refusalOf = (name: string, status: number, message: string): AwsRefusal =>
  new AwsRefusal(name, status, message, isThrottling(name) || status === 429);

/** A whole response as UTF-8. */
export const textOf = (pieces: readonly Buffer[]): string =>
  (pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)).toString();
