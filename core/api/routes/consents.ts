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
    summary: 'Credentials of the server that a person consents for, and whether somebody has',
    success: 200,
    answer: consents.consents,
  }),
  listScopes: route({
    method: 'GET',
    path: '/v1/servers/{id}/scopes',
    access: 'editor',
    tag: 'Servers',
    summary: 'Scopes of OAuth 2 that the description of the API names, which is read again',
    success: 200,
    answer: listOf(scope),
  }),
  beginConsent: route({
    method: 'POST',
    path: '/v1/servers/{id}/consents',
    access: 'editor',
    tag: 'Servers',
    summary: 'Begin to consent: where the browser goes, good for ten minutes and whoever asked',
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
    summary: 'Hand over what the browser came back with, once; tokens are fetched and stored, sealed',
    body: consents.consentAnswer,
    success: 200,
    answer: consents.consentGiven,
  }),
} as const;
