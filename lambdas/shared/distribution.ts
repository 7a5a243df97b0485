/**
 * Knows requests of the distribution by the secret header that only it sends, compared in constant time. Whoever calls an origin around
 * the distribution lacks it, so that the web ACL and the functions at the edge cannot be avoided.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { requireEnvironment } from '../../aws/lib/environment.ts';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Two values are valid while the secret is rotated, because the distribution is updated later than the functions, and slowly. */
export function isFromDistribution(headers: Readonly<Record<string, string | undefined>>): boolean {
  const presented = digest(headers['x-origin-verify'] ?? '');
  let known = false;
  for (const secret of originSecrets()) if (timingSafeEqual(presented, secret)) known = true;
  return known;
}

let secrets: { readonly text: string; readonly digests: readonly Buffer[] } | undefined;

function originSecrets(): readonly Buffer[] {
  const text = requireEnvironment('ORIGIN_SECRET');
  if (secrets?.text !== text) {
    const { current, previous } = JSON.parse(text) as { current: string; previous?: string };
    secrets = { text, digests: [current, previous ?? ''].filter(Boolean).map(digest) };
  }
  return secrets.digests;
}
