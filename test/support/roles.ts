/** For sandboxes of tests that assume no role. */
import type { Roles } from '../../lambdas/sandbox/roles.ts';

export const NO_ROLES: Roles = {
  allowed: [],
  assume: () => Promise.reject(new Error('No roles here.')),
};
