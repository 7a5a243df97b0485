/**
 * Schemas of upstream credentials, made from the definitions of their kinds (core/model/credentialKinds/). Requests contain the secrets;
 * responses only say how a credential is sent.
 */
import * as z from 'zod';
import { PortcullisError } from '../lib/errors.ts';
import { checkBaseUrl } from '../lib/url/baseUrl.ts';
import { refineWith } from '../lib/zod/faults.ts';
import { address, models, time } from '../lib/zod/fields.ts';
import type { AuthType, SingleAuthType } from '../model/credential.ts';
import { CREDENTIAL_KINDS, type FieldsOf, type ShapeFields, SINGLE_TYPES } from '../model/credentialKinds/index.ts';
import type { CredentialField, CredentialFields, FieldValue, ShapeField } from '../model/credentialKinds/kind.ts';
import { MAX_CREDENTIAL_BYTES, MAX_PARTS } from '../model/credentialKinds/limits.ts';
import { SHAPE_FIELDS } from '../model/credentialShape.ts';
import { checkCredential } from '../request/credential/index.ts';
import { withPem } from './pkcs12.ts';

const { plain: CREDENTIAL_BYTES, withCertificate: CERTIFICATE_BYTES } = MAX_CREDENTIAL_BYTES;

/**
 * Checks a whole credential: the characters that headers allow, the rules across its fields, and its size.
 * @throws `credential_invalid`
 */
function checkAuth(value: { readonly type: string }): void {
  const credential = value.type === 'none' ? value : checkCredential(withPem(value));
  const text = JSON.stringify(credential);
  const most = text.includes('-----BEGIN CERTIFICATE-----') ? CERTIFICATE_BYTES : CREDENTIAL_BYTES;
  if (Buffer.byteLength(text) > most) {
    throw new PortcullisError('credential_invalid', `The credential is too long; ${most} bytes are the limit.`);
  }
}

type SchemaOf<Field> = Field extends { readonly isOptional: true }
  ? z.ZodOptional<z.ZodType<FieldValue<Field>>>
  : z.ZodType<FieldValue<Field>>;
type KindSchemas = {
  [Type in SingleAuthType]: z.ZodObject<
    { type: z.ZodLiteral<Type> } & { -readonly [Name in keyof FieldsOf<Type>]: SchemaOf<FieldsOf<Type>[Name]> },
    z.core.$strict
  >;
};

/** Gives a member another schema than that of a request. */
type Written = (field: CredentialField, schema: z.ZodType) => z.ZodType;
const asGiven: Written = (_, schema) => schema;

function fieldSchema(field: CredentialField, written: Written): z.ZodType {
  const schema = written(field, valueSchema(field, written));
  return described(field.isOptional ? schema.optional() : schema, field.says);
}

function valueSchema(field: CredentialField, written: Written): z.ZodType {
  if (field.type === 'choice') return z.enum(field.names);
  const of = field.type === 'list' ? z.array(z.strictObject(fieldSchemas(field.of, written))) : z.string();
  return (field.min === undefined ? of : of.min(field.min)).max(field.max);
}

const described = (schema: z.ZodType, says: string | undefined): z.ZodType =>
  says === undefined ? schema : schema.describe(says);

const fieldSchemas = (fields: CredentialFields, written: Written = asGiven) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, written)]));

const kindSchemas = (written: Written) =>
  Object.fromEntries(
    SINGLE_TYPES.map((type) => [
      type,
      z.strictObject({ type: z.literal(type), ...fieldSchemas(CREDENTIAL_KINDS[type].fields, written) }),
    ]),
  ) as unknown as KindSchemas;

/** The credential of each kind in a request. */
const KINDS = kindSchemas(asGiven);

/** The kinds as a union takes them. */
const kinds = Object.values(KINDS) as unknown as [KindSchemas[SingleAuthType], ...KindSchemas[SingleAuthType][]];

const combinedOf = (parts: typeof kinds) =>
  z.strictObject({
    type: z.literal('combined'),
    parts: z
      .array(z.discriminatedUnion('type', parts))
      .min(2)
      .max(MAX_PARTS)
      .describe('Sent together with each request: each type at most once, and no two in one place'),
  });
const combined = combinedOf(kinds);
const none = z.strictObject({ type: z.literal('none') });

function shapeSchema(field: ShapeField): z.ZodType {
  switch (field.type) {
    case 'text':
      return z.string().max(field.max);
    case 'time':
      return time;
    case 'choice':
      return z.enum(field.names);
    case 'list':
      return z.array(z.strictObject(fieldSchemas(field.of))).max(field.max);
  }
}

type Loose<Value> =
  Value extends ReadonlyArray<infer Item> ? Array<{ -readonly [Name in keyof Item]: Item[Name] }> : Value;

