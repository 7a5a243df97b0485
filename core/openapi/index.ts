/** API descriptions → tools. */

export { REPAIR_NAMES, REPAIRS, type Repair } from '../model/repairs.ts';
export { importDocument } from './import.ts';
export type { ImportOptions, ImportResult, ImportWarning, SuggestedAuth } from './model/types.ts';
