/** Kinds of upstream credentials, as offered and described to people. */
import type { AuthType, SingleAuthType } from '../api/types.ts';

interface Offered<Type extends AuthType> {
  readonly value: Type;
  readonly label: string;
  readonly description: string;
}

/** Kinds that are a single credential and can be combined. */
export const SINGLE_TYPES: ReadonlyArray<Offered<SingleAuthType>> = [
  { value: 'bearer', label: 'Bearer token', description: 'Authorization: Bearer …' },
  { value: 'basic', label: 'User name and password', description: 'Authorization: Basic …' },
  { value: 'digest', label: 'HTTP Digest', description: 'User name and password; only hashes are sent' },
  { value: 'header', label: 'Custom header', description: 'For example X-Api-Key' },
  { value: 'apiKeys', label: 'API keys', description: 'In the query, in cookies or headers; one or several at once' },
  {
    value: 'awsSigV4',
    label: 'AWS signature',
    description: 'Each request is signed with an access key or as a role (Signature Version 4)',
  },
  { value: 'oauth2', label: 'OAuth 2', description: 'Access tokens that are obtained and renewed automatically' },
  {
    value: 'mutualTLS',
    label: 'Client certificate',
    description: 'Presented when the connection is opened (mutual TLS)',
  },
];

export const AUTH_TYPES: ReadonlyArray<Offered<AuthType>> = [
  { value: 'none', label: 'None', description: 'No authentication' },
  ...SINGLE_TYPES,
  { value: 'combined', label: 'Several at once', description: 'For example an API key and OAuth 2' },
];

export const labelOf = (type: AuthType | undefined): string | undefined =>
  AUTH_TYPES.find(({ value }) => value === type)?.label;
