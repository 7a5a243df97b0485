/**
 * What a kind of credential is made of: the members of a request with their bounds, the public part, and the words of the form. Data only,
 * without zod and Node, because the dashboard reads it, too. What a kind does with a request is its code in core/request/credential/.
 */

/** Location and name of an API key, as in the Security Scheme Object. */
export interface KeyLocation {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

/** A member in the form. */
export interface FieldForm {
  /** Its name among the fields of all kinds, which the form keeps together; that of the member unless given. */
  readonly key?: string;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Where it is needed: ends “Enter …”. */
  readonly needs?: string;
}

interface Common {
  /** For the description of the management API. */
  readonly says?: string;
  /** Absent in requests that do not need it. */
  readonly isOptional?: true;
  readonly form?: FieldForm;
}

/** A member of a credential in a request. */
export type CredentialField = Common &
  (
    | {
        /** One line that a header can carry; of `pem`, several lines of ASCII. */
        readonly type: 'text' | 'pem';
        /** In characters; the least for the description alone, as what is needed may not be empty anyway. */
        readonly min?: number;
        readonly max: number;
        readonly isEmptyAllowed?: true;
        readonly isTrimmed?: true;
        /** What the whole text must match, and what is said of one that does not. */
        readonly rule?: { readonly pattern: RegExp; readonly refusal: string };
        /** A secret is masked in the form; an account says whose it is. Neither is told by the API. Absent for settings. */
        readonly holds?: 'secret' | 'account';
      }
    /** The first name is the default, where the choice is optional. */
    | {
        readonly type: 'choice';
        readonly names: readonly [string, ...string[]];
        readonly options?: Readonly<Record<string, { readonly label: string; readonly description?: string }>>;
      }
    | { readonly type: 'list'; readonly min?: number; readonly max: number; readonly of: CredentialFields }
  );

/** A member that is a text. */
export type TextField = Extract<CredentialField, { readonly type: 'text' | 'pem' }>;

/** Why a text may not be that of a member; undefined when it may. */
export const refusalOf = ({ rule }: TextField, text: string): string | undefined =>
  rule === undefined || rule.pattern.test(text) ? undefined : rule.refusal;

/** Members by name. */
export type CredentialFields = Readonly<Record<string, CredentialField>>;

/** A member of the public part. */
export type ShapeField = {
  readonly says?: string;
  /** The member of the checked credential, with dots for members of members; the same name unless given. */
  readonly from?: string;
} & (
  | { readonly type: 'text'; readonly max: number }
  | { readonly type: 'time' }
  | { readonly type: 'choice'; readonly names: readonly [string, ...string[]] }
  | { readonly type: 'list'; readonly max: number; readonly of: CredentialFields; readonly isLeftOutEmpty?: true }
);

/** How a member is used: the form asks for it and the check needs it; may be given; or is taken from requests alone. */
export type FieldUse = 'needed' | 'offered' | 'accepted';
/** A member, its use, and what is said when it is missing, if there is more to say than that. */
export type UsedField = readonly [name: string, use: FieldUse, missing?: string];

/** Members of the public part that name places. */
interface PlaceFields {
  readonly headerName?: string;
  readonly tokenHeader?: string;
  readonly keys?: readonly KeyLocation[];
}

/** The least rank of what no import suggests. */
export const UNSUGGESTED_RANK = 9;

/** A kind of credential. */
export interface KindDefinition {
  /** As it is offered to people. */
  readonly label: string;
  readonly description: string;
  readonly fields: CredentialFields;
  /**
   * The members that go with the given ones, in the order in which they are stored. Without it all, the optional ones as offered.
   * @param given the text of a member; undefined when it is absent
   */
  readonly uses?: (given: (name: string) => string | undefined) => readonly UsedField[];
  /** The public part, but for its type. */
  readonly shape?: Readonly<Record<string, ShapeField>>;
  /** The headers, query parameters and cookies that it sets; undefined for the header Authorization, as without it. */
  readonly places?: (shape: PlaceFields) => readonly KeyLocation[] | undefined;
  /**
   * How a description of an API names it, if it is a scheme of type `http`; what is said of it to people (“the operations ask for …”); and its
   * place in the order of preference (`rank` in core/openapi/connection/schemeKind.ts): 0 comes first, and only ranks below
   * {@link UNSUGGESTED_RANK} are suggested.
   */
  readonly scheme: { readonly http?: string; readonly says: string; readonly rank: number };
}

/** The value of a member. */
export type FieldValue<Field> = Field extends { readonly type: 'choice'; readonly names: readonly (infer Name)[] }
  ? Name
  : Field extends { readonly type: 'list'; readonly of: infer Of }
    ? Array<Members<Of>>
    : string;

type OptionalNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly isOptional: true } ? Name : never;
}[keyof Fields];

/** The members of a request. */
export type Members<Fields> = { [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: FieldValue<Fields[Name]> } & {
  [Name in OptionalNames<Fields>]?: FieldValue<Fields[Name]> | undefined;
};

/** The uses of a kind's members. */
export function usesOf(kind: KindDefinition, given: (name: string) => string | undefined): readonly UsedField[] {
  if (kind.uses) return kind.uses(given);
  return Object.entries(kind.fields).map(([name, { isOptional }]) => [name, isOptional ? 'offered' : 'needed']);
}
