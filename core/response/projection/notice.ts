/** The notes on wanted fields that an answer does not have. Names come from the upstream, so only plain ones are shown. */
import { lazy } from '../../lib/lazy.ts';
import type { MissingField } from './project.ts';

const MAX_FIELDS = 10;
const MAX_NAMES = 20;
const NAME = lazy(() => /^[\p{L}\p{N}_.$@-]{1,40}$/u);

/** One line for each field. */
export function missingLines(missing: readonly MissingField[]): string[] {
  const lines = missing.slice(0, MAX_FIELDS).map(({ path, names }) => {
    const plain = names.filter((name) => NAME().test(name));
    const listed = plain.slice(0, MAX_NAMES).join(', ');
    const more = names.length > Math.min(plain.length, MAX_NAMES) ? ', …' : '';
    const subject = /^[\p{L}\p{N}_.$@*-]{1,200}$/u.test(path)
      ? `The answer has no field ${path}`
      : 'A wanted field is not in the answer';
    return `${subject}; there ${listed === '' ? 'is none with a plain name' : `are ${listed}${more}`}.`;
  });
  return missing.length > MAX_FIELDS
    ? [...lines, `${missing.length - MAX_FIELDS} more wanted fields are not there.`]
    : lines;
}
