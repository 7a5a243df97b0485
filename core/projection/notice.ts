/** What the model is told of fields that it wanted and an answer does not have. Names are the upstream's words, so only plain ones are told. */
import type { MissingField } from './project.ts';

const MOST_FIELDS = 10;
const MOST_NAMES = 20;
const NAME = /^[\p{L}\p{N}_.$@-]{1,40}$/u;

/** A line for each. */
export function missingLines(missing: readonly MissingField[]): string[] {
  const lines = missing.slice(0, MOST_FIELDS).map(({ path, names }) => {
    const plain = names.filter((name) => NAME.test(name));
    const listed = plain.slice(0, MOST_NAMES).join(', ');
    const more = names.length > Math.min(plain.length, MOST_NAMES) ? ', …' : '';
    const said = /^[\p{L}\p{N}_.$@*-]{1,200}$/u.test(path)
      ? `The answer has no field ${path}`
      : 'A wanted field is not in the answer';
    return `${said}; there ${listed === '' ? 'is none with a plain name' : `are ${listed}${more}`}.`;
  });
  return missing.length > MOST_FIELDS
    ? [...lines, `${missing.length - MOST_FIELDS} more wanted fields are not there.`]
    : lines;
}
