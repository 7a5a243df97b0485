/** Routes of connection tokens. */
import { tokenChange } from '../limits.ts';
import { createdSetupLink, openedSetupLink, setupLinkOpening } from '../setupLinks.ts';
import { createdToken, newToken, token, tokenList } from '../tokens.ts';
import { routesOf } from './route.ts';

const route = routesOf('Tokens');

/** By id; core/api/routes/index.ts joins them with the others. */
export const tokenRoutes = {
  listTokens: route('GET', '/v1/servers/{id}/tokens', {
    access: 'viewer',
    summary: 'Connection tokens, revoked ones too, newest first',
    success: 200,
    answer: tokenList,
  }),
  createToken: route('POST', '/v1/servers/{id}/tokens', {
    access: 'editor',
    summary: 'Create a token; only this answer shows it',
    body: newToken,
    success: 201,
    answer: createdToken,
  }),
  createSetupLink: route('POST', '/v1/servers/{id}/setup-links', {
    access: 'editor',
    summary:
      'Make a link that creates this token when it is opened: once, within 15 minutes, by whoever has it. Only this answer shows it',
    body: newToken,
    success: 201,
    answer: createdSetupLink,
  }),
  withdrawSetupLink: route('DELETE', '/v1/servers/{id}/setup-links/{linkId}', {
    access: 'editor',
    summary: 'Withdraw a set-up link that nobody has opened yet',
    success: 204,
  }),
  openSetupLink: route('POST', '/v1/setup', {
    access: 'public',
    summary: 'Open a set-up link: the token is created, and only this answer shows it',
    body: setupLinkOpening,
    success: 201,
    answer: openedSetupLink,
  }),
  changeToken: route('PATCH', '/v1/servers/{id}/tokens/{tokenId}', {
    access: 'editor',
    summary: 'Change the limits of a token; they hold from its next call on',
    body: tokenChange,
    success: 200,
    answer: token,
  }),
  revokeToken: route('DELETE', '/v1/servers/{id}/tokens/{tokenId}', {
    access: 'editor',
    summary: 'Revoke a token: it is refused once this is answered, and its live streams are closed',
    success: 204,
  }),
} as const;
