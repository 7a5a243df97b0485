/** Errors of SCIM (RFC 7644, section 3.12): a stable code of ours with the `scimType` that clients know, by one table. */
import { PortcullisError } from '../lib/errors.ts';

/** Code → scimType; RFC 7644, table 9. Codes that are not in it have none. */
export const SCIM_TYPES = {
  scim_filter_invalid: 'invalidFilter',
  scim_path_invalid: 'invalidPath',
  scim_value_invalid: 'invalidValue',
  scim_syntax_invalid: 'invalidSyntax',
  scim_no_target: 'noTarget',
  scim_read_only: 'mutability',
  scim_not_unique: 'uniqueness',
  scim_too_many: 'tooMany',
} as const;

/** A code that has a scimType. */
export type ScimCode = keyof typeof SCIM_TYPES;

/** An error of a request. The message names the attribute and the rule. */
export const scimError = (code: ScimCode | 'scim_not_found', message: string): PortcullisError =>
  new PortcullisError(code, message);
