/**
 * Errors of request building: invalid arguments, tools that cannot be called as described, credentials that cannot be
 * applied.
 */
import { type ErrorContext, InvalidInput, PortcullisError } from '../lib/errors.ts';

/** An argument of a tool call cannot be sent (code `argument_invalid`). Shown to the AI client, which can correct it. */
export class ArgumentInvalid extends InvalidInput {
  override readonly name = 'ArgumentInvalid';

  constructor(field: string, rule: string, message: string) {
    super([{ field, rule, message }], 'argument_invalid');
  }
}

/** The tool's description makes a request impossible (code `tool_invalid`), e.g. a path variable without a parameter. */
export class ToolInvalid extends PortcullisError {
  override readonly name = 'ToolInvalid';

  constructor(message: string, options?: ErrorContext) {
    super('tool_invalid', message, options);
  }
}

/** The stored credential cannot be sent (code `credential_invalid`). The message contains no part of it. */
export class CredentialInvalid extends PortcullisError {
  override readonly name = 'CredentialInvalid';

  constructor(message: string) {
    super('credential_invalid', message);
  }
}

/** Codes of {@link TokenRefused}. */
export type TokenRefusedCode =
  | 'oauth_client_refused'
  | 'oauth_secret_expired'
  | 'oauth_grant_refused'
  | 'oauth_code_refused'
  | 'oauth_refresh_missing'
  | 'oauth_not_connected'
  | 'oauth_consent_ended'
  | 'oauth_clock_wrong'
  | 'oauth_scope_refused'
  | 'oauth_request_refused'
  | 'oauth_token_unusable'
  | 'oauth_endpoint_failed';

/** The credential of a call was replaced by another one before the call was sent (code `credential_replaced`). */
export class CredentialReplaced extends PortcullisError {
  override readonly name = 'CredentialReplaced';

  constructor() {
    super(
      'credential_replaced',
      'The credential was replaced while the call was on its way. Nothing was sent; call again.',
    );
  }
}

/**
 * The answer to an authorization request cannot be accepted (`oauth_issuer_wrong`), or none is asked for, because its token endpoint may be
 * somebody else's (`oauth_issuer_needed`, `oauth_issuer_unconfirmed`). The message contains nothing of an answer.
 */
export class AuthorizationRefused extends PortcullisError {
  override readonly name = 'AuthorizationRefused';
}

/** Codes of {@link RoleRefused}, with the message. */
const ROLES = {
  role_not_allowed:
    'This installation does not allow the role of the credential. Whoever deploys it can name the role in upstreamRoles; calling again does not help.',
  role_refused:
    'AWS does not let the sandbox assume the role of the credential. Whoever manages the role can correct its trust policy, which is shown in the server’s settings; calling again does not help.',
  role_unavailable: 'The role of the credential could not be assumed at the moment. Try again later.',
} as const;

/** The role that requests are signed as was not assumed. The message contains nothing of AWS's answer. */
export class RoleRefused extends PortcullisError {
  override readonly name = 'RoleRefused';

  constructor(code: keyof typeof ROLES, options?: ErrorContext) {
    super(code, ROLES[code], options);
  }
}

/** A token endpoint gave no access token. The message contains nothing from its answer. */
export class TokenRefused extends PortcullisError {
  override readonly name = 'TokenRefused';
  declare readonly code: TokenRefusedCode;
}
