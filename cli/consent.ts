/**
 * Credentials whose tokens a person has to consent to (OAuth 2, authorization code). The consent is given in the browser of somebody who
 * is signed in to the dashboard, so the command line only says where.
 */
import type { AnswerOf } from '../core/api/routes/index.ts';
import type { ApiRequest } from './stack.ts';

/** A credential that waits for consent. */
export interface AwaitedConsent {
  /** The origin that the credential is for. */
  readonly origin: string;
  /** The page of the dashboard with the button Connect. */
  readonly page: string;
  /** To be registered with the client at the provider. */
  readonly redirectUri: string;
}

/** Throws CliError. */
export async function awaitedConsents(request: ApiRequest, url: string, serverId: string): Promise<AwaitedConsent[]> {
  const { redirectUri, items } = await request<AnswerOf<'listConsents'>>(
    'GET',
    `/v1/servers/${encodeURIComponent(serverId)}/consents`,
  );
  const page = `${url}/servers/${serverId}/settings/sign-in`;
  return items.filter(({ state }) => state !== 'given').map(({ origin }) => ({ origin, page, redirectUri }));
}

/** What a person has to do, as lines of text. */
export const consentLines = (consents: readonly AwaitedConsent[]): string[] =>
  consents.flatMap(({ origin, page, redirectUri }) => [
    `A person has to consent once for ${origin}. Open this page and press Connect:`,
    `  ${page}`,
    'The client at the provider needs this redirect URI:',
    `  ${redirectUri}`,
  ]);

/** Where the clients of a server get accounts of their own, as lines of text. */
export const accountLines = (accountUrl: string): string[] => [
  'Each client calls the API with an account of its own. Its person connects it here:',
  `  ${accountUrl}`,
];
