/**
 * A credential in a form: the fields of all kinds together, so that changing the kind loses nothing. It is not stored; it is kept until
 * it is sent or the page is left.
 */

import type { Grant } from '../../../core/model/credentialKinds/grants.ts';
import {
  CREDENTIAL_KINDS,
  type FieldsOf,
  SINGLE_TYPES,
  type SingleAuthType,
} from '../../../core/model/credentialKinds/index.ts';
import type { CredentialField as Definition, KeyLocation } from '../../../core/model/credentialKinds/kind.ts';
import type {
  CLIENT_AUTHENTICATIONS,
  PERSON_CLAIMS,
  TOKEN_BODIES,
} from '../../../core/model/credentialKinds/limits.ts';
import { FORM_BY_GRANT } from '../../../core/model/credentialKinds/oauth2.ts';

export interface Key extends KeyLocation {
  readonly value: string;
}

type KeyIn<Name, Field> = Field extends { readonly type: 'choice' }
  ? never
  : Field extends { readonly form: { readonly key: infer Key } }
    ? Key
    : Field extends { readonly form: object }
      ? Name
      : never;
type KeysOf<Fields> = { [Name in keyof Fields]: KeyIn<Name, Fields[Name]> }[keyof Fields];

/** Fields with a single text. */
export type CredentialField = { [Type in SingleAuthType]: KeysOf<FieldsOf<Type>> }[SingleAuthType] | 'pkcs12Name';

export type Credentials = Readonly<Record<CredentialField, string>> & {
  readonly keys: readonly Key[];
  /** Kinds that are sent together. */
  readonly parts: readonly SingleAuthType[];
  readonly grant: Grant;
  /** For awsSigV4: an access key or a role. */
  readonly awsIdentity: 'key' | 'role';
  readonly clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number];
  readonly body: (typeof TOKEN_BODIES)[number];
  readonly personClaim: (typeof PERSON_CLAIMS)[number];
};

/** A text field of the form. */
export interface FormField {
  readonly key: CredentialField;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Where it is needed: ends “Enter …”. */
  readonly needs?: string;
  readonly isSecret: boolean;
}

/** The field of a member; undefined when the form has no text for it. */
export function formField(type: SingleAuthType, name: string, grant?: Grant): FormField | undefined {
  const definition = CREDENTIAL_KINDS[type].fields[name];
  if (definition?.form === undefined || definition.type === 'choice') return undefined;
  const own = type === 'oauth2' && grant !== undefined ? FORM_BY_GRANT[grant]?.[name] : undefined;
  const key = (definition.form.key ?? name) as CredentialField;
  return { ...definition.form, ...own, key, isSecret: 'holds' in definition && definition.holds === 'secret' };
}

/** The names of a choice with their labels, in the order in which they are offered. */
export function choicesOf(type: SingleAuthType, name: string) {
  const definition: Definition | undefined = CREDENTIAL_KINDS[type].fields[name];
  const options = definition?.type === 'choice' ? (definition.options ?? {}) : {};
  return Object.entries(options).map(([value, texts]) => ({ value, ...texts }));
}

/** All text fields, those of several kinds once. */
export const FORM_FIELDS: readonly FormField[] = [
  ...new Map(
    SINGLE_TYPES.flatMap((type) =>
      Object.keys(CREDENTIAL_KINDS[type].fields).flatMap((name) => formField(type, name) ?? []),
    ).map((field) => [field.key, field] as const),
  ).values(),
];

export const NO_KEY: Key = { in: 'query', name: '', value: '' };

export const NO_CREDENTIALS: Credentials = {
  ...(Object.fromEntries(FORM_FIELDS.map(({ key }) => [key, ''])) as Record<CredentialField, string>),
  pkcs12Name: '',
  body: 'form',
  awsIdentity: 'key',
  grant: 'clientCredentials',
  clientAuthentication: 'basic',
  personClaim: 'none',
  keys: [NO_KEY],
  parts: ['apiKeys', 'oauth2'],
};

/** The form with another grant. Tokens are exchanged to call as the person, so that is what the exchange begins with. */
export function withGrant(value: Credentials, grant: Grant): Credentials {
  const [was, begins] = [value.grant, grant].map((each): Credentials['personClaim'] =>
    each === 'tokenExchange' ? 'email' : 'none',
  );
  return { ...value, grant, personClaim: value.personClaim === was ? (begins ?? 'none') : value.personClaim };
}
