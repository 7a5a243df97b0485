/** A bearer token (RFC 6750). */

import type { KindDefinition } from './kind.ts';
import { MAX_CREDENTIAL_BYTES } from './limits.ts';

/** A bearer token. */
export const bearer = {
  label: 'Bearer token',
  description: 'Authorization: Bearer …',
  fields: {
    token: {
      type: 'text',
      min: 1,
      max: MAX_CREDENTIAL_BYTES.plain,
      rule: { pattern: /^\S+$/, refusal: 'may not hold spaces; give the token alone.' },
      holds: 'secret',
      form: {
        label: 'Token',
        description: 'Sent as “Authorization: Bearer …”.',
        needs: 'the token that the API expects',
      },
    },
  },
  scheme: { http: 'bearer', says: 'bearer auth', rank: 0 },
} as const satisfies KindDefinition;
