/**
 * The kinds of upstream credentials, each defined once. What is made from here: the schemas and texts of the management API
 * (core/api/credentials.ts), the checks of what is entered and of what is decrypted (core/request/credential/check.ts), the public part in
 * rows, bundles and answers (core/model/credentialShape.ts), the form of the dashboard and what it tells, the suggestion by a description, and
 * the credentials that tests plant. A new kind is a file here and its line, its code in core/request/credential/ and the line of that.
 */
import { awsSigV4 } from './awsSigV4.ts';
import { bearer } from './bearer.ts';
import { apiKeys, header } from './keys.ts';
import type { FieldValue, KindDefinition, Members } from './kind.ts';
import { mutualTLS } from './mutualTls.ts';
import { oauth2 } from './oauth2.ts';
import { basic, digest } from './userAndPassword.ts';

const TABLE = { bearer, basic, header, apiKeys, awsSigV4, oauth2, digest, mutualTLS } as const;
type Table = typeof TABLE;

/** Kinds of credentials except combinations. */
export type SingleAuthType = keyof Table;
/** The kinds by name. */
export const CREDENTIAL_KINDS: Readonly<Record<SingleAuthType, KindDefinition>> = TABLE;
/** All kinds except combinations, in the order of the table. */
export const SINGLE_TYPES = Object.keys(TABLE) as readonly SingleAuthType[];

/** The members of a kind, for types. */
export type FieldsOf<Type extends SingleAuthType> = Table[Type]['fields'];
/** A credential as a request has it. */
export type GivenAuth<Type extends SingleAuthType> = { type: Type } & Members<FieldsOf<Type>>;
/** A checked credential of a kind whose members are stored as they are given. */
export type CheckedAuth<Type extends SingleAuthType> = Readonly<GivenAuth<Type>>;

type Shapes = {
  [Type in SingleAuthType]: Table[Type] extends { readonly shape: infer Shape } ? Shape : never;
}[SingleAuthType];
type Frozen<Value> = Value extends ReadonlyArray<infer Item> ? ReadonlyArray<Readonly<Item>> : Value;
type ShapeNames<Shape> = Shape extends unknown ? keyof Shape : never;
type ShapeValue<Shape, Name> = Shape extends unknown
  ? Name extends keyof Shape
    ? FieldValue<Shape[Name]>
    : never
  : never;

/** The members of the public part, of all kinds. */
export type ShapeFields = { readonly [Name in ShapeNames<Shapes>]?: Frozen<ShapeValue<Shapes, Name>> };
