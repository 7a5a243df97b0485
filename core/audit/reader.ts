/** How the files of an audit archive are read, wherever it lies. */

/** A file of the archive. */
export interface ArchiveFile {
  readonly key: string;
  /** A delete marker hides it. */
  readonly isHidden?: boolean;
  /** How many versions it has; one, unless somebody wrote over it. Absent where nobody can tell. */
  readonly versions?: number;
}

/** Reads an archive, wherever it lies. */
export interface ArchiveReader {
  /** Files below a folder in the order of their keys, from the one after `after` on. Hidden ones too, where they can be told. */
  list(folder: string, after?: string): AsyncIterable<ArchiveFile>;
  /** Undefined when there is none. */
  read(key: string): Promise<Uint8Array | undefined>;
}
