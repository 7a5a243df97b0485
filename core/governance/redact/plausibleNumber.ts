/** Whether a JSON number can be of its field's kind at all: by its digits, whatever notation it has. */
import type { FieldKind } from '../fieldName/fieldKind.ts';

/** Whether a number under a field of this kind is data of that kind; `source` is its text in the document. */
export function plausibleNumber(kind: FieldKind, source: string): boolean {
  const digits = integerDigits(source);
  const whole = digits > 0;
  switch (kind) {
    case 'phone':
      return whole && digits >= 7 && digits <= 15;
    case 'houseNumber':
      return whole && digits <= 6;
    case 'postalCode':
      return whole && digits >= 3 && digits <= 9;
    case 'birthDate':
      return whole && digits !== 3 && digits !== 5;
    case 'ssn':
      return whole && digits >= 4 && digits <= 9;
    case 'nationalId':
    case 'taxId':
    case 'passport':
      return whole && digits >= 6 && digits <= 18;
    case 'driverLicense':
    case 'healthRecord':
      return whole && digits >= 4;
    case 'card':
      return whole && digits >= 12;
    case 'cardCode':
      return whole && digits >= 3 && digits <= 4;
    case 'cardExpiryPart':
      return whole && digits <= 4;
    case 'cardExpiry':
      return whole && digits >= 3 && digits <= 6;
    case 'bank':
      return whole && digits >= 5;
    case 'accountNumber':
      return whole && digits >= 5;
    case 'secret':
      return whole && digits >= 4;
    case 'pin':
      return whole && digits >= 4 && digits <= 8;
    case 'address':
      return false;
    case 'imei':
      return whole && digits >= 14;
    case 'age':
      return digits <= 3;
    default:
      return false;
  }
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
