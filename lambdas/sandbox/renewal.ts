/**
 * What of a credential is not put on a request as it is stored: the nonce of a digest is learnt from a refusal. It says whether a refused
 * request may be sent once more. Access tokens are none of these: they are stored before they are used (lambdas/shared/accessToken.ts).
 */
import type { SingleCredential } from '../../core/request/credential/kinds.ts';
import type { EgressResponse } from '../../egress/index.ts';

/** For one call. */
export interface Renewal {
  /** The part of the credential as it is to be used now. */
  ready(): Promise<SingleCredential>;
  /** The upstream has answered 401: whether the request may be sent again, with what `ready` gives then. */
  refused(answer: EgressResponse): Promise<boolean>;
  /** The upstream has answered something else. */
  accepted?(answer: EgressResponse): void;
}
