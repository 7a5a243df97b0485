/** Browsers and password managers save what is typed as a password unless each is told in its own words not to. */
export const NOT_SAVED = {
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
  'data-lpignore': 'true',
} as const;
