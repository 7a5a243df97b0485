/** Error codes of `audit verify`. */
import type { Entries } from './entries.ts';

const EVIDENCE = 'Keep the archive as it is, and look in CloudTrail for who wrote to it.';

/** Faults that `audit verify` finds in an archive. */
export const ARCHIVE: Entries = {
  archive_changing: ['The archive grew while it was read.', 'Run the verification again.'],
  archive_contended: ['Several archivers wrote at the same time.', 'Nothing to do: the batch is tried again.'],
  archive_full: ['The archive has reached the highest manifest number.', 'Start a new archive.'],
  entries_changed: ['The entries of an object do not match its manifest.', EVIDENCE],
  entry_unarchived: [
    'An entry is in the table but never reached the archive.',
    'Look at the archiver’s alarm and log for that time.',
  ],
  key_changed: ['A manifest is signed with another key than the ones before it.', EVIDENCE],
  key_unknown: ['The signing key is not trusted.', 'Pass the fingerprint or id of the key that you trust.'],
  manifest_misplaced: ['A manifest is not stored under its number.', EVIDENCE],
  manifest_missing: ['A manifest of the chain is missing.', EVIDENCE],
  manifest_unreadable: ['A manifest cannot be read.', EVIDENCE],
  object_changed: ['The content of an object does not match the digest in its manifest.', EVIDENCE],
  object_foreign: ['An object in the archive belongs to no manifest.', EVIDENCE],
  object_hidden: ['An object was hidden by a delete marker.', EVIDENCE],
  object_missing: ['An object that a manifest names is missing.', EVIDENCE],
  object_replaced: ['An object was overwritten; its first version still exists.', EVIDENCE],
  row_changed: ['An entry in the table differs from the archived one.', EVIDENCE],
  row_missing: ['An archived entry is missing in the table.', EVIDENCE],
  signature_wrong: ['The signature of a manifest is wrong.', EVIDENCE],
};
