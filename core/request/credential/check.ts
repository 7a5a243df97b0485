/**
 * Checks what is entered or decrypted against the definition of its kind (core/model/credentialKinds/), in the management API and in the
 * sandbox; the form of the dashboard goes by the same rules. What depends on several members, or needs more than a pattern, is in the code of the kind.
 */
import { CREDENTIAL_KINDS, type SingleAuthType } from '../../model/credentialKinds/index.ts';
import {
  type CredentialField,
  type CredentialFields,
  type FieldUse,
  refusalOf,
  type TextField,
  usesOf,
} from '../../model/credentialKinds/kind.ts';
import type { Fields } from './fields.ts';
import { REFERENCE_FORMS, REFERENCE_START, secretReference } from './references.ts';

/**
 * The members of a credential, as they are stored.
 * @throws `credential_invalid` naming the field
 */
export function checkedMembers(type: SingleAuthType, fields: Fields): Record<string, unknown> {
  const kind = CREDENTIAL_KINDS[type];
  const made: Record<string, unknown> = {};
  const given = (name: string) => (fields.has(name) ? String(fields.plain(name)) : undefined);
  for (const [name, use, missing] of usesOf(kind, given)) {
    const field = kind.fields[name];
    if (missing !== undefined && fields.optional(name) === undefined) throw fields.fault(name, missing);
    const value = field && checkedMember(fields, name, field, use);
    if (value !== undefined) made[name] = value;
  }
  return made;
}

function checkedMember(fields: Fields, name: string, field: CredentialField, use: FieldUse): unknown {
  if (field.type === 'choice') {
    const given = use === 'needed' ? fields.text(name) : (fields.optional(name) ?? field.names[0]);
    if (!field.names.includes(given)) throw fields.fault(name, `must be one of ${field.names.join(', ')}.`);
    return given;
  }
  if (field.type === 'list') {
    if (use !== 'needed' && !fields.has(name)) return [];
    return fields
      .list(name, field.max, { isEmptyAllowed: use !== 'needed' })
      .map((each) => checkedItem(each, field.of));
  }
  const text = use === 'needed' ? neededText(fields, name, field) : fields.optional(name);
  if (text === undefined) return undefined;
  const value = field.isTrimmed ? text.trim() : text;
  // A misspelt one would be sent as it is.
  if (value.startsWith(REFERENCE_START) && (field.type === 'pem' || !secretReference(value)))
    throw fields.fault(name, `is no reference to a secret; write ${REFERENCE_FORMS}.`);
  const refusal = refusalOf(field, value);
  if (refusal !== undefined) throw fields.fault(name, refusal);
  return value;
}

const neededText = (fields: Fields, name: string, { type, isEmptyAllowed }: TextField): string =>
  type === 'pem' ? fields.lines(name) : fields.text(name, { isEmptyAllowed: isEmptyAllowed ?? false });

const checkedItem = (fields: Fields, of: CredentialFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(of).map(([name, field]) => [name, checkedMember(fields, name, field, 'needed')] as const),
  );
