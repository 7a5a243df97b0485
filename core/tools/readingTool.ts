/**
 * The tool that reads the rest of held answers, and the answers of long calls for clients that know no tasks. It is listed beside a server's
 * own tools when the owner lets answers be held or marks a tool as long. It returns a piece of an earlier answer of a tool of the same server and does not call the API.
 */
import { LIMITS } from '../lib/limits.ts';
import type { Action } from './grouped.ts';

const MINUTES = LIMITS.heldAnswers.ms / 60_000;

interface Marked {
  readonly longMs?: number;
}

/** Whether its owner marks a tool as long. */
export const isLong = ({ longMs }: Marked): boolean => longMs !== undefined;

const RUNNING = ' Also gets the answer of a call that was still running, for which it waits.';

/** Name of the reading tool, where no tool of the API has it. */
export const READ_MORE = 'read_more';

/** The reading tool, under a name that no other tool has. */
export function readingTool(tools: ReadonlyArray<{ readonly name: string } & Marked>): Action {
  const taken = new Set(tools.map(({ name }) => name));
  let name: string = READ_MORE;
  while (taken.has(name)) name += '_';
  return {
    name,
    title: 'Read more of an answer',
    description: `Reads the rest of an answer that was cut. The note behind such an answer gives the call. An answer is held for ${MINUTES} minutes; after that, make its call again.${tools.some(isLong) ? RUNNING : ''}`,
    inputSchema: {
      type: 'object',
      properties: {
        handle: { type: 'string', description: 'From the note' },
        part: {
          type: 'string',
          description:
            'JSON pointer into the answer, with a range of items (/customers/50-99), of characters (/body@0-4095) or of the lists that are cut there (/customers#0-99)',
        },
      },
      required: ['handle', 'part'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    cacheHint: 'none',
  };
}
