/** The surface digest of a server's live version, from the key of its lockfile. */
import type { ServerRow } from '../../core/records.ts';

/** SHA-256 in lower-case hex; undefined for a server that never was live. */
export const liveSurface = ({ lockfileKey }: Pick<ServerRow, 'lockfileKey'>): string | undefined =>
  lockfileKey && /([0-9a-f]{64})\.json\.gz$/.exec(lockfileKey)?.[1];
