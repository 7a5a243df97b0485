/** Schemas of roles and rights (core/model/roles.ts). */
import * as z from 'zod';
import { RIGHTS, ROLES } from '../model/roles.ts';

/** Role of a person. */
export const role = z.enum(ROLES);
/** A right that is granted separately from the role. */
export const right = z.enum(RIGHTS);
