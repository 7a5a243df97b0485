/**
 * Connects handler code with the twins without a socket: operations are passed to the host as objects. It is installed where
 * aws/direct/host.ts looks for a host's implementation. Imports only files of this folder, because a child process may read this folder
 * only.
 */
import { Pending } from './pending.ts';
import type { FromEnvironment, Outcome, TwinAnswer, TwinChannel, TwinRequest } from './protocol.ts';

const HOST = Symbol.for('portcullis.aws.host');

type Asked = Omit<TwinRequest, 'type' | 'id'>;
type OnPiece = (piece: string | Uint8Array) => void;

/** HostWay of aws/direct/host.ts. */
export interface Way {
  perform(request: Asked, onPiece: OnPiece, signal?: AbortSignal): Promise<Outcome>;
}

/** Installs it; nothing can replace it afterwards. */
export function offerWay(way: Way): void {
  Object.defineProperty(globalThis, HOST, { value: way });
}

/** Reaches the twins over the host's channel. */
export const wayOver = (channel: TwinChannel): Way => ({
  perform: (request, onPiece, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = (reason: unknown) => {
        leave();
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const leave = channel(request, ({ text, bytes, outcome }) => {
        try {
          const piece = text ?? (typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : bytes);
          if (piece !== undefined) onPiece(piece);
        } catch (error) {
          signal?.removeEventListener('abort', onAbort);
          giveUp(error);
        }
        if (!outcome) return;
        signal?.removeEventListener('abort', onAbort);
        resolve(outcome);
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
});

/** The channel of an environment that is connected by messages only. */
export class Loopback {
  private readonly send: (message: FromEnvironment) => void;
  private readonly open = new Pending<(answer: Omit<TwinAnswer, 'type' | 'id'>) => void>();

  constructor(send: (message: FromEnvironment) => void) {
    this.send = send;
  }

  readonly channel: TwinChannel = (request, answer) => {
    const id = this.open.add(answer);
    this.send({ type: 'request', id, ...request });
    return () => {
      if (this.open.delete(id)) this.send({ type: 'leave', id });
    };
  };

  receive({ id, ...answer }: TwinAnswer): void {
    const hear = this.open.get(id);
    if (answer.outcome) this.open.delete(id);
    hear?.(answer);
  }
}