const shapeFields = Object.fromEntries(
  SHAPE_FIELDS.map(([name, field]) => [name, described(shapeSchema(field).optional(), field.says)]),
) as unknown as {
  -readonly [Name in keyof ShapeFields]-?: z.ZodOptional<z.ZodType<Loose<NonNullable<ShapeFields[Name]>>>>;
};

/** How a credential is sent, without its secrets. */
export const credentialShape = {
  type: z.enum<AuthType[]>([...SINGLE_TYPES, 'combined', 'none']),
  ...shapeFields,
  parts: z
    .array(z.strictObject({ type: z.enum<SingleAuthType[]>([...SINGLE_TYPES]), ...shapeFields }))
    .max(MAX_PARTS)
    .optional()
    .describe('For combined'),
};
/** The public part of a credential, as the API returns it. */
export type ShapeView = z.infer<z.ZodObject<typeof credentialShape>>;

/** A credential in a request, with its secrets. */
export const auth = z
  .discriminatedUnion('type', [...kinds, combined, none])
  .superRefine(refineWith(checkAuth))
  .register(models, {
    id: 'Auth',
    description:
      'The credential of the upstream API: its Authorization header (bearer, basic), a custom header, API keys in query, cookies or headers, a key pair or a role of AWS that signs each request, an OAuth 2 grant that obtains access tokens, user name and password for HTTP Digest, a client certificate, or several of these together. Never returned.',
  });
/** A credential whose members are written otherwise than in a request, such as by reference; what is to be sent is checked by {@link auth}. */
export function authWritten(written: Written) {
  const each = Object.values(kindSchemas(written)) as unknown as typeof kinds;
  return z.discriminatedUnion('type', [...each, combinedOf(each), none]);
}

/** A credential in a request, with its secrets. */
export type Auth = z.infer<typeof auth>;

/**
 * The origin that the sender expects the credential to be used for. It protects against a change of the base URL while
 * somebody enters a credential for the old host.
 */
const meantFor = {
  origin: address
    .superRefine(refineWith(checkBaseUrl))
    .optional()
    .describe(
      'Where the credential is meant to go, as https://host: the host of the base URL, or an approved one, which keeps a credential of its own. Refused (base_url_changed) when it is neither, or no longer',
    ),
};

type ChangeSchema = {
  [Type in SingleAuthType]: z.ZodObject<KindSchemas[Type]['shape'] & typeof meantFor, z.core.$strict>;
}[SingleAuthType];

/** Request to replace a credential. */
export const credentialChange = z
  .discriminatedUnion('type', [
    ...(kinds.map((kind) => kind.extend(meantFor)) as unknown as [ChangeSchema, ...ChangeSchema[]]),
    combined.extend(meantFor),
    none.extend(meantFor),
  ])
  .superRefine(refineWith(checkAuth))
  .register(models, {
    id: 'CredentialChange',
    description: 'The new credential, with the origin that it is meant for.',
  });

const instance = z
  .string()
  .optional()
  .describe(
    'Origin of the API of this account by the response of the token endpoint (instance_url), when it is not that of the credential. Nothing is sent there unless it is made the base URL, together with the credential for it',
  );

/** Result of a check of credentials. */
export const credentialsCheck = z
  .object({
    items: z.array(
      z.object({
        origin: z.string().describe('Where the credential goes'),
        type: credentialShape.type,
        works: z.boolean(),
        instance,
        code: z.string().optional().describe('Why it does not work, as a call would report it'),
        message: z.string().optional(),
      }),
    ),
  })
  .register(models, {
    id: 'CredentialsCheck',
    description:
      'Each credential of the server, and whether it could be opened and, with OAuth 2, brought an access token.',
  });

/** Request to try a credential that is not stored. */
export const credentialTrial = z.strictObject({ auth }).register(models, {
  id: 'CredentialTrial',
  description: 'An OAuth 2 credential, alone or combined with others.',
});

/** Result of a trial. */
export const credentialTrialResult = z
  .object({
    works: z.boolean(),
    instance,
    code: z.string().optional().describe('Why it does not work, as a call would report it'),
    message: z.string().optional(),
  })
  .register(models, { id: 'CredentialTrialResult', description: 'Whether the credential brought an access token.' });

/** The public part of a credential. */
export const authView = z
  .object({
    ...credentialShape,
    storedAt: time.optional().describe('When this credential was set'),
    origin: z
      .string()
      .optional()
      .describe('The origin (scheme, host, port) that the credential works for; it is sent nowhere else'),
    missing: z
      .literal(true)
      .optional()
      .describe(
        'The credential has to be entered: the import that should have found its base URL failed, or the server is a copy and the original has one. `none` says that none is needed',
      ),
  })
  .register(models, { id: 'AuthView' });
