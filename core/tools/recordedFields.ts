/** Reads the fields of recorded answers through the management API, which takes them in portions, and adds their rows up. Runs in browsers, too. */
import { LIMITS } from '../lib/limits.ts';
import { type AnswerFields, joinedFields, NO_FIELDS } from '../model/answerFields.ts';
import type { AnswerOfTool } from './recordedTool.ts';
import { bytesOf, MAX_BODY } from './recording.ts';

const { count: MAX_COUNT, bytes: MAX_BYTES } = LIMITS.recordedAnswers;

/** The answers in portions that one request takes. */
function portionsOf(answers: readonly AnswerOfTool[]): AnswerOfTool[][] {
  const portions: AnswerOfTool[][] = [];
  let room = { bytes: 0, body: 0 };
  for (const answer of answers) {
    const bytes = bytesOf(answer.text);
    const body = bytesOf(JSON.stringify(answer));
    const portion = portions.at(-1);
    if (portion && portion.length < MAX_COUNT && bytes <= room.bytes && body <= room.body) portion.push(answer);
    else {
      portions.push([answer]);
      room = { bytes: MAX_BYTES, body: MAX_BODY };
    }
    room = { bytes: room.bytes - bytes, body: room.body - body };
  }
  return portions;
}

/** How far the reading is. */
export interface Reading {
  readonly done: number;
  readonly parts: number;
}

/**
 * Sends answers in portions, one after the other. A portion that takes the service too long is sent in halves, down to single answers.
 * @param send one request `explainFields`
 * @throws what `send` throws
 */
export async function readFields(
  answers: readonly AnswerOfTool[],
  send: (portion: AnswerOfTool[]) => Promise<AnswerFields>,
  onPart: (reading: Reading) => void = () => undefined,
): Promise<AnswerFields> {
  let fields = NO_FIELDS;
  const waiting = portionsOf(answers).reverse();
  for (let done = 0, next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    onPart({ done, parts: done + waiting.length + 1 });
    try {
      fields = joinedFields(fields, await send(next));
      done++;
    } catch (error) {
      if (next.length < 2 || (error as { readonly code?: unknown }).code !== 'governance_timeout') throw error;
      const half = Math.ceil(next.length / 2);
      waiting.push(next.slice(half), next.slice(0, half));
    }
  }
  return fields;
}
