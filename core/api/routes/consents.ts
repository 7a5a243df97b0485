/** Routes of consent at the authorization server of an API. */
import * as consents from '../consents.ts';
import { listOf } from '../fields.ts';
import { scope } from '../specs.ts';
import { route } from './route.ts';

/** By id; core/api/routes.ts joins them with the others. */
export const consentRoutes = {
  listConsents: route({
    method: 'GET',
    path: '/v1/servers/{id}/consents',
    access: 'viewer',
    tag: 'Servers',
    summary: 'List the credentials of the server that need the consent of a person, and their state',
    success: 200,
    answer: consents.consents,
  }),
  listScopes: route({
    method: 'GET',
    path: '/v1/servers/{id}/scopes',
    access: 'editor',
    tag: 'Servers',
    summary: 'List the OAuth 2 scopes of the API description, which is read again',
    success: 200,
    answer: listOf(scope),
  }),
  beginConsent: route({
    method: 'POST',
    path: '/v1/servers/{id}/consents',
    access: 'editor',
    tag: 'Servers',
    summary: 'Begin a consent: the URL for the browser, valid for ten minutes and for this person',
    body: consents.consentRequest,
    bodyOptional: true,
    success: 201,
    answer: consents.consentBegun,
  }),
  finishConsent: route({
    method: 'POST',
    path: '/v1/consents',
    access: 'editor',
    tag: 'Servers',
    summary:
      'Finish a consent with the parameters of the authorization response; the tokens are fetched and stored encrypted',
    body: consents.consentAnswer,
    success: 200,
    answer: consents.consentGiven,
  }),
} as const;
