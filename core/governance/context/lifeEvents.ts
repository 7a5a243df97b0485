/** The event of a birth, whose fields are named like those of any event: `{type: 'Birth', date: {original}, place}`. */

import type { KeyInfo } from '../fieldName/readName.ts';

const DATE = /^(?:date|datetime|datum|fecha|data|year|day|when|on)$/;
const PLACE = /^(?:place|location|city|town|where|lieu|lugar|ort|luogo)$/;

/** What a field of the event of a birth says. */
export function ofBirth(info: KeyInfo): KeyInfo {
  if (DATE.test(info.joined)) return { ...info, kind: 'birthDate', identifier: false, topic: undefined };
  return PLACE.test(info.joined) ? { ...info, kind: 'birthPlace', identifier: false, topic: undefined } : info;
}
