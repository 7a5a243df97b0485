/** Makes the public part of a credential by the definition of its kind (credentialKinds), and tells which places of a request it fills. */
import type { CredentialShape, SingleShape } from './credential.ts';
import { CREDENTIAL_KINDS, type ShapeFields, SINGLE_TYPES, type SingleAuthType } from './credentialKinds/index.ts';
import type { KeyLocation, ShapeField } from './credentialKinds/kind.ts';

/** The members of the public part of all kinds. One that two kinds have stands where the last has it. */
export const SHAPE_FIELDS: ReadonlyArray<readonly [name: string, field: ShapeField]> = SINGLE_TYPES.flatMap((type) =>
  Object.entries(CREDENTIAL_KINDS[type].shape ?? {}),
).filter(([name], index, all) => all.findLastIndex(([other]) => other === name) === index);

type Values = Readonly<Record<string, unknown>>;

/** The named members alone; of lists only what belongs to the public part. */
function picked(fields: ReadonlyArray<readonly [string, ShapeField]>, read: (name: string) => unknown): ShapeFields {
  const made: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = read(name);
    if (value === undefined) continue;
    if (field.type !== 'list') made[name] = value;
    else {
      const items = value as readonly Values[];
      const members = Object.keys(field.of);
      if (field.isLeftOutEmpty && items.length === 0) continue;
      made[name] = items.map((item) => Object.fromEntries(members.map((member) => [member, item[member]])));
    }
  }
  return made;
}

const fieldsOf = (shape: ShapeFields): ShapeFields => picked(SHAPE_FIELDS, (name) => (shape as Values)[name]);

/** The public part of a checked credential of one kind. */
export function singleShape(credential: { readonly type: SingleAuthType }): SingleShape {
  const { shape = {} } = CREDENTIAL_KINDS[credential.type];
  const read = (name: string) =>
    (shape[name]?.from ?? name)
      .split('.')
      .reduce<unknown>((value, member) => (value as Values | undefined)?.[member], credential);
  return { type: credential.type, ...picked(Object.entries(shape), read) };
}

/** The public part of a stored credential, without other members. */
export const shapeOf = (shape: CredentialShape): CredentialShape => ({
  type: shape.type,
  ...fieldsOf(shape),
  ...(shape.parts !== undefined && { parts: shape.parts.map((part) => ({ type: part.type, ...fieldsOf(part) })) }),
});

const AUTHORIZATION: KeyLocation = { in: 'header', name: 'Authorization' };

/** The headers, query parameters and cookies that the credential sets. */
export function locationsOf(shape: CredentialShape): readonly KeyLocation[] {
  if (shape.type === 'none') return [];
  if (shape.type === 'combined') return (shape.parts ?? []).flatMap(locationsOf);
  return CREDENTIAL_KINDS[shape.type].places?.(shape) ?? [AUTHORIZATION];
}

/** The same without `Authorization`, which no argument may set anyway (core/request/header.ts). */
export const filledBy = (shape: CredentialShape): readonly KeyLocation[] =>
  locationsOf(shape).filter((location) => location !== AUTHORIZATION);
