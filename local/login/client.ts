/** Reads the dashboard's app client of the user pool from the template: where a sign-in and a sign-out may lead. */

import type { Resolve } from '../template/resolve.ts';
import { knowsAll, unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

/** Addresses of an app client. */
export interface LoginClient {
  readonly callbackUrls: readonly string[];
  readonly logoutUrls: readonly string[];
}

const KNOWN = [
  'AccessTokenValidity',
  'AllowedOAuthFlows',
  'AllowedOAuthFlowsUserPoolClient',
  'AllowedOAuthScopes',
  'CallbackURLs',
  'ClientName',
  'EnableTokenRevocation',
  'ExplicitAuthFlows',
  'GenerateSecret',
  'IdTokenValidity',
  'LogoutURLs',
  'PreventUserExistenceErrors',
  'ReadAttributes',
  'RefreshTokenValidity',
  'SupportedIdentityProviders',
  'TokenValidityUnits',
  'UserPoolId',
  'WriteAttributes',
];

/**
 * The app client's addresses on this machine. `unmoved` resolves without the addresses of this machine, to see what Cognito would.
 * @throws PortcullisError `template_unsupported` for an address that Cognito refuses, and for what is not known
 */
export function loginClientOf(template: StackTemplate, resolve: Resolve, unmoved: Resolve): LoginClient {
  const [found, ...others] = ofType(template, 'AWS::Cognito::UserPoolClient');
  if (!found || others.length > 0) throw unsupported('The local login serves one app client.');
  const [id, properties] = found;
  knowsAll(id, properties, KNOWN);
  if (properties['GenerateSecret'] === true) throw unsupported(`The local login knows no client secret (${id}).`);
  const flows = properties['AllowedOAuthFlows'] as readonly string[];
  if (flows?.join() !== 'code') throw unsupported(`The local login knows the flow \`code\` alone (${id}).`);
  const urls = (name: string): string[] => {
    for (const url of unmoved<string[]>(properties[name] ?? [])) checkUrl(`${id}.${name}`, url);
    const given = resolve<string[]>(properties[name] ?? []);
    return [...new Set(given.flatMap((url) => [url, url.replace('http://localhost:', 'http://127.0.0.1:')]))];
  };
  return { callbackUrls: urls('CallbackURLs'), logoutUrls: urls('LogoutURLs') };
}

/** Cognito takes absolute addresses without a fragment, by HTTPS or of localhost (API reference, CreateUserPoolClient). */
function checkUrl(where: string, text: string): void {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
  if (!url || !isSafe || text.includes('#')) throw unsupported(`Cognito does not take ${text} in ${where}.`);
}
