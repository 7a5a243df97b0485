/** The field of a request in words, for people who know the page and not the API: 'accessRules/0/group' is 'access rules, item 1, group'. */

const INDEX = /^\d+$/;
const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]+)*$/;

/** @param pointer a JSON pointer, with or without its first slash */
export const fieldWords = (pointer: string): string =>
  pointer
    .replace(/^\//, '')
    .split('/')
    .map((step) =>
      INDEX.test(step) ? `item ${Number(step) + 1}` : words(step.replaceAll('~1', '/').replaceAll('~0', '~')),
    )
    .join(', ');

/** A name in camel case as words; other names as they are. */
const words = (name: string): string =>
  CAMEL_CASE.test(name)
    ? name.replace(/[A-Z][a-z]*/g, (part) => ` ${part === 'Url' ? 'URL' : part.toLowerCase()}`)
    : name;
