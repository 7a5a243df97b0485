/** What of a server's credentials has an end that is known: client certificates, and client secrets whose end was typed. Pure. */
import { shapeWithin } from './credential.ts';
import type { ServerAuth, ServerRow } from './server.ts';

/** Kinds of credentials that have an end, and what ends. */
const ENDING = [
  { kind: 'mutualTLS', what: 'client_certificate' },
  { kind: 'oauth2', what: 'client_secret' },
] as const;

/** The end of a part of a credential. */
export interface CredentialEnd {
  readonly what: (typeof ENDING)[number]['what'];
  /** Of the API that the credential is for. */
  readonly origin: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The ends of the credentials of the base URL and of approved hosts. */
export function credentialEnds({ auth, hosts = {} }: Pick<ServerRow, 'auth' | 'hosts'>): CredentialEnd[] {
  const places: (readonly [string | undefined, ServerAuth | undefined])[] = [
    [auth.origin, auth],
    ...Object.entries(hosts).map(([origin, host]) => [origin, host.auth] as const),
  ];
  return places.flatMap(([origin, credential]) =>
    ENDING.flatMap(({ kind, what }) => {
      const expiresAt = credential && shapeWithin(credential, kind)?.expiresAt;
      return expiresAt === undefined || origin === undefined ? [] : [{ what, origin, expiresAt }];
    }),
  );
}
