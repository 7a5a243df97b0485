/**
 * For a credential part of which is not stored but learnt from a refusal, such as the nonce of a digest. It decides whether a refused
 * request may be sent again. Access tokens are not renewed this way: they are stored before they are used
 * (lambdas/shared/accessToken.ts).
 */
import type { SingleCredential } from '../../core/request/credential/kinds.ts';
import type { EgressResponse } from '../../egress/index.ts';

/** The renewal for one call. */
export interface Renewal {
  /** The credential as it is to be sent now. */
  ready(): Promise<SingleCredential>;
  /** Called after a 401: whether the request may be sent again, with the result of `ready`. */
  refused(answer: EgressResponse): Promise<boolean>;
  /** Called after any other answer. */
  accepted?(answer: EgressResponse): void;
}
