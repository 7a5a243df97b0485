/**
 * Sends a request with the server's credential. If part of the credential has to be obtained from the upstream first (renewal.ts), the
 * request is sent again after a refusal, as often as that allows.
 */
import { type Credential, partOf, withCredential, withPart } from '../../core/request/credential/index.ts';
import type { EgressResponse } from '../../egress/index.ts';
import type { Nonces } from './nonces.ts';
import type { Renewal } from './renewal.ts';
import { type SendLimits, type SendRequest, sendOnce } from './send.ts';
import type { Upstream } from './server.ts';

/** What is needed to send a request with the credential. */
export interface Sender {
  readonly upstream: Upstream;
  readonly credential: Credential | undefined;
  /** The credential's ciphertext. */
  readonly stored: string | undefined;
  readonly nonces: Nonces;
  readonly signal: AbortSignal;
  readonly limits: SendLimits;
}

/** Maximum number of times that a request is sent, whatever its renewals say. */
const MAX_SENT = 4;

/**
 * @param onSent told what is on the request once it is on its way, for each time that it is sent, with what was made of secrets for it
 * @throws EgressError
 */
export async function sendAuthorized(
  request: SendRequest,
  sender: Sender,
  onSent: (credential: Credential | undefined, derived: readonly string[]) => void,
): Promise<EgressResponse> {
  const { credential, upstream, signal, limits } = sender;
  const identity = partOf(credential, 'mutualTLS');
  const egress = identity ? upstream.egressAs(identity) : upstream.egress;
  const renewals = renewalsOf(sender);
  for (let sent = 1; ; sent++) {
    let own = credential;
    for (const renewal of renewals) own = own && withPart(own, await renewal.ready());
    const derived: string[] = [];
    const authorize =
      own && ((outgoing: Parameters<typeof withCredential>[0]) => withCredential(outgoing, own, { derived }));
    const answering = sendOnce(egress, { ...request, ...(authorize && { authorize }) }, signal, limits);
    onSent(own, derived);
    const told = derived.length;
    const answer = await answering;
    // A redirect has a digest or a signature of its own.
    if (derived.length > told) onSent(own, derived);
    // Another host, to which the credential was not sent, says nothing of it.
    if (answer.isElsewhere) return answer;
    if (answer.status !== 401) {
      for (const renewal of renewals) renewal.accepted?.(answer);
      return answer;
    }
    let isSentAgain = false;
    for (const renewal of renewals) isSentAgain = (await renewal.refused(answer)) || isSentAgain;
    if (!isSentAgain || sent === MAX_SENT || signal.aborted) return answer;
  }
}

function renewalsOf({ credential, stored = '', nonces }: Sender): readonly Renewal[] {
  const digest = partOf(credential, 'digest');
  return digest ? [nonces.renewal(digest, stored)] : [];
}
