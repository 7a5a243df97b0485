/** US social security numbers: `ddd-dd-dddd` without the areas, groups and serials that were never given out. */

export function isSsn(digits: string): boolean {
  if (digits.length !== 9) return false;
  const area = digits.slice(0, 3);
  return (
    area !== '000' && area !== '666' && area[0] !== '9' && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
  );
}

/** Individual taxpayer numbers (ITIN) share the form and start with 9. */
export function isItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  return (
    digits.length === 9 &&
    digits[0] === '9' &&
    ((group >= 50 && group <= 65) ||
      (group >= 70 && group <= 88) ||
      (group >= 90 && group <= 92) ||
      (group >= 94 && group <= 99))
  );
}
