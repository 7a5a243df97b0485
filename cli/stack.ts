/** The installation that a command works with: the local stack that runs, or one by its address; and requests to its management API. */
import { readFile } from 'node:fs/promises';
import { UsageError } from './errors.ts';
import { pathFrom } from './options.ts';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Address of a management API and an access token for it. */
export interface Stack {
  readonly url: string;
  readonly token: string;
}

/** Why the management API refused a request (RFC 9457 problem details). */
export interface ApiFault {
  readonly code: string;
  readonly message: string;
}

/** Sends a request to the management API. A refusal is an answer; only a failed connection rejects. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<{ body: T } | { error: ApiFault }>;

/** What `npm start` writes of itself (local/main.ts). Throws UsageError when no stack runs that wrote `file`. */
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

/** Throws UsageError. `--url` takes its access token from PORTCULLIS_TOKEN, so that it is in no list of processes. */
export async function stackOf(
  { stack, url }: { stack?: string | undefined; url?: string | undefined },
  environment: Environment,
): Promise<Stack> {
  if (url !== undefined) {
    if (stack !== undefined) throw new UsageError('Give either --stack or --url.');
    // A secret of a pipeline often ends in a line break.
    const token = environment['PORTCULLIS_TOKEN']?.trim();
    if (!token) throw new UsageError('--url needs an access token in PORTCULLIS_TOKEN.');
    return { url: originOf(url), token };
  }
  const { apiUrl, accessToken } = await localStack(stack);
  return { url: apiUrl, token: accessToken };
}

/** The token goes there: in plain text to this machine only. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || isHere)) {
    throw new UsageError('--url must be an https address, or one on this machine.');
  }
  return url.origin;
}

/** Faults of the API are returned, not thrown: a command over several servers goes on. */
export const asker =
  ({ url, token }: Stack): Ask =>
  async (method, path, content) => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(content && { 'content-type': 'application/json' }) },
        ...(content && { body: JSON.stringify(content) }),
      });
      const body = await response.json().catch(() => ({}));
      if (response.ok) return { body };
      const {
        code = `http_${response.status}`,
        detail = response.status === 401
          ? 'The access token is invalid or has expired. Get a new one.'
          : `The management API answered with status ${response.status}.`,
      } = body as { code?: string; detail?: string };
      return { error: { code, message: detail } };
    } catch {
      return { error: { code: 'unreachable', message: `${url} cannot be reached.` } };
    }
  };
