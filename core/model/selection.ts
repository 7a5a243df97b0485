/** The row with the sentences of a server and the tools that they should find. It is beside the settings and not in the server's row, which every call reads. */
import type { Exposed } from './exposition.ts';

/** Bounds of the sentences of a server; together they stay below the size of a row. */
export const SELECTION_LIMITS = { sentences: 200, length: 500 } as const;

/** A sentence of the owner's, as it is stored. */
export interface StoredSentence {
  readonly sentence: string;
  readonly toolId: string;
  /** Of the tool when the sentence was saved: what is said of a tool that is gone. */
  readonly name: string;
  /** The ranks that later ones are compared with. */
  readonly was: Readonly<Record<Exposed, number | null>>;
}

/** The sentences of one server. Key: `settingsId`. */
export interface SelectionRow {
  /** `selection.<server id>` */
  readonly settingsId: string;
  readonly sentences: readonly StoredSentence[];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly updatedByName?: string;
  readonly version: number;
}
