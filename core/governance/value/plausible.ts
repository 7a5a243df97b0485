/**
 * Whether a value can be of its field's kind at all. A name alone is not enough: `phone: "mobile"`, `email: "weekly"` or
 * `password: "required"` say nothing personal. What holds for every kind is asked here, the rest by the kind itself (catalog/).
 */
import { type FieldKindRule, REFERENCE } from '../catalog/kind.ts';
import { fold } from '../catalog/vocabulary/fold.ts';
import { isLabel } from './captions.ts';
import { normalize } from './facts/normalize.ts';
import { isMask, isNoValue } from './facts/placeholder.ts';
import { Trait, type Traits, traitsOf } from './facts/traits.ts';

/** Whether a string under a field of this kind is data of that kind; `traits` are those of the value, `glued` is the field's name. */
export function plausible(
  rule: FieldKindRule,
  value: string,
  glued: string,
  traits: Readonly<Traits> = traitsOf(value),
): boolean {
  if ((traits.marks & Trait.foreign) !== 0) return plausible(rule, normalize(value).text, glued);
  const { digits, letters, marks } = traits;
  if (isNoValue(value, marks)) return false;
  // `password: "Password"`: the field's own name.
  if (value.length === glued.length && digits === 0 && fold(value) === glued) return false;
  if (
    digits <= 1 &&
    (marks & Trait.at) === 0 &&
    letters > 1 &&
    rule.captions !== undefined &&
    isLabel(rule.captions, value, (marks & (Trait.blank | Trait.sign)) !== 0)
  )
    return false;
  if ((marks & Trait.sign) !== 0 && rule.mayRefer && REFERENCE.test(value)) return false;
  if (digits > 3 && isMask(value) && rule.mayBeMasked) return false;
  return rule.accepts(value, traits, glued);
}

/** Whether a number under a field of this kind is data of that kind; `source` is its text in the document. */
export function plausibleNumber({ acceptsNumber }: FieldKindRule, source: string): boolean {
  return acceptsNumber?.(integerDigits(source)) === true;
}

/**
 * Digits of a whole number in any JSON notation (`44.0`, `4.5e10`), 0 for a fraction; of very long ones the fraction is no
 * matter, since no amount has twelve digits before it.
 */
function integerDigits(source: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const length = whole.length + Number(exponent);
  if (fraction === '' && length === whole.length) return length;
  const behind = `${whole}${fraction}`.slice(Math.max(0, length));
  return length > 0 && (length >= 12 || /^0*$/.test(behind)) ? length : 0;
}
