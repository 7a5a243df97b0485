/**
 * One signed request to AWS without the SDK, for the operations behind every MCP call: token check, audit entry, sandbox, and
 * the data key of a credential. The SDK spends 0.3 ms of CPU on each of them, twenty times of what all our own work on a call costs,
 * and one call needs three; this spends a fifth of that (design/mcp.md). Whatever is not on that path keeps the SDK, but for the login's
 * directory, whose client would be one more dependency for two requests.
 *
 * It relies on the same environment variables. It refuses to repeat what may have been done already, unless the request says
 * that doing it twice is doing it once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import aws4 from 'aws4';
import type { Dispatcher } from 'undici';
import { AwsRefusal, isThrottling } from '../errors.ts';
import { dispatcher } from './dispatcher.ts';
import { credentials, endpointOf, type Service, SIGNED_AS } from './environment.ts';

/** One request to AWS, before it is signed. */
export interface DirectRequest {
  readonly service: Service;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Doing it twice has the effect of doing it once. Otherwise it is repeated only when AWS cannot have begun it. */
  readonly isRepeatable: boolean;
  /** Milliseconds until the answer begins, and between two pieces of it. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

const MOST_TRIES = 3;
const BACK_OFF_MS = 50;

/** Bytes, as they come over a connection, or text, as a host's own way may bring it. */
export type Piece = Uint8Array | string;

/** The connection was never made. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Sends it, at most three times, and hands the pieces of a good answer over as they come; resolves at its end. A request is
 * never repeated once a piece was handed over. Throws AwsRefusal for an answer that is none, the signal's reason, or what
 * the connection failed with.
 */
export async function sendDirect(request: DirectRequest, onPiece: (piece: Buffer) => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    const progress = { begun: false };
    try {
      return await exchange(request, (piece) => {
        progress.begun = true;
        onPiece(piece);
      });
    } catch (error) {
      if (tries === MOST_TRIES || progress.begun || request.signal?.aborted || !mayRepeat(error, request)) throw error;
      await sleep(Math.random() * BACK_OFF_MS * 2 ** tries);
    }
  }
}

function mayRepeat(error: unknown, { isRepeatable }: DirectRequest): boolean {
  if (error instanceof AwsRefusal) return error.isThrottling || (isRepeatable && error.status >= 500);
  return isRepeatable || UNREACHED.has((error as { code?: string }).code ?? '');
}

function exchange(request: DirectRequest, onPiece: (piece: Buffer) => void): Promise<void> {
  const { signal, body, patienceMs } = request;
  const { origin, path, headers } = signed(request);
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let code = '';
    const refusal: Buffer[] = [];
    const abort = () => controller?.abort(signal?.reason as Error);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (signal?.aborted) abort();
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        code = String(received['x-amzn-errortype'] ?? '');
      },
      onResponseData(_controller, piece) {
        if (status === 200) onPiece(piece);
        else refusal.push(piece);
      },
      onResponseEnd() {
        signal?.removeEventListener('abort', abort);
        if (status === 200) resolve();
        else reject(refusalIn(status, code, textOf(refusal)));
      },
      onResponseError(_controller, error) {
        signal?.removeEventListener('abort', abort);
        reject(error);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    const timeouts = { headersTimeout: patienceMs, bodyTimeout: patienceMs };
    dispatcher().dispatch({ origin, path, method: 'POST', headers, body, ...timeouts }, handler);
  });
}

function signed({ service, path, headers, body }: DirectRequest) {
  const { origin, host, prefix, region } = endpointOf(service);
  const whole = `${prefix}${path}`;
  const request = aws4.sign(
    { service: SIGNED_AS[service], region, host, path: whole, method: 'POST', headers: { ...headers, host }, body },
    credentials(),
  );
  return { origin, path: whole, headers: request.headers as Record<string, string> };
}

/** JSON protocols name the error in the body (`com.amazon…#Name`), the REST ones in a header (`Name:http://…`). */
function refusalIn(status: number, header: string, body: string): AwsRefusal {
  let told: { __type?: unknown; message?: unknown; Message?: unknown } = {};
  try {
    told = JSON.parse(body) as typeof told;
  } catch {
    // A proxy's page, or nothing at all: the status has to do.
  }
  const name =
    String(told.__type ?? header.split(':')[0] ?? '')
      .split('#')
      .at(-1) || `Status${status}`;
  const message = String(told.message ?? told.Message ?? `AWS answered with status ${status}.`);
  return refusalOf(name, status, message);
}

/** The error for what AWS answered, with its name, its HTTP status and whether the request may be sent again. */
export const refusalOf = (name: string, status: number, message: string): AwsRefusal =>
  new AwsRefusal(name, status, message, isThrottling(name) || status === 429);

/** The whole of an answer in UTF-8. */
export const textOf = (pieces: readonly Buffer[]): string =>
  (pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)).toString();
