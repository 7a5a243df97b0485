/**
 * Knows requests that came by the entrance of the deployment: by the secret header that only the distribution sends, compared in constant
 * time, or, where there is none, by the VPC endpoint that API Gateway names. Whoever calls a function in another way is refused, so that the web
 * ACL, the functions at the edge and the policies of a private API cannot be avoided. A deployment has one of the two; a function that is told neither refuses to
 * work.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { requireEnvironment } from '../../aws/lib/environment.ts';

interface Arrived {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Its `vpceId` is that of a private API. */
  readonly requestContext: object;
}

/** Whether this is a deployment without a distribution. */
export const isPrivate = (): boolean => process.env['VPC_ENDPOINTS'] !== undefined;

/** Whether the request came by the entrance. */
export function cameThroughEntrance({ headers, requestContext }: Arrived): boolean {
  if (isPrivate()) {
    const { vpceId } = requestContext as { readonly vpceId?: string };
    return vpceId !== undefined && requireEnvironment('VPC_ENDPOINTS').split(',').includes(vpceId);
  }
  const presented = digest(headers['x-origin-verify'] ?? '');
  let known = false;
  for (const secret of originSecrets()) if (timingSafeEqual(presented, secret)) known = true;
  return known;
}

/**
 * Of an event from a function that may invoke this one by its role, and so comes by no entrance. The members of an event are API Gateway's own:
 * nothing that a client sends becomes one.
 */
export const INVOKED_BY_ROLE = { isInvokedByRole: true } as const;

/** Whether an event is one of {@link INVOKED_BY_ROLE}. */
export const isInvokedByRole = (event: object): boolean =>
  'isInvokedByRole' in event && event.isInvokedByRole === INVOKED_BY_ROLE.isInvokedByRole;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

let secrets: { readonly text: string; readonly digests: readonly Buffer[] } | undefined;

/** Two values are valid while the secret is rotated, because the distribution is updated later than the functions, and slowly. */
function originSecrets(): readonly Buffer[] {
  const text = requireEnvironment('ORIGIN_SECRET');
  if (secrets?.text !== text) {
    const { current, previous } = JSON.parse(text) as { current: string; previous?: string };
    secrets = { text, digests: [current, previous ?? ''].filter(Boolean).map(digest) };
  }
  return secrets.digests;
}
