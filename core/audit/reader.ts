/** The interface for reading the files of an audit archive: on S3, in a folder or in a local stack. */

/** A file of the archive. */
export interface ArchiveFile {
  readonly key: string;
  /** True when a delete marker hides it. */
  readonly isHidden?: boolean;
  /** Number of its versions; more than one if it was overwritten. Absent when the storage has no versions. */
  readonly versions?: number;
}

/** Reads an archive. */
export interface ArchiveReader {
  /**
   * Lists the files in a folder in the order of their keys, with hidden ones if the storage has delete markers.
   * @param after key after which the list begins
   */
  list(folder: string, after?: string): AsyncIterable<ArchiveFile>;
  /** The content of a file; undefined when it does not exist. */
  read(key: string): Promise<Uint8Array | undefined>;
}
