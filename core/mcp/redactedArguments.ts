/**
 * Refuses arguments that are redaction markers: a model that edits a record it has read would replace the real value by
 * `[REDACTED:email]`. Only arguments that consist of markers; a text that contains one among other words is allowed.
 */

import { isGeneralized } from '../governance/value/keptParts.ts';
import { MARKER, MARKER_PREFIX } from '../governance/vocabulary/markerForm.ts';
import type { FieldFault } from '../lib/errors.ts';

/** Instructions for clients if redaction is on. */
export const MARKER_INSTRUCTIONS =
  'A value such as [REDACTED:email] stands for what redaction took out. Never send one back as an argument: ask the person, or leave the argument out.';

/** Behind it, where only what is known to be harmless passes. */
export const CLOSED_INSTRUCTIONS =
  '[REDACTED:withheld] stands for a text that may be personal or not: only numbers, dates, ids and listed values are shown. Do not guess what it was, and do not call again for it.';

/** Behind it, where parts of redacted values stay. */
export const PARTS_INSTRUCTIONS =
  'What stands beside a marker, as in [REDACTED:email]@example.org, [REDACTED:card] 1111 or 1984-[REDACTED:birth-date], is a part of the value that may be shown.';

/** Behind it, where markers have pseudonyms. */
export const PSEUDONYM_INSTRUCTIONS =
  'In [REDACTED:email:k7m2c4x] the last part is a pseudonym: where it is the same, the value is the same, in every answer of this server.';

const MAX_FAULTS = 10;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * The arguments that are markers, at most ten.
 * @param text the JSON of `value`
 */
export function redactedArguments(value: unknown, text: string): FieldFault[] {
  if (!text.includes(MARKER_PREFIX)) return [];
  const faults: FieldFault[] = [];
  const visit = (node: unknown, pointer: string): void => {
    if (faults.length >= MAX_FAULTS) return;
    if (typeof node === 'string') {
      if (isMarkers(node)) faults.push(faultAt(pointer));
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, child] of Object.entries(node))
        visit(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  };
  visit(value, '');
  return faults;
}

function isMarkers(text: string): boolean {
  if (!text.includes(MARKER_PREFIX)) return false;
  if (isGeneralized(text)) return true;
  const rest = text.replaceAll(MARKER, '');
  return rest !== text && !SAYS_SOMETHING.test(rest);
}

function faultAt(pointer: string): FieldFault {
  return {
    field: pointer || 'arguments',
    rule: 'redacted',
    message:
      'is a marker that stands for a value which redaction took out of an answer; ask the person for the value, or leave the argument out so that it stays as it is',
  };
}
