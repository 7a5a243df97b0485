/** The props of each tab of a server. */
import type { Server } from '../api/types.ts';

export interface TabProps {
  readonly server: Server;
}

/** The props of a section of its settings. */
export interface SectionProps extends TabProps {
  readonly disabled: boolean;
}
