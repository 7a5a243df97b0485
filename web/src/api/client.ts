/**
 * Sends requests to the management API: adds the access token, parses JSON, and turns problem+json (RFC 9457) into {@link ApiError}.
 * After a 401 the token is renewed once and the request repeated, unless another bearer token was given. Nothing is cached here: the
 * query client caches, and responses with a connection token are never given to it.
 */
import type { Problem } from '../../../core/api/problem.ts';
import type { StillReading } from '../../../core/api/reading.ts';
import { accessToken } from '../auth/login.ts';
import { type Answer, type Input, OPERATIONS, type OperationId } from './operations.ts';
import type { ChangeRequest, ReadingProgress } from './types.ts';

export interface Fault {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly context: Problem['context'];

  constructor(
    status: number,
    code: string,
    message: string,
    {
      faults = [],
      context,
    }: Pick<Partial<Problem>, 'context'> & { readonly faults?: readonly Fault[] | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.context = context;
  }

  /** The fault of a field; fields are named by JSON pointer ('/auth/token') or by plain name. */
  faultOf(field: string): string | undefined {
    const wanted = field.replace(/^\//, '').replaceAll('/', '.');
    return this.faults.find((fault) => fault.field.replace(/^\//, '').replaceAll('/', '.') === wanted)?.message;
  }
}

type Sending = { readonly body?: unknown; readonly signal?: AbortSignal; readonly bearer?: string | null };

async function send(method: string, url: string, input: Sending, { fresh = false } = {}): Promise<Response> {
  const bearer = input.bearer === undefined ? await accessToken(fresh) : input.bearer;
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  return fetch(url, {
    method,
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    credentials: 'omit',
    cache: 'no-store',
    signal: input.signal,
  });
}

const unexplained = (status: number): string =>
  `The service answered HTTP ${status} without an explanation.${status >= 500 ? ' Try again in a moment.' : ''}`;

const isProblem = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/problem+json') === true;

async function problemOf(answer: Response): Promise<ApiError> {
  try {
    const problem = (await answer.json()) as Problem & { message?: string };
    const message = problem.detail ?? problem.title ?? problem.message ?? unexplained(answer.status);
    const { faults, context } = problem;
    return new ApiError(answer.status, problem.code ?? 'unknown', message, { faults, context });
  } catch {
    return new ApiError(answer.status, 'unknown', unexplained(answer.status));
  }
}

function urlOf<Id extends OperationId>(id: Id, input: Input<Id>): string {
  const path = OPERATIONS[id][1].replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((input.path as Record<string, string>)[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') query.set(key, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The raw response, for downloads. Throws {@link ApiError}; an aborted request rejects with its AbortError. */
export const callRaw = <Id extends OperationId>(id: Id, input: Input<Id>): Promise<Response> =>
  sent(OPERATIONS[id][0], urlOf(id, input), input);

/** A request as it was stored until a second person approved it, sent again by who asked. */
export async function callStored({ method, path, query, body }: ChangeRequest['request']): Promise<unknown> {
  const url = query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
  const answer = await sent(method, url, body === undefined ? {} : { body: JSON.parse(body) });
  return answer.status === 204 ? undefined : answer.json();
}

async function sent(method: string, url: string, input: Sending): Promise<Response> {
  let answer: Response;
  try {
    answer = await send(method, url, input);
    if (answer.status === 401 && input.bearer === undefined) {
      // Tokens have their time in whole seconds: one of the second in which the person's access changed counts as earlier.
      if ((await problemOf(answer)).code === 'login_ended') await new Promise((done) => setTimeout(done, 1_000));
      answer = await send(method, url, input, { fresh: true });
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'unreachable', 'The service cannot be reached. Check the connection and try again.');
  }
  // One that waits for a second person has changed nothing: 202, and a problem all the same.
  if (!answer.ok || isProblem(answer)) {
    if (answer.status === 202) held?.();
    throw await problemOf(answer);
  }
  return answer;
}

/** Told where a change waits for a second person; set by the dashboard's frame. */
let held: (() => void) | undefined;
/** Returns what takes it away again. */
export function onHeldBack(tell: () => void): () => void {
  held = tell;
  return () => {
    held = undefined;
  };
}

/** Asks whether what a refused change would let out is approved; set by the dashboard's frame. */
type Approval = (refused: ApiError) => Promise<boolean>;
let approval: Approval | undefined;
/** Returns what takes it away again. */
export function askForWords(ask: Approval): () => void {
  approval = ask;
  return () => {
    approval = undefined;
  };
}

/**
 * The answer of an operation. What takes longer than a request is asked for again until it is there.
 * @param tell hears how far that is
 */
export async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  tell: (progress: ReadingProgress | undefined) => void = () => {},
): Promise<Answer<Id>> {
  let answer = await answered(id, input);
  while (isReading(answer)) {
    tell(answer.progress);
    const { reading } = answer;
    const { query } = input as { readonly query?: object };
    const again = id === 'previewSpec' ? { ...input, body: { reading } } : { ...input, query: { ...query, reading } };
    answer = await answered(id, again as Input<Id>);
  }
  return answer as Answer<Id>;
}

const isReading = (answer: unknown): answer is StillReading =>
  typeof answer === 'object' && answer !== null && 'reading' in answer;

async function answered<Id extends OperationId>(id: Id, input: Input<Id>): Promise<unknown> {
  let answer: Response;
  try {
    answer = await callRaw(id, input);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'words_unapproved' && (await approval?.(error));
    if (!isAsked) throw error;
    const { body } = input as { readonly body?: object };
    const approving = { ...body, approvedWords: error.context?.['words'] };
    answer = await callRaw(id, { ...input, body: approving } as Input<Id>);
  }
  return answer.status === 204 ? undefined : answer.json();
}
