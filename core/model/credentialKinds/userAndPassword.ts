/** User name and password: sent as they are (HTTP Basic, RFC 7617), or as hashes (HTTP Digest, RFC 7616). */
import type { CredentialField, KindDefinition } from './kind.ts';

const password = {
  type: 'text',
  max: 3_000,
  isEmptyAllowed: true,
  holds: 'secret',
  form: { label: 'Password', needs: 'the password' },
} as const satisfies CredentialField;

const username = {
  type: 'text',
  max: 500,
  holds: 'account',
  form: { label: 'User name', needs: 'the user name' },
} as const satisfies CredentialField;

/** The user name has no colon, which ends it. */
const WITHOUT_COLON = /^[^:]*$/;

/** HTTP Basic. */
export const basic = {
  label: 'User name and password',
  description: 'Authorization: Basic …',
  fields: {
    username: {
      ...username,
      isEmptyAllowed: true,
      rule: { pattern: WITHOUT_COLON, refusal: 'may not hold a colon (RFC 7617), which ends it on the wire.' },
    },
    password,
  },
  scheme: { http: 'basic', says: 'basic auth', rank: 2 },
} as const satisfies KindDefinition;

/** HTTP Digest. */
export const digest = {
  label: 'HTTP Digest',
  description: 'User name and password; only hashes are sent',
  fields: {
    username: {
      ...username,
      rule: { pattern: WITHOUT_COLON, refusal: 'may not hold a colon (RFC 7616), which ends it in the digest.' },
    },
    password,
  },
  scheme: { http: 'digest', says: 'digest auth', rank: 2 },
} as const satisfies KindDefinition;
