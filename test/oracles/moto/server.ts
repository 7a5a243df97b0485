/** moto's server, an S3 and a KMS that others wrote: starts it on loopback and sends it requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { freePort } from '../../support/freePort.ts';

const START_MS = 60_000;

/** A running server. */
export interface Moto {
  readonly url: string;
  stop(): Promise<void>;
}

/** `python`: that of the environment in which moto is installed. Rejects when it does not answer within a minute. */
export async function startMoto(python: string): Promise<Moto> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = join(dirname(python), 'moto_server');
  const child = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (const until = Date.now() + START_MS; ; ) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) break;
    if (Date.now() > until) throw new Error('moto did not start.');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** It finds the service by the signature's scope; signatures are not checked. */
export const scopeOf = (service: 's3' | 'kms') => ({
  authorization: `AWS4-HMAC-SHA256 Credential=AKIDMOTO/20261126/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});
