/** The consent page of the authorization server for tests, and a browser's way through it without a browser. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import type { RecordedRequest } from './upstream.ts';

/** `narrow` allows everything but the scope `write`. */
export type Decision = 'allow' | 'narrow' | 'deny';

/** The page on which a person decides, and its form. `onGrant` gets the id of each grant. */
export async function answerInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  onGrant: (grantId: string) => void,
): Promise<void> {
  if (request.method === 'GET') {
    const button = (value: Decision, label: string) => `<button name="decision" value="${value}">${label}</button>`;
    const form = [button('allow', 'Allow'), button('narrow', 'Allow reading'), button('deny', 'Deny')].join('');
    const page = `<!doctype html><title>Consent</title><h1>Allow it?</h1><form method="post">${form}</form>`;
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }
  const { params } = await provider.interactionDetails(request, response);
  const form = new URLSearchParams(await text(request));
  const decision = form.get('decision') as Decision;
  const accountId = form.get('account') ?? 'ann';
  if (decision === 'deny') {
    const refusal = { error: 'access_denied', error_description: 'planted-description-1f' };
    return provider.interactionFinished(request, response, refusal);
  }
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  const scopes = String(params['scope'] ?? '').split(' ');
  const given = scopes.filter((scope) => decision === 'allow' || scope !== 'write');
  grant.addOIDCScope(given.join(' '));
  grant.rejectOIDCScope(scopes.filter((scope) => !given.includes(scope)).join(' '));
  const grantId = await grant.save();
  onGrant(grantId);
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
}

/** A request to the authorization server; redirects are not followed. */
type Request = (
  target: string,
  request: { method: string; headers: RecordedRequest['headers']; body?: Uint8Array },
) => Promise<Response>;

/** Follows redirects from an authorization request and decides; resolves to the query that the client's redirect URI gets. */
export async function decide(
  start: URL,
  { decision, account }: { readonly decision: Decision; readonly account: string },
  request: Request,
): Promise<Readonly<Record<string, string>>> {
  const cookies = new Map<string, string>();
  let next = start;
  for (let step = 0; next.origin === start.origin && step < 10; step++) {
    const isDecision = next.pathname.startsWith('/interaction/');
    const taken = await request(next.pathname + next.search, {
      method: isDecision ? 'POST' : 'GET',
      headers: [
        ['cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')],
        ...(isDecision ? [['content-type', 'application/x-www-form-urlencoded'] as const] : []),
      ],
      ...(isDecision && { body: Buffer.from(`decision=${decision}&account=${account}`) }),
    });
    for (const cookie of taken.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = taken.headers.get('location');
    if (location === null) throw new Error(`no way on from ${next.pathname}: ${await taken.text()}`);
    next = new URL(location, next);
  }
  return Object.fromEntries(next.searchParams);
}
