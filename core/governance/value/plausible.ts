/** Whether a value can be of its field's kind: what applies to every kind, then what the kind itself checks. */
import { type CaptionSort, type FieldKindRule, REFERENCE } from '../catalog/kind.ts';
import { normalize } from '../facts/normalize.ts';
import { isMask, isPlaceholder, Trait, type Traits, traitsOf } from '../facts/traits.ts';
import { fold } from '../vocabulary/words.ts';
import { isCaption } from './captions.ts';

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
 * Whether a value can be of its field's kind: `phone: "mobile"`, `email: "weekly"` and `password: "required"` are not
 * personal. Checks what applies to every kind; the kind checks the rest (catalog/).
 *
 * @param name the field's name, its words joined
 */
export function isPlausible(rule: ValueRule, value: string, name: string, traits: Readonly<Traits>): boolean {
  const { digits, letters, marks } = traits;
  if ((marks & Trait.foreign) !== 0) {
    const { text } = normalize(value);
    return isPlausible(rule, text, name, traitsOf(text));
  }
  if (isPlaceholder(value, marks, rule.mayBeDotted) && !(rule.mayBeTest && TEST.test(value))) return false;
  // The value repeats the field's name: `password: "Password"`.
  if (value.length === name.length && digits === 0 && fold(value) === name) return false;
  if (
    digits <= 1 &&
    (marks & Trait.at) === 0 &&
    letters > 1 &&
    rule.captions !== undefined &&
    isCaption(rule.captions, value, (marks & (Trait.blank | Trait.sign)) !== 0)
  )
    return false;
  if ((marks & Trait.sign) !== 0 && rule.mayRefer && REFERENCE.test(value)) return false;
  if (digits > 3 && isMask(value) && rule.mayBeMasked) return false;
  return rule.accepts(value, traits, name);
}
