/** When something of a credential ends: a member of the public part that two kinds have. */

/** ISO 8601. */
export const EXPIRES_AT = {
  type: 'time',
  says: 'For mutualTLS: when the certificate expires. For oauth2: when the client secret does, if that was given',
} as const;
