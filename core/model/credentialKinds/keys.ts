/** Values at a place of their own: a header, or API keys in headers, the query and cookies (Security Scheme Object, `apiKey`). */

import type { CredentialFields, KindDefinition } from './kind.ts';
import { MAX_CREDENTIAL_BYTES, MAX_KEYS } from './limits.ts';

const value = {
  type: 'text',
  min: 1,
  max: MAX_CREDENTIAL_BYTES.plain,
  isTrimmed: true,
  holds: 'secret',
} as const;

/** Where a key goes. */
const place = {
  in: { type: 'choice', names: ['header', 'query', 'cookie'] },
  name: { type: 'text', min: 1, max: 200 },
} as const satisfies CredentialFields;

/** A header with a fixed value. */
export const header = {
  label: 'Custom header',
  description: 'For example X-Api-Key',
  fields: {
    name: {
      type: 'text',
      min: 1,
      max: 200,
      says: 'Header name; never a hop-by-hop header, Host or Content-*',
      rule: {
        pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
        refusal: 'this is no header that can carry a credential; give a name such as X-Api-Key.',
      },
      form: {
        key: 'headerName',
        label: 'Header name',
        placeholder: 'X-Api-Key',
        needs: 'the name of the header',
      },
    },
    value: { ...value, form: { label: 'Value', needs: 'the value of the header' } },
  },
  shape: { headerName: { type: 'text', max: 200, from: 'name', says: 'For header' } },
  places: ({ headerName }) => (headerName === undefined ? [] : [{ in: 'header', name: headerName }]),
  scheme: { says: 'a header', rank: 1 },
} as const satisfies KindDefinition;

/** API keys. */
export const apiKeys = {
  label: 'API keys',
  description: 'In the query, in cookies or headers; one or several at once',
  fields: {
    keys: { type: 'list', min: 1, max: MAX_KEYS, of: { ...place, value }, says: 'Sent together with each request' },
  },
  shape: { keys: { type: 'list', max: MAX_KEYS, of: place, says: 'For apiKeys' } },
  places: ({ keys = [] }) => keys,
  scheme: { says: 'API keys', rank: 1 },
} as const satisfies KindDefinition;
