/** The event of a birth, whose fields are named like those of any event: `{type: 'Birth', date: {original}, place}`. */

import type { KeyInfo } from '../fieldName/readName.ts';
import { defineRulings, type Ruling } from '../fieldName/ruling.ts';

/** What the fields of the event of a birth hold. */
export const EVENT_RULES = defineRulings({
  'event.birth-date': ['birthDate', 'The date of an event that is a birth.', "{type: 'Birth', date: '4 March 1985'}"],
  'event.birth-place': ['birthPlace', 'The place of an event that is a birth.', "{type: 'Birth', place: 'Leeds'}"],
});

const DATE = /^(?:date|datetime|datum|fecha|data|year|day|when|on)$/;
const PLACE = /^(?:place|location|city|town|where|lieu|lugar|ort|luogo)$/;

/** What a field of the event of a birth says. */
export function ofBirth(info: KeyInfo): KeyInfo {
  if (DATE.test(info.joined)) return withRuling(info, EVENT_RULES['event.birth-date']);
  return PLACE.test(info.joined) ? withRuling(info, EVENT_RULES['event.birth-place']) : info;
}

const withRuling = (info: KeyInfo, ruling: Ruling): KeyInfo => ({
  ...info,
  kind: ruling.kind,
  ruling,
  identifier: false,
  topic: undefined,
});
