/**
 * Lets a client exchange what an identity provider vouches for, as an administrator does on the provider's page: the permission
 * `token-exchange` of fine-grained admin permissions v1 (securing-apps/token-exchange, "Granting permission for the exchange").
 */
import { defined } from '../../support/defined.ts';
import { ADMIN_CLIENT } from './realm.ts';
import type { Keycloak } from './server.ts';

interface Named {
  readonly id: string;
}

/** @throws where Keycloak answers with another status than 2xx */
export async function allowExchange({ inside }: Pick<Keycloak, 'inside'>, alias: string, clientId: string) {
  const issued = await fetch(`${inside}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: ADMIN_CLIENT.clientId,
      client_secret: ADMIN_CLIENT.clientSecret,
    }),
  });
  const { access_token: token } = (await issued.json()) as { access_token: string };
  const admin = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${inside.replace('/realms/', '/admin/realms/')}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const idOf = async (id: string) => defined((await admin<Named[]>('GET', `/clients?clientId=${id}`))[0]).id;

  const management = `/identity-provider/instances/${alias}/management/permissions`;
  const { scopePermissions } = await admin<{ scopePermissions: Record<string, string> }>('PUT', management, {
    enabled: true,
  });
  const server = `/clients/${await idOf('realm-management')}/authz/resource-server`;
  const policy = await admin<Named>('POST', `${server}/policy/client`, {
    name: `${clientId} exchanges`,
    clients: [await idOf(clientId)],
  });
  const permission = `${server}/permission/scope/${scopePermissions['token-exchange']}`;
  await admin('PUT', permission, { ...(await admin<object>('GET', permission)), policies: [policy.id] });
}
