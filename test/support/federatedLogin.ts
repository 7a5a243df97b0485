/** A local login in front of the owner's identity provider, with the product's own function that makes roles of the provider's groups. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { createEgressClient } from '../../egress/index.ts';
import { handler as groupsOfPerson, type InboundEvent, type TokenEvent } from '../../lambdas/login-groups/handler.ts';
import { DataFolder } from '../../local/data/folder.ts';
import type { InboundTrigger } from '../../local/login/federation/federation.ts';
import { People, type Trigger } from '../../local/login/people.ts';
import { type Login, type LoginOptions, listenForLogin, startLogin } from '../../local/login/provider.ts';
import { freePort } from './freePort.ts';
import { signInAt } from './signIn.ts';
import type { Upstream } from './upstream.ts';

/** Id of the client that people sign in to. */
export const CLIENT = 'dashboard';
const REDIRECT = 'http://localhost:1/';
const GROUP_ROLES = { 'Platform team': ['admin', 'answer-reader'], engineering: ['editor'] };

export interface FederatedLogin {
  readonly login: Login;
  /** For sign-ins of other kinds (signIn.ts). */
  readonly place: Parameters<typeof signInAt>[0];
  readonly people: People;
  /** What the trigger was asked. */
  readonly asked: InboundEvent[];
  /** The claims of a person's access token, after `atProvider` has signed in at the address that the login sends them to. */
  signIn(atProvider: Parameters<typeof signInAt>[2]): Promise<JWTPayload>;
  close(): Promise<void>;
}

/** Sets the variables of the function, and back when the login is closed. */
export async function startFederatedLogin(
  own: Omit<NonNullable<LoginOptions['own']>, 'client'>,
  { pinned, ca }: Pick<Upstream, 'pinned' | 'ca'>,
): Promise<FederatedLogin> {
  const before = { ...process.env };
  Object.assign(process.env, { GROUP_ROLES: JSON.stringify(GROUP_ROLES), GROUPS_CLAIM: 'groups' });
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-federation-'));
  const data = new DataFolder(join(folder, 'state'));
  const people = new People(data);
  const asked: InboundEvent[] = [];
  people.trigger = ((event: object) => groupsOfPerson(event as TokenEvent)) as unknown as Trigger;
  people.inbound = ((event: InboundEvent) => {
    asked.push(event);
    return groupsOfPerson(event);
  }) as unknown as InboundTrigger;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const client = createEgressClient({ pinned, ca });
  const login = await startLogin(await listenForLogin(await freePort()), {
    clientId: CLIENT,
    signingKey: { ...(await exportJWK(keys.privateKey)), kid: 'k', alg: 'RS256', use: 'sig' },
    cookieKey: 'cookie-key',
    callbackUrls: [REDIRECT],
    logoutUrls: [REDIRECT],
    people,
    own: { ...own, client },
  });
  const place = { issuer: login.issuer, clientId: CLIENT, redirectUri: REDIRECT };
  return {
    login,
    place,
    people,
    asked,
    signIn: async (atProvider) => decodeJwt(await signInAt(place, 'provider', atProvider)),
    async close() {
      process.env = before;
      await login.close();
      await client.close();
      data.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
