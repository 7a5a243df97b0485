/**
 * A host's own way to AWS. What runs a function may be able to carry operations out itself and says so, before handler code is
 * loaded, by putting a way on the global object (the local stack does, for its twins). It takes operations as they are meant, without
 * HTTP, and knows a function by its access key: there is nothing to sign. On AWS there is none.
 */
import { credentials, type Service } from './environment.ts';
import { type Piece, refusalOf } from './request.ts';

const HOST = Symbol.for('portcullis.aws.host');

/** An AWS operation for the host to carry out. */
export interface HostRequest {
  readonly service: Service;
  readonly operation: string;
  /** Plain data, the host's own from here on. */
  readonly input: object;
  /** Who asks. */
  readonly accessKeyId: string;
}

/** Plain data, the caller's own, or what AWS would refuse it with. */
export type HostOutcome =
  | { readonly output: unknown }
  | { readonly refusal: { readonly name: string; readonly status: number; readonly message: string } };

/** The host's side: it carries the operation out and answers as AWS would. */
export interface HostWay {
  /** Hands pieces of a streamed answer over as they come. Rejects with the signal's reason when that is aborted first. */
  perform(request: HostRequest, onPiece: (piece: Piece) => void, signal?: AbortSignal): Promise<HostOutcome>;
}

/** The host's way, when the process has one; undefined on AWS. */
export const hostWay = (): HostWay | undefined => (globalThis as { [HOST]?: HostWay })[HOST];

const none = () => {};

/** Throws AwsRefusal, or the signal's reason. */
export async function performBy<Output>(
  way: HostWay,
  { service, operation, input }: Omit<HostRequest, 'accessKeyId'>,
  onPiece: (piece: Piece) => void = none,
  signal?: AbortSignal,
): Promise<Output> {
  const { accessKeyId } = credentials();
  const outcome = await way.perform({ service, operation, input, accessKeyId }, onPiece, signal);
  if ('output' in outcome) return outcome.output as Output;
  const { name, status, message } = outcome.refusal;
  throw refusalOf(name, status, message);
}
