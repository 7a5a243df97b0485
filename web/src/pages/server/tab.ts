/** What each tab of a server is given. */
import type { Server } from '../../api/types.ts';

export interface TabProps {
  readonly server: Server;
}
