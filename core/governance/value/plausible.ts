/** Whether a value can be of its field's kind: what applies to every kind, then what the kind itself checks. */
import { defineRules, type Rule } from '../../model/governance/rule.ts';
import { type CaptionSort, type FieldKindRule, REFERENCE } from '../catalog/kind.ts';
import { normalize } from '../facts/normalize.ts';
import { isMask, isPlaceholder, Trait, type Traits, traitsOf } from '../facts/traits.ts';
import { fold } from '../vocabulary/words.ts';
import { isCaption } from './captions.ts';

/** Why a value is not what its field says. */
export const VALUE_RULES = defineRules({
  'value.placeholder': ['The value stands for none: a word such as null or unknown, or signs.', "phone: 'n/a'"],
  'value.repeats-name': ['The value repeats the name of its field.', "password: 'Password'"],
  'value.caption': ['The value is the name of a field, a type or a state.', "first_name: 'Vorname'"],
  'value.reference': ['The value is the id of a record.', "card: 'card_1Mvxyz123'"],
  'value.mask': ['The value is an input mask.', "phone: '(99) 99999-9999'"],
  'value.form': ['The value is not written like what the field holds.', "phone: 'mobile'"],
  'value.number': [
    'A number without a name that says what it is stays, unless it may be that of a card.',
    '{total: 42}',
  ],
  'value.number-form': ['A number with so many digits cannot be what the field holds.', '{phone: 3}'],
  'value.literal': ['True, false and null say nothing about anybody.', '{email: null}'],
  'value.marker': ['The value is a marker already.', '[REDACTED:email]'],
});

/** What sandboxes have for a part of a name. */
const TEST = /^test$/i;

/** What a kind says about its values. */
export interface ValueRule {
  readonly accepts: FieldKindRule['accepts'];
  readonly acceptsNumber: FieldKindRule['acceptsNumber'] | undefined;
  readonly captions: CaptionSort | undefined;
  readonly mayRefer: boolean;
  readonly mayBeDotted: boolean;
  readonly mayBeTest: boolean;
  readonly mayBeMasked: boolean;
}

/** The rule of a kind with all its members, since objects of one form are read faster than those of the catalogue. */
export const valueRuleOf = (rule: FieldKindRule): ValueRule => ({
  accepts: rule.accepts,
  acceptsNumber: rule.acceptsNumber,
  captions: rule.captions,
  mayRefer: rule.mayRefer === true,
  mayBeDotted: rule.mayBeDotted === true,
  mayBeTest: rule.mayBeTest === true,
  mayBeMasked: rule.mayBeMasked === true,
});

/**
 * Why a value cannot be of its field's kind: `phone: "mobile"`, `email: "weekly"` and `password: "required"` are not
 * personal. Undefined when it can. Checks what applies to every kind; the kind checks the rest (catalog/).
 *
 * @param name the field's name, its words joined
 */
export function objectionTo(rule: ValueRule, value: string, name: string, traits: Readonly<Traits>): Rule | undefined {
  const { digits, letters, marks } = traits;
  if ((marks & Trait.foreign) !== 0) {
    const { text } = normalize(value);
    return objectionTo(rule, text, name, traitsOf(text));
  }
  if (isPlaceholder(value, marks, rule.mayBeDotted) && !(rule.mayBeTest && TEST.test(value)))
    return VALUE_RULES['value.placeholder'];
  // The value repeats the field's name: `password: "Password"`.
  if (value.length === name.length && digits === 0 && fold(value) === name) return VALUE_RULES['value.repeats-name'];
  if (
    digits <= 1 &&
    (marks & Trait.at) === 0 &&
    letters > 1 &&
    rule.captions !== undefined &&
    isCaption(rule.captions, value, (marks & (Trait.blank | Trait.sign)) !== 0)
  )
    return VALUE_RULES['value.caption'];
  if ((marks & Trait.sign) !== 0 && rule.mayRefer && REFERENCE.test(value)) return VALUE_RULES['value.reference'];
  if (digits > 3 && isMask(value) && rule.mayBeMasked) return VALUE_RULES['value.mask'];
  return rule.accepts(value, traits, name) ? undefined : VALUE_RULES['value.form'];
}
