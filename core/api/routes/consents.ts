/** Routes of consent at the authorization server of an API. */
import * as z from 'zod';
import { listOf } from '../../lib/zod/fields.ts';
import * as consents from '../consents.ts';
import * as mcpSignIn from '../mcpSignIn.ts';
import { readingQuery, stillReading } from '../reading.ts';
import { scope } from '../specs.ts';
import { routesOf } from './route.ts';

const route = routesOf('Accounts');
const serverRoute = routesOf('Servers');

/** By id; core/api/routes/index.ts joins them with the others. */
export const consentRoutes = {
  listConsents: serverRoute('GET', '/v1/servers/{id}/consents', {
    access: 'viewer',
    summary: 'List the credentials of the server that need the consent of a person, and their state',
    success: 200,
    answer: consents.consents,
  }),
  discoverSignIn: serverRoute('POST', '/v1/mcp/sign-in', {
    access: 'editor',
    place: 'projects',
    summary: 'Find out how people sign in at an MCP server (RFC 9728, RFC 8414); nothing is stored',
    body: mcpSignIn.signInRequest,
    success: 200,
    answer: mcpSignIn.signInWays,
  }),
  registerClient: serverRoute('POST', '/v1/mcp/clients', {
    access: 'editor',
    place: 'projects',
    summary:
      'Register this installation at an authorization server of an MCP server (RFC 7591); nothing is stored here',
    body: mcpSignIn.clientRequest,
    success: 201,
    answer: mcpSignIn.registeredClient,
  }),
  listScopes: serverRoute('GET', '/v1/servers/{id}/scopes', {
    access: 'editor',
    summary: 'List the OAuth 2 scopes of the API description, which is read again',
    query: readingQuery,
    success: 200,
    answer: z.union([listOf(scope), stillReading]),
  }),
  beginConsent: serverRoute('POST', '/v1/servers/{id}/consents', {
    access: 'editor',
    summary: 'Begin a consent: the URL for the browser, valid for ten minutes and for this person',
    body: consents.consentRequest,
    bodyOptional: true,
    success: 201,
    answer: consents.consentBegun,
  }),
  finishConsent: serverRoute('POST', '/v1/consents', {
    access: 'person',
    summary:
      'Finish a consent with the parameters of the authorization response; the tokens are fetched and stored encrypted. For the account of all clients the role editor is required',
    body: consents.consentAnswer,
    success: 200,
    answer: consents.consentGiven,
  }),
  getTokenAccount: route('GET', '/v1/account', {
    access: 'token',
    summary: 'Whether the account at the API of this connection token is connected, where each client has its own',
    success: 200,
    answer: consents.account,
  }),
  disconnectTokenAccount: route('DELETE', '/v1/account', {
    access: 'token',
    summary: 'Delete the stored tokens of the account; calls are refused until it is connected again',
    success: 204,
  }),
  connectTokenAccount: route('POST', '/v1/account/consents', {
    access: 'token',
    summary: 'Begin to connect it: the URL for the browser, valid for ten minutes and for this browser',
    body: consents.consentRequest,
    bodyOptional: true,
    success: 201,
    answer: consents.tokenConsentBegun,
  }),
  finishTokenAccount: route('POST', '/v1/account/consents/finish', {
    access: 'public',
    summary: 'Finish to connect it, with the parameters of the authorization response and the binding of the browser',
    body: consents.tokenConsentAnswer,
    success: 200,
    answer: consents.consentGiven,
  }),
  getOwnAccount: route('GET', '/v1/servers/{id}/account', {
    access: 'person',
    summary: 'Whether the account of whoever is logged in is connected, for the MCP clients in which they sign in',
    success: 200,
    answer: consents.account,
  }),
  disconnectOwnAccount: route('DELETE', '/v1/servers/{id}/account', {
    access: 'person',
    summary: 'Delete the stored tokens of one’s own account; calls are refused until it is connected again',
    success: 204,
  }),
  connectOwnAccount: route('POST', '/v1/servers/{id}/account/consents', {
    access: 'person',
    summary: 'Begin to connect it: the URL for the browser, valid for ten minutes and for this person',
    body: consents.consentRequest,
    bodyOptional: true,
    success: 201,
    answer: consents.consentBegun,
  }),
  listAccounts: route('GET', '/v1/servers/{id}/accounts', {
    access: 'editor',
    summary: 'List the connected accounts of the server’s clients, without their tokens',
    success: 200,
    answer: consents.accountList,
  }),
  removeAccount: route('DELETE', '/v1/servers/{id}/accounts', {
    access: 'editor',
    summary: 'Disconnect the account of a connection token or a person; calls are refused until it is connected again',
    query: consents.accountQuery,
    success: 204,
  }),
} as const;
