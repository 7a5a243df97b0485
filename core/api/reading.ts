/** What routes answer whose result takes longer than a request has: those that read an API description, and those that compare all tools of a server. */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';

/** The name of a reading, under which it is asked for again. */
export const readingId = z
  .string()
  // The first character of a ULID is at most 7, because its time has 48 bits.
  .regex(/^read_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  .describe('From an answer that says that the result is not there yet');

/** {@link readingId} as a value. */
export type ReadingId = z.infer<typeof readingId>;

/** Query of the routes that take nothing but the name of a reading. */
export const readingQuery = z.strictObject({ reading: readingId.optional() });

/** In place of the result. */
export const stillReading = z
  .object({
    reading: readingId,
    seconds: z.int().describe('Since it was asked for first'),
    progress: z
      .object({
        done: z.int().describe('Steps that are over'),
        of: z.int().describe('All steps'),
        doing: z.string().describe('What is done now, for people'),
      })
      .optional()
      .describe('How far it is, where that is known'),
  })
  .register(models, {
    id: 'StillReading',
    description:
      'The result is not there yet. The same request with this `reading` has it, or the same answer again. Asking again without `reading` while it is being made begins nothing twice.',
  });
/** In place of the result. */
export type StillReading = z.infer<typeof stillReading>;
