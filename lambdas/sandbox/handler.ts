/**
 * The sandbox function: one call or probe in, newline-separated JSON frames out (core/sandbox/protocol.ts). Invoked with
 * InvokeWithResponseStream and the server's id as tenant. The lock-down is imported first, before any code that could use what it denies.
 */
import './lockdown.ts';
import type { Writable } from 'node:stream';
import { decryptCredential, openTokens, sealTokens } from '../../aws/credentials.ts';
import { openConnections } from '../../aws/direct/opening.ts';
import { readStoredSecret } from '../../aws/direct/storedSecrets.ts';
import { assumeRole } from '../../aws/direct/sts.ts';
import { logStart } from '../../aws/lib/log.ts';
import { loadHead, loadTool, proveParts } from '../../aws/services/bundles.ts';
import { isCancelled } from '../../aws/services/cancellations.ts';
import { placeholderKey } from '../../aws/services/keys.ts';
import { privateNetwork } from '../../aws/services/privateNetwork.ts';
import type { SandboxFrame, SandboxRequest } from '../../core/sandbox/protocol.ts';
import { sharedContext } from '../../egress/index.ts';
import { whileLooking } from './cancelling.ts';
import { sealEnvironment } from './environment.ts';
import { rehearse } from './rehearsal.ts';
import { createSandbox } from './serve.ts';

/** Set by the Lambda runtime (and by the local host). */
declare const awslambda: {
  streamifyResponse<E>(
    handler: (event: E, stream: Writable, context: { readonly tenantId?: string }) => Promise<void>,
  ): unknown;
};

sealEnvironment();
await openConnections(['s3', 'kms'], [rehearse, sharedContext]);
logStart();

const roles = { assume: assumeRole, allowed: process.env['UPSTREAM_ROLES']?.split(',') ?? [] };
const bundles = { loadBundle: loadHead, loadTool, proveParts };
const vault = { decrypt: decryptCredential, sealTokens, openTokens };
const allowed = process.env['UPSTREAM_SECRETS'];
const secrets = allowed !== undefined && {
  secrets: { read: readStoredSecret, allowed: JSON.parse(allowed), region: process.env['AWS_REGION'] ?? '' },
};
const serve = createSandbox({ ...bundles, ...vault, ...secrets, placeholderKey, roles, network: privateNetwork() });

/** The function's handler. Frames go out as they come; the stream ends with the last one. */
export const handler = awslambda.streamifyResponse<SandboxRequest>(async (event, stream, context) => {
  const { signal, end } = whileLooking(event, isCancelled);
  const closed = new Promise<void>((done) => stream.once('finish', done).once('close', done));
  // An unhandled error would end the process.
  stream.on('error', () => {});
  const emit = (frame: SandboxFrame) => {
    const line = `${JSON.stringify(frame)}\n`;
    // The last frame is written with the end, so that both are sent together.
    if (frame.frame === 'alive' || frame.frame === 'progress') stream.write(line);
    else stream.end(line);
  };
  await serve(event, emit, signal, context?.tenantId).finally(end);
  await closed;
});
