/**
 * The instructions for the client (`instructions` of `initialize` and `server/discover`): what the API is, how to recognize notes and markers,
 * what arguments the gateway adds, and the owner's rules. Each part only where the server has what it is about.
 */

import { visibleText } from '../lib/visible.ts';
import type { Bundle } from '../model/bundle.ts';
import type { KeptPart } from '../model/governance/modes.ts';
import { NOTE_INSTRUCTIONS } from '../response/notes.ts';
import { PLACEHOLDER_INSTRUCTIONS } from '../response/placeholders/instructions.ts';
import { FIELDS_INSTRUCTIONS, NULLS_INSTRUCTIONS, TABLES_INSTRUCTIONS } from '../response/projection/argument.ts';
import { isStructured } from '../tools/outputSchema.ts';
import { hasLongInteger, LONG_INTEGER_INSTRUCTIONS } from './arguments/longIntegers.ts';
import {
  CLOSED_INSTRUCTIONS,
  MARKER_INSTRUCTIONS,
  PARTS_INSTRUCTIONS,
  PSEUDONYM_INSTRUCTIONS,
} from './redactedArguments.ts';
import { aboutText } from './serverInfo.ts';
import { STRUCTURED_INSTRUCTIONS } from './structured.ts';

/** Parts that stand beside a marker; others stay alone in a field of their own. */
const STANDS_BESIDE: ReadonlySet<KeptPart> = new Set(['emailDomain', 'birthYear', 'postalArea', 'lastFour']);

/** For all clients of a sealed bundle. */
export function instructionsOf(bundle: Bundle): string {
  const {
    pii,
    mode,
    pseudonyms,
    systemRules,
    placeholders = [],
    keepParts = [],
    chooseFields,
    dropNulls,
    tables,
  } = bundle.governance;
  const hasOutputSchemas = bundle.tools.some((tool) => isStructured(bundle.exposition, bundle.governance, tool));
  const isClosed = mode === 'closed' || bundle.tools.some(({ redaction }) => redaction?.mode === 'closed');
  return visibleText(
    [
      aboutText(bundle),
      NOTE_INSTRUCTIONS,
      pii ? MARKER_INSTRUCTIONS : '',
      pii && isClosed ? CLOSED_INSTRUCTIONS : '',
      pii && pseudonyms ? PSEUDONYM_INSTRUCTIONS : '',
      pii && keepParts.some((part) => STANDS_BESIDE.has(part)) ? PARTS_INSTRUCTIONS : '',
      placeholders.length > 0 ? PLACEHOLDER_INSTRUCTIONS : '',
      chooseFields ? FIELDS_INSTRUCTIONS : '',
      dropNulls ? NULLS_INSTRUCTIONS : '',
      tables ? TABLES_INSTRUCTIONS : '',
      hasLongIntegers(bundle) ? LONG_INTEGER_INSTRUCTIONS : '',
      hasOutputSchemas ? STRUCTURED_INSTRUCTIONS : '',
      systemRules,
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
  );
}

const hasLongIntegers = ({ parts, tools }: Bundle): boolean =>
  parts ? parts.longIntegers === true : tools.some(({ inputSchema }) => hasLongInteger(inputSchema));
