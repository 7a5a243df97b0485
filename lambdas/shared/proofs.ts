/**
 * Whether a request proves the key that its access token is bound to (DPoP, RFC 9449 section 7). Each proof is accepted once: that is a write
 * to the sessions table of the region, for such tokens alone. A proof that was used in one region is refused there; in another one it would be
 * accepted for the rest of its minute.
 */
import { rememberProof } from '../../aws/tables/sessions.ts';
import { hasCode } from '../../core/lib/errors.ts';

/** Error codes of the challenge. */
export type ProofError = 'invalid_token' | 'invalid_dpop_proof';

/** The request, and the proof in its header. */
export interface Proving {
  readonly method: string;
  readonly url: string;
  readonly proof: string | undefined;
}

interface Presented {
  readonly token: string;
  /** The key that it is bound to; undefined for none. */
  readonly jkt: string | undefined;
  /** Whether it came as one that is bound. */
  readonly isDpop: boolean;
  /** Whether the owner accepts no others. */
  readonly isRequired: boolean;
}

/** Undefined when the key is proved, or the token is bound to none, came as such and may be. */
export async function refusalOfProof(
  { method, url, proof }: Proving,
  { token, jkt, isDpop, isRequired }: Presented,
): Promise<ProofError | undefined> {
  if (jkt === undefined) return isDpop || isRequired ? 'invalid_token' : undefined;
  if (!isDpop) return 'invalid_token';
  if (proof === undefined) return 'invalid_dpop_proof';
  // Loaded with the first such token: signatures are checked for nobody else.
  const { verifiedProof } = await import('../../core/auth/oauth/dpop.ts');
  try {
    const verified = await verifiedProof(proof, { method, url, accessToken: token, now: Date.now() });
    if (verified.jkt !== jkt) return 'invalid_dpop_proof';
    return (await rememberProof(verified.id, verified.expiresAt)) ? undefined : 'invalid_dpop_proof';
  } catch (error) {
    if (hasCode(error, 'invalid_dpop_proof')) return 'invalid_dpop_proof';
    throw error;
  }
}
