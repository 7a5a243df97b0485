/**
 * Errors of request building: invalid arguments, tools that cannot be called as described, credentials that cannot be
 * applied.
 */
import { type ErrorContext, hasCode, InvalidInput, PortcullisError } from '../lib/errors.ts';

/** An argument of a tool call cannot be sent. Shown to the AI client, which can correct it. */
export const argumentInvalid = (field: string, rule: string, message: string): InvalidInput =>
  new InvalidInput([{ field, rule, message }], 'argument_invalid');

const TOKEN_REFUSALS = [
  'oauth_client_refused',
  'oauth_secret_expired',
  'oauth_grant_refused',
  'oauth_code_refused',
  'oauth_refresh_missing',
  'oauth_not_connected',
  'oauth_consent_ended',
  'oauth_clock_wrong',
  'oauth_scope_refused',
  'oauth_request_refused',
  'oauth_token_unusable',
  'oauth_endpoint_failed',
  'oauth_person_needed',
  'oauth_person_unknown',
  'oauth_person_refused',
] as const;
/** Codes of a token endpoint that gave no access token. The message contains nothing from its answer. */
export type TokenRefusedCode = (typeof TOKEN_REFUSALS)[number];
const TOKEN_CODES: ReadonlySet<string> = new Set(TOKEN_REFUSALS);

/** Whether a token endpoint gave no access token. */
export const isTokenRefused = (error: unknown): error is PortcullisError & { readonly code: TokenRefusedCode } =>
  error instanceof PortcullisError && TOKEN_CODES.has(error.code);

/** The credential of a call was replaced by another one before the call was sent. */
export const credentialReplaced = (): PortcullisError =>
  new PortcullisError(
    'credential_replaced',
    'The credential was replaced while the call was on its way. Nothing was sent; call again.',
  );

/** Codes of a role that was not assumed, with the message, which contains nothing of AWS's answer. */
const ROLES = {
  role_not_allowed:
    'This installation does not allow the role of the credential. Whoever deploys it can name the role in upstreamRoles; calling again does not help.',
  role_refused:
    'AWS does not let the sandbox assume the role of the credential. Whoever manages the role can correct its trust policy, which is shown in the server’s settings; calling again does not help.',
  role_unavailable: 'The role of the credential could not be assumed at the moment. Try again later.',
} as const;

/** The role that requests are signed as was not assumed. */
export const roleRefused = (code: keyof typeof ROLES, options?: ErrorContext): PortcullisError =>
  new PortcullisError(code, ROLES[code], options);

/** Whether a role was not assumed. */
export const isRoleRefused = (error: unknown): boolean => hasCode(error, ...Object.keys(ROLES));

/** Codes of a secret that was not had, with the message, which contains nothing of AWS's answer. */
const SECRETS = {
  secret_not_allowed:
    'This installation does not allow the secret of the credential for this host or its token endpoint. Whoever deploys it can name both in upstreamSecrets; calling again does not help.',
  secret_not_found:
    'The secret of the credential does not exist in the account and region of this installation, or is to be deleted. Whoever manages it can check the ARN; calling again does not help.',
  secret_denied:
    'AWS does not let the sandbox read the secret of the credential. Whoever manages it can check its resource policy and the policy of its key; calling again does not help.',
  secret_invalid:
    'The secret of the credential is no text, or has no such member with a text in it. Whoever manages it can check it; calling again does not help.',
  secret_unavailable: 'The secret of the credential could not be read at the moment. Try again later.',
} as const;

/** A secret that a credential names was not had. */
export const secretRefused = (code: keyof typeof SECRETS, options?: ErrorContext): PortcullisError =>
  new PortcullisError(code, SECRETS[code], options);

/** Whether a secret was not had. */
export const isSecretRefused = (error: unknown): boolean => hasCode(error, ...Object.keys(SECRETS));
