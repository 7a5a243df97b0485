/** What providers require of a token request, by their documentation (November 2026). The owner fills in the parts in braces. */
import type { Credentials } from './credential-form.ts';

type Filled = Pick<
  Credentials,
  | 'grant'
  | 'tokenUrl'
  | 'authorizationUrl'
  | 'authorizationParameters'
  | 'clientAuthentication'
  | 'scope'
  | 'parameters'
  | 'tokenHeader'
  | 'body'
>;

export interface OAuthPreset extends Filled {
  readonly name: string;
  /** What else has to be done at the provider. */
  readonly hint: string;
}

const preset = (name: string, tokenUrl: string, hint: string, given: Partial<Filled> = {}): OAuthPreset => ({
  name,
  tokenUrl,
  authorizationUrl: '',
  authorizationParameters: '',
  hint,
  grant: 'clientCredentials',
  clientAuthentication: 'basic',
  scope: '',
  parameters: '',
  tokenHeader: '',
  body: 'form',
  ...given,
});

export const OAUTH_PRESETS: readonly OAuthPreset[] = [
  preset(
    'Amazon Selling Partner API',
    'https://api.amazon.com/auth/o2/token',
    'Use the refresh token of a seller who authorized the app; it does not change.',
    { grant: 'refreshToken', clientAuthentication: 'body', tokenHeader: 'x-amz-access-token' },
  ),
  preset('Auth0', 'https://{tenant}.auth0.com/oauth/token', 'The audience is the identifier of the API.', {
    clientAuthentication: 'body',
    parameters: 'audience=',
  }),
  preset(
    'GitHub App',
    'https://api.github.com/app/installations/{installation}/access_tokens',
    'The number of the installation is in the URL of its settings page; create the private key on the settings page of the App.',
    { grant: 'githubApp' },
  ),
  preset(
    'Atlassian',
    'https://auth.atlassian.com/oauth/token',
    'Of an OAuth 2.0 (3LO) app; add the scopes to the app as well. The base URL has the id of the site in it.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://auth.atlassian.com/authorize',
      authorizationParameters: 'audience=api.atlassian.com\nprompt=consent',
      clientAuthentication: 'body',
      scope: 'read:jira-work offline_access',
    },
  ),
  preset(
    'Auth0, for a person',
    'https://{tenant}.auth0.com/oauth/token',
    'Of a regular web application; the API has to allow offline access. The audience is the identifier of the API.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://{tenant}.auth0.com/authorize',
      authorizationParameters: 'audience=',
      clientAuthentication: 'body',
      scope: 'offline_access',
    },
  ),
  preset(
    'GitHub, for a person',
    'https://github.com/login/oauth/access_token',
    'Of an OAuth app, whose tokens have no end, or of a GitHub App, which needs no scope.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://github.com/login/oauth/authorize',
      clientAuthentication: 'body',
      scope: 'repo',
    },
  ),
  preset(
    'Google, for a person',
    'https://oauth2.googleapis.com/token',
    'Of a client of the type web application. While its consent screen is in testing, refresh tokens end after a week.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      authorizationParameters: 'access_type=offline\nprompt=consent',
      clientAuthentication: 'body',
    },
  ),
  preset(
    'Google, service account',
    'https://oauth2.googleapis.com/token',
    'Paste the whole key file; the subject is the Workspace user that it acts for.',
    { grant: 'jwtBearer' },
  ),
  preset(
    'Microsoft Entra ID',
    'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
    'The scope is the resource with /.default at its end; an admin has to consent.',
    { clientAuthentication: 'body', scope: 'https://graph.microsoft.com/.default' },
  ),
  preset(
    'Microsoft Entra ID, for a person',
    'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
    'Of a web application. The tenant is an ID, or common for accounts of every organisation.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize',
      clientAuthentication: 'body',
      scope: 'https://graph.microsoft.com/User.Read offline_access',
    },
  ),
  preset(
    'Okta',
    'https://{organisation}.okta.com/oauth2/default/v1/token',
    'The scope has to be defined in the authorization server.',
  ),
  preset(
    'Okta, its own API (okta.* scopes)',
    'https://{organisation}.okta.com/oauth2/v1/token',
    'For an API services app with a public key; its scopes have to be granted to it in Okta.',
    { clientAuthentication: 'privateKeyJwt', scope: 'okta.users.read' },
  ),
  preset('PayPal', 'https://api-m.paypal.com/v1/oauth2/token', 'For the sandbox: api-m.sandbox.paypal.com.'),
  preset(
    'QuickBooks Online',
    'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    'The base URL has the number of the company in it; its owner has to consent.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://appcenter.intuit.com/connect/oauth2',
      scope: 'com.intuit.quickbooks.accounting',
    },
  ),
  preset(
    'Salesforce',
    'https://{domain}.my.salesforce.com/services/oauth2/token',
    'The client credentials flow has to be on in the connected app, with a user to run as. Check the sign-in: it shows the base URL of your organization.',
    { clientAuthentication: 'body' },
  ),
  preset(
    'Salesforce, for a person',
    'https://{domain}.my.salesforce.com/services/oauth2/token',
    'The callback URL goes into the connected app. After the sign-in the server’s page shows the base URL of your organization.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://{domain}.my.salesforce.com/services/oauth2/authorize',
      clientAuthentication: 'body',
      scope: 'api refresh_token',
    },
  ),
  preset(
    'Xero',
    'https://identity.xero.com/connect/token',
    'Of a web app. Its API wants the tenant in the header xero-tenant-id, which a tool takes as an argument.',
    {
      grant: 'authorizationCode',
      authorizationUrl: 'https://login.xero.com/identity/connect/authorize',
      scope: 'offline_access accounting.transactions accounting.contacts',
    },
  ),
  preset(
    'Xero, custom connection',
    'https://identity.xero.com/connect/token',
    'A custom connection acts for one organisation without a person; the scopes are those that it was given.',
    { scope: 'accounting.transactions accounting.contacts' },
  ),
  preset(
    'Zoom',
    'https://zoom.us/oauth/token',
    'For a server-to-server app; the account ID is shown beside its client ID.',
    {
      parameters: 'grant_type=account_credentials\naccount_id=',
    },
  ),
];

/** The form with the provider's settings; the typed client id and secrets stay. */
export const withPreset = (given: Credentials, { name: _, hint: __, ...filled }: OAuthPreset): Credentials => ({
  ...given,
  ...filled,
});

/** The provider of a filled-in form, by the host of its token URL. */
export const presetOf = ({ tokenUrl, grant }: Pick<Credentials, 'tokenUrl' | 'grant'>): OAuthPreset | undefined =>
  OAUTH_PRESETS.find((each) => each.grant === grant && isFilled(each.tokenUrl, tokenUrl));

/** Whether a URL matches a pattern, with its braces filled in or not. */
function isFilled(pattern: string, url: string): boolean {
  const [before = '', after = ''] = pattern.split(/\{\w+\}/);
  return pattern === url || (after !== '' && url.startsWith(before) && url.endsWith(after));
}
