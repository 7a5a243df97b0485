/** Schemas of repairs of API descriptions: those that were made, and those that an import must not make. */
import * as z from 'zod';
import { models } from '../lib/zod/fields.ts';
import { REPAIR_NAMES, type Repair } from '../model/repairs.ts';

const repair = z.enum(REPAIR_NAMES as readonly [Repair, ...Repair[]]);

/** Repairs that an import must not make. */
export const withoutRepairs = z
  .array(repair)
  .max(REPAIR_NAMES.length)
  .describe('Faults of the description that each import leaves as they are; all others of these are repaired');

/** A repair that an import made. */
export const madeRepair = z
  .object({
    name: repair,
    does: z.string().describe('For people'),
    count: z.int().describe('Tools that it touches, or places where it touches none'),
    places: z.array(z.string()).describe('The first of them: names of tools, or JSON pointers'),
  })
  .register(models, { id: 'MadeRepair' });
