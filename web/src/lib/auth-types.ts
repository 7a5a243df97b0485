/** Kinds of upstream credentials, as offered and described to people. */
import { CREDENTIAL_KINDS, SINGLE_TYPES as TYPES } from '../../../core/model/credentialKinds/index.ts';
import type { AuthType, SingleAuthType } from '../api/types.ts';

interface Offered<Type extends AuthType> {
  readonly value: Type;
  readonly label: string;
  readonly description: string;
}

/** Kinds that are a single credential and can be combined. */
export const SINGLE_TYPES: ReadonlyArray<Offered<SingleAuthType>> = TYPES.map((value) => {
  const { label, description } = CREDENTIAL_KINDS[value];
  return { value, label, description };
});

export const AUTH_TYPES: ReadonlyArray<Offered<AuthType>> = [
  { value: 'none', label: 'None', description: 'No authentication' },
  ...SINGLE_TYPES,
  { value: 'combined', label: 'Several at once', description: 'For example an API key and OAuth 2' },
];

export const labelOf = (type: AuthType | undefined): string | undefined =>
  AUTH_TYPES.find(({ value }) => value === type)?.label;
