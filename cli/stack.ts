/** Finds the installation that a command works with (the running local stack, or one by URL) and calls its management API. */
import { readFile } from 'node:fs/promises';
import type { StillReading } from '../core/api/reading.ts';
import { CliError, UsageError } from './errors.ts';
import { pathFrom } from './options.ts';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The base URL of a management API, which serves the dashboard as well, and an access token for it. */
export interface Stack {
  readonly url: string;
  readonly token: string;
}

/** An error of the management API (problem details, RFC 9457). */
export interface ApiFault {
  readonly code: string;
  readonly message: string;
  /** Everything that is wrong with the request. */
  readonly faults?: ReadonlyArray<{ readonly field: string; readonly message: string }>;
}

/** Sends a request to the management API. Errors are returned, not thrown. */
export type ApiSend = <T>(method: string, path: string, body?: object) => Promise<{ body: T } | { error: ApiFault }>;

/**
 * The description of the running local stack, a file that `npm start` writes (local/main.ts).
 * @throws UsageError when there is no such file
 */
export async function localStack<T extends { apiUrl: string; accessToken: string }>(file: string | undefined) {
  const path = file === undefined ? '.portcullis/local.json' : pathFrom(file);
  try {
    const stack = JSON.parse(await readFile(path, 'utf8')) as T;
    if (!stack.apiUrl || !stack.accessToken) throw new Error('no stack');
    return stack;
  } catch {
    throw new UsageError(`${path} names no running local stack. Start it (npm start), or give --stack.`);
  }
}

/**
 * The stack for the options `--stack` and `--url`. With `--url`, the access token comes from PORTCULLIS_TOKEN, because
 * arguments appear in process lists.
 * @throws UsageError
 */
export async function stackOf(
  { stack, url }: { stack?: string | undefined; url?: string | undefined },
  environment: Environment,
): Promise<Stack> {
  if (url !== undefined) {
    if (stack !== undefined) throw new UsageError('Give either --stack or --url.');
    // Secrets in pipelines often end with a line break.
    const token = environment['PORTCULLIS_TOKEN']?.trim();
    if (!token) throw new UsageError('--url needs an access token in PORTCULLIS_TOKEN.');
    return { url: originOf(url), token };
  }
  const { apiUrl, accessToken } = await localStack(stack);
  return { url: apiUrl, token: accessToken };
}

/** The origin of the management API. The token is sent there, so plain http is allowed for this machine only. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || isHere)) {
    throw new UsageError('--url must be an https address, or one on this machine.');
  }
  return url.origin;
}

/**
 * Makes the function for requests to a stack. It returns errors, so that a command on several servers can go on. What takes longer than a request
 * is asked for again until it is there.
 * @param err gets the steps of that
 */
export const apiClient = (stack: Stack, err?: NodeJS.WritableStream): ApiSend => {
  const request = requestsTo(stack);
  return async <T>(method: string, path: string, content?: object) => {
    let answer = await request<T | StillReading>(method, path, content);
    for (let told: string | undefined; !('error' in answer) && isReading(answer.body); ) {
      const { reading, progress, seconds } = answer.body;
      if (progress && progress.doing !== told) {
        told = progress.doing;
        err?.write(`${told} (step ${progress.done + 1} of ${progress.of}, ${seconds} s) …\n`);
      }
      answer = await request(method, `${path}${path.includes('?') ? '&' : '?'}reading=${reading}`, content);
    }
    return answer as { body: T } | { error: ApiFault };
  };
};

const isReading = (body: unknown): body is StillReading =>
  typeof body === 'object' && body !== null && 'reading' in body;

const requestsTo =
  ({ url, token }: Stack): ApiSend =>
  async (method, path, content) => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(content && { 'content-type': 'application/json' }) },
        ...(content && { body: JSON.stringify(content) }),
      });
      const body = await response.json().catch(() => ({}));
      // What waits for a second person has changed nothing: 202, and a problem all the same.
      const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
      if (response.ok && !isProblem) return { body };
      const {
        code = `http_${response.status}`,
        detail = response.status === 401
          ? 'The access token is invalid or has expired. Get a new one.'
          : `The management API answered with status ${response.status}.`,
        faults,
      } = body as { code?: string; detail?: string } & Pick<ApiFault, 'faults'>;
      return { error: { code, message: detail, ...(faults && { faults }) } };
    } catch {
      return { error: { code: 'unreachable', message: `${url} cannot be reached.` } };
    }
  };

/**
 * Sends a request to the management API.
 * @throws CliError with the error code of the API
 */
export type ApiRequest = <T>(method: string, path: string, body?: object) => Promise<T>;

/** The requests of a client that throw their errors. */
export const requestBy =
  (send: ApiSend): ApiRequest =>
  async <T>(...given: Parameters<ApiSend>) =>
    bodyOf(await send<T>(...given));

/**
 * The body of a response.
 * @throws CliError with the error code of the API
 */
export function bodyOf<T>(answer: { body: T } | { error: ApiFault }): T {
  if ('error' in answer) throw new CliError(answer.error.code, answer.error.message);
  return answer.body;
}
