/**
 * An alternative to HTTP: a process that runs functions may carry out AWS operations itself. It offers this by setting a property of the
 * global object before handler code is loaded; the local stack does so for its twins. Operations are passed as objects, and the caller is
 * identified by its access key, so nothing is signed. On AWS there is no such property.
 */
import { credentials, type Service } from './environment.ts';
import { type Piece, refusalOf } from './request.ts';

const HOST = Symbol.for('portcullis.aws.host');

/** An AWS operation for the host to carry out. */
export interface HostRequest {
  readonly service: Service;
  readonly operation: string;
  /** Plain data; the caller must not use it afterwards. */
  readonly input: object;
  /** Access key of the caller. */
  readonly accessKeyId: string;
}

/** Plain data that the caller owns from then on, or JSON text of it, or the error that AWS would answer. */
export type HostOutcome =
  | { readonly output: unknown }
  | { readonly json: string }
  | { readonly refusal: { readonly name: string; readonly status: number; readonly message: string } };

/** The host's side: carries out an operation and answers as AWS would. */
export interface HostWay {
  /** Passes the pieces of a streamed response on as they arrive. Rejects with the signal's reason when it is aborted first. */
  perform(request: HostRequest, onPiece: (piece: Piece) => void, signal?: AbortSignal): Promise<HostOutcome>;
}

/** The host's implementation; undefined on AWS. */
export const hostWay = (): HostWay | undefined => (globalThis as { [HOST]?: HostWay })[HOST];

const none = () => {};

type Asked = Omit<HostRequest, 'accessKeyId'>;

/** Throws AwsRefusal, or the signal's reason. */
export async function performBy<Output>(
  way: HostWay,
  asked: Asked,
  onPiece: (piece: Piece) => void = none,
  signal?: AbortSignal,
): Promise<Output> {
  const outcome = done(await way.perform(byCaller(asked), onPiece, signal));
  return ('json' in outcome ? JSON.parse(outcome.json) : outcome.output) as Output;
}

/** The output as JSON text. Throws as {@link performBy}. */
export async function performForText(way: HostWay, asked: Asked): Promise<string> {
  const outcome = done(await way.perform(byCaller(asked), none));
  return 'json' in outcome ? outcome.json : JSON.stringify(outcome.output);
}

const byCaller = ({ service, operation, input }: Asked): HostRequest => ({
  service,
  operation,
  input,
  accessKeyId: credentials().accessKeyId,
});

function done(outcome: HostOutcome) {
  if (!('refusal' in outcome)) return outcome;
  const { name, status, message } = outcome.refusal;
  throw refusalOf(name, status, message);
}
