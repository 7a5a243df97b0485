/** Attributes that keep browsers and password managers from saving a field as a password; each needs its own. */
export const NOT_SAVED = {
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
  'data-lpignore': 'true',
} as const;
