/**
 * Errors of request building: invalid arguments, tools that cannot be called as described, credentials that cannot be
 * applied.
 */
import { type ErrorContext, InvalidInput, PortcullisError } from '../errors.ts';

/** An argument of a tool call cannot go on the wire (code `argument_invalid`); shown to the model, so it can try again. */
export class ArgumentInvalid extends InvalidInput {
  override readonly name = 'ArgumentInvalid';

  constructor(field: string, rule: string, message: string) {
    super([{ field, rule, message }], 'argument_invalid');
  }
}

/** The tool's own description makes a request impossible (code `tool_invalid`): an unknown path variable, an unsendable verb. */
export class ToolInvalid extends PortcullisError {
  override readonly name = 'ToolInvalid';

  constructor(message: string, options?: ErrorContext) {
    super('tool_invalid', message, options);
  }
}

/** The stored credential cannot be applied (code `credential_invalid`). The message never holds any part of it. */
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
  | 'oauth_consent_ended'
  | 'oauth_clock_wrong'
  | 'oauth_scope_refused'
  | 'oauth_request_refused'
  | 'oauth_token_unusable'
  | 'oauth_endpoint_failed';

/** Another credential has taken the place of the one that a call was to be made with (code `credential_replaced`). */
export class CredentialReplaced extends PortcullisError {
  override readonly name = 'CredentialReplaced';

  constructor() {
    super(
      'credential_replaced',
      'The credential was replaced while the call was on its way. Nothing was sent; call again.',
    );
  }
}

/** A token endpoint gave no access token. The message holds nothing of its answer. */
export class TokenRefused extends PortcullisError {
  override readonly name = 'TokenRefused';
  declare readonly code: TokenRefusedCode;
}
