/** API descriptions → tools. */
export { ImportRefused } from './errors.ts';
export { importDocument } from './import.ts';
export type { ImportOptions, ImportResult, ImportWarning, SuggestedAuth } from './types.ts';
