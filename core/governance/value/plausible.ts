/**
 * Whether a value can be of its field's kind at all. A name alone is not enough: `phone: "mobile"`, `email: "weekly"` or
 * `password: "required"` say nothing personal. What holds for every kind is asked here, the rest by the kind itself (catalog/).
 */
import { type FieldKindRule, REFERENCE } from '../catalog/kind.ts';
import { fold } from '../catalog/vocabulary/fold.ts';
import { isCaption } from './captions.ts';
import { normalize } from './facts/normalize.ts';
import { isMask, isPlaceholder } from './facts/placeholder.ts';
import { Trait, type Traits, traitsOf } from './facts/traits.ts';

/** Whether a string under a field of this kind is data of that kind; `traits` are those of the value, `glued` is the field's name. */
export function plausible(
  rule: FieldKindRule,
  value: string,
  joined: string,
  traits: Readonly<Traits> = traitsOf(value),
): boolean {
  if ((traits.marks & Trait.foreign) !== 0) return plausible(rule, normalize(value).text, joined);
  const { digits, letters, marks } = traits;
  if (isPlaceholder(value, marks)) return false;
  // `password: "Password"`: the field's own name.
  if (value.length === joined.length && digits === 0 && fold(value) === joined) return false;
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
  return rule.accepts(value, traits, joined);
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
  const endOfToken = `${whole}${fraction}`.slice(Math.max(0, length));
  return length > 0 && (length >= 12 || /^0*$/.test(endOfToken)) ? length : 0;
}
