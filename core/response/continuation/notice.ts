/**
 * Tells the model how to get the rest of an answer: the complete next call, how much is left, and for how long it is
 * held. This is part of the gateway's note, so a pointer is only shown when it has a plain form (`displayPointer`).
 */

import { LIMITS } from '../../lib/limits.ts';
import type { Truncation } from '../../model/governance/report.ts';
import {
  displayPointer,
  format,
  isPlainPointer,
  MAX_LISTS,
  type Next,
  outermostFirst,
  type Piece,
  type Whole,
} from './piece.ts';

/** Maximum number of cut lists that are named. */
const MAX_LISTED = 10;

/** How to ask for the rest: the name of the reading tool and the answer's handle. */
export interface Continuation {
  readonly tool: string;
  readonly handle: string;
  /** Fields that the call wanted: the rest is read with the same. */
  readonly fields?: readonly string[];
}

interface Shown {
  readonly text: string;
  readonly truncations: readonly Truncation[];
  readonly capped: boolean;
}

const MINUTES = LIMITS.heldAnswers.ms / 60_000;
/** Characters of the first piece when a JSON text is read by characters. */
const FIRST_CHARACTERS = 16_384;

/** The lines after an answer of which only `sent` was sent. */
export function continuationLines(sent: Shown, whole: Whole, continuation: Continuation): string[] {
  const cuts = outermostFirst(sent.truncations.filter(({ total, kept }) => kept < total));
  const [first] = cuts;
  const lines: string[] = [];
  if (whole.json && first) {
    const size = Math.max(1, first.kept);
    const next: Next = {
      part: `${first.pointer}/${first.kept}-${Math.min(first.kept + size, first.total) - 1}`,
      left: first.total - first.kept,
      unit: 'items',
    };
    if (isPlainPointer(first.pointer)) lines.push(nextLine(next, continuation, first.pointer));
    if (!areNamed(cuts)) lines.push(namesLine('', continuation));
    else if (cuts.length > 1) lines.push('The other lists are read in the same way, by their own places.');
  }
  if (whole.json && sent.capped) {
    lines.push(
      `Any place that was cut is read by its pointer, all of the JSON text by its characters: ${callOf({ part: `@0-${Math.min(FIRST_CHARACTERS, whole.text.length) - 1}` }, continuation)} (${format(whole.text.length)} characters in all).`,
    );
  }
  if (!whole.json) {
    const from = commonStart(sent.text, whole.text);
    const to = Math.min(from + Math.max(1_024, from), whole.text.length) - 1;
    lines.push(
      nextLine({ part: `@${from}-${to}`, left: whole.text.length - from, unit: 'characters' }, continuation, ''),
    );
  }
  return [...lines, `The answer is held for ${MINUTES} minutes, for this connection alone.`];
}

/** The lines after a piece. */
export function pieceLines(piece: Piece, continuation: Continuation): string[] {
  const { shows, next, truncations } = piece;
  const lines = [`These are ${shows}.`.replace(/^These are (the |item )/, 'This is $1')];
  for (const { pointer, total, kept } of truncations.slice(0, MAX_LISTED)) {
    lines.push(
      `The list at ${displayPointer(pointer)} has ${format(total)} items; the first ${format(kept)} are shown (limit maxItems).`,
    );
  }
  if (truncations.length > MAX_LISTED)
    lines.push(`${truncations.length - MAX_LISTED} more lists were cut in the same way.`);
  if (!areNamed(truncations)) lines.push(namesLine(piece.part, continuation));
  const [inner] = truncations;
  if (next) lines.push(nextLine(next, continuation, next.part.replace(/[/@#][^/@#]*$/, '')));
  else if (!inner) lines.push('Nothing is left behind it.');
  if (inner && isPlainPointer(inner.pointer)) {
    const { pointer, total, kept } = inner;
    const part = `${pointer}/${kept}-${Math.min(kept * 2, total) - 1}`;
    lines.push(nextLine({ part, left: total - kept, unit: 'items' }, continuation, pointer));
  }
  return lines;
}

/** Whether a note names all of these lists. */
const areNamed = (cuts: readonly Truncation[]): boolean =>
  cuts.length <= MAX_LISTED && cuts.every(({ pointer }) => isPlainPointer(pointer));

/** Names come from the upstream: those that a note does not repeat are data, and read as such. */
function namesLine(place: string, continuation: Continuation): string {
  const range = `#0-${MAX_LISTS - 1}`;
  return isPlainPointer(place)
    ? `The places of all lists that were cut: ${callOf({ part: `${place}${range}` }, continuation)}.`
    : `The places of all lists that were cut: ${continuation.tool} with handle "${continuation.handle}" and as part that of this call with "${range}" behind it.`;
}

/** The call for what follows the list or text at `pointer`, which is the place of the piece itself if it cannot be named. */
function nextLine(next: Next, continuation: Continuation, pointer: string): string {
  const left = `${format(next.left)} ${next.unit} are left`.replace(/^1 (\w+)s are/, '1 $1 is');
  return isPlainPointer(pointer)
    ? `To read on: ${callOf(next, continuation)} (${left}).`
    : `To read on, call ${continuation.tool} with handle "${continuation.handle}" and as part the same place with "${next.part.slice(pointer.length)}" behind it (${left}).`;
}

const callOf = ({ part }: Pick<Next, 'part'>, { tool, handle, fields }: Continuation): string =>
  `${tool} ${JSON.stringify({ handle, part, ...(fields && { fields }) })}`;

/** How many characters two texts have in common at the start, without splitting a character. */
function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  const code = other.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
