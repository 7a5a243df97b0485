/** moto's server, an S3 and a KMS that others wrote: starts it on loopback and sends it requests. */
import { dirname, join } from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { type LoopbackServer, startServer } from '../support/loopbackServer.ts';

/** `python`: that of the environment in which moto is installed. Throws when it does not answer within a minute. */
export async function startMoto(python: string): Promise<LoopbackServer> {
  const port = await freePort();
  const program = join(dirname(python), 'moto_server');
  return startServer(`http://127.0.0.1:${port}`, program, ['-H', '127.0.0.1', '-p', String(port)]);
}

/** It finds the service by the signature's scope; signatures are not checked. */
export const scopeOf = (service: 's3' | 'kms') => ({
  authorization: `AWS4-HMAC-SHA256 Credential=AKIDMOTO/20261126/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});
