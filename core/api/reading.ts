/** What the routes that read an API description answer while it is being read. */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';

/** The name of a reading, under which it is asked for again. */
export const readingId = z
  .string()
  // The first character of a ULID is at most 7, because its time has 48 bits.
  .regex(/^read_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  .describe('From an answer that says that the description is being read');

/** {@link readingId} as a value. */
export type ReadingId = z.infer<typeof readingId>;

/** Query of the routes that take nothing but the name of a reading. */
export const readingQuery = z.strictObject({ reading: readingId.optional() });

/** In place of the result. */
export const stillReading = z
  .object({
    reading: readingId,
    seconds: z.int().describe('Since it was asked for first'),
  })
  .register(models, {
    id: 'StillReading',
    description:
      'The description is being read still. The same request with this `reading` has the result, or the same answer again.',
  });
/** In place of the result. */
export type StillReading = z.infer<typeof stillReading>;
