/** In the package, in place of lib/dashboard.ts: the dashboard was built when the package was made. */
import { join } from 'node:path';

/** Its folder. */
export const dashboardFolder = (): string => join(import.meta.dirname, 'dashboard');
