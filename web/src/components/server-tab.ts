/** The props of each tab of a server. */
import type { Server } from '../api/types.ts';

export interface TabProps {
  readonly server: Server;
}
