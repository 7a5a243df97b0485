/**
 * All rules of redaction, in the order in which a value meets them: the name of its field, what is marked, the object around, the value itself,
 * its text, the rest of the answer, and the limits. Each stands in a table beside the code that it decides in. For explanations and reports;
 * nothing on the way of a call reads this list.
 */
import type { Rule } from '../model/governance/rule.ts';
import { SCOPE_RULES } from './context/decision.ts';
import { LABEL_RULES } from './context/labelledValue.ts';
import { EVENT_RULES } from './context/lifeEvents.ts';
import { MACHINE_RULES } from './context/machines.ts';
import { MARK_RULES } from './context/marks.ts';
import { NOBODYS_NAME_RULES, OWNER_OF_NAME_RULES } from './context/nameOwner.ts';
import { NAME_RULES } from './context/nameRules.ts';
import { PLAN_RULES } from './context/objectPlan.ts';
import { OBJECT_RULES } from './context/objectRules.ts';
import { INHERITED_RULES, PARENT_RULES } from './context/parentRules.ts';
import { TABLE_RULES } from './context/tables.ts';
import { OPEN_RULES } from './context/unnamedFields.ts';
import { FIELD_NAME_RULES } from './fieldName/matching.ts';
import { ELSEWHERE_RULES } from './occurrences/matcher.ts';
import { SENTENCE_RULES } from './sentences/evidence.ts';
import { PROSE_RULES } from './sentences/names.ts';
import { ADDRESS_RULES } from './text/detectors/address.ts';
import { ASSIGNED_RULES } from './text/detectors/assigned.ts';
import { BIRTH_DATE_RULES } from './text/detectors/birthDate.ts';
import { EMAIL_RULES } from './text/detectors/email.ts';
import { IBAN_RULES } from './text/detectors/iban.ts';
import { IP_RULES } from './text/detectors/ip.ts';
import { MAC_RULES } from './text/detectors/mac.ts';
import { NAMED_RULES } from './text/detectors/named.ts';
import { NUMBER_RULES } from './text/detectors/numberKinds.ts';
import { PERSON_RULES } from './text/detectors/person.ts';
import { SECRET_RULES } from './text/detectors/secrets.ts';
import { SPACED_RULES } from './text/detectors/spaced.ts';
import { SSN_RULES } from './text/detectors/ssn.ts';
import { TOKEN_RULES } from './text/detectors/tokens.ts';
import { CLOSED_NUMBERS, CLOSED_RULES, CLOSED_STAYS } from './value/closedRules.ts';
import { INSIDE_RULES } from './value/content.ts';
import { LIMIT_RULES } from './value/limitRules.ts';
import { KEY_RULES } from './value/memberNames.ts';
import { VALUE_RULES } from './value/plausible.ts';
import { TEXT_STAYS_RULES } from './value/prose.ts';
import { OWNER_RULES, SETTING_RULES } from './value/settingRules.ts';

/** A table of rules, or of what they decide. */
type Table = Readonly<Record<string, Rule | { readonly rule: Rule }>>;

const TABLES: readonly Table[] = [
  FIELD_NAME_RULES,
  MARK_RULES,
  OWNER_RULES,
  SETTING_RULES,
  SCOPE_RULES,
  PLAN_RULES,
  EVENT_RULES,
  MACHINE_RULES,
  PARENT_RULES,
  INHERITED_RULES,
  LABEL_RULES,
  TABLE_RULES,
  OBJECT_RULES,
  OWNER_OF_NAME_RULES,
  NOBODYS_NAME_RULES,
  OPEN_RULES,
  VALUE_RULES,
  TEXT_STAYS_RULES,
  INSIDE_RULES,
  SECRET_RULES,
  ASSIGNED_RULES,
  EMAIL_RULES,
  MAC_RULES,
  IP_RULES,
  IBAN_RULES,
  ADDRESS_RULES,
  BIRTH_DATE_RULES,
  TOKEN_RULES,
  NAMED_RULES,
  NUMBER_RULES,
  PERSON_RULES,
  PROSE_RULES,
  SSN_RULES,
  SPACED_RULES,
  CLOSED_NUMBERS,
  CLOSED_RULES,
  CLOSED_STAYS,
  KEY_RULES,
  ELSEWHERE_RULES,
  LIMIT_RULES,
];

/** Every rule once. */
export const RULES: readonly Rule[] = [
  ...TABLES.flatMap((table) => Object.values(table).map((row) => ('rule' in row ? row.rule : row))),
  ...[...NAME_RULES, ...SENTENCE_RULES].map(({ id, says, example }) => ({ id, says, example })),
];
