/** Error codes of `audit verify`. */
import type { Entries } from './entries.ts';

const EVIDENCE = 'Keep the archive as it is, and look in CloudTrail for who wrote to it.';

/** Faults that `audit verify` finds in an archive. */
export const ARCHIVE: Entries = {
  archive_changing: ['The archive grew while it was read.', 'Run the verification again.'],
  archive_contended: [
    'Many archivers wrote at the same moment and none got its turn.',
    'Nothing; the batch is tried again.',
  ],
  archive_full: ['The archive has as many manifests as its numbers can name.', 'Start a new archive.'],
  entries_changed: ['The entries of an object are not those that its manifest names.', EVIDENCE],
  entry_unarchived: [
    'An entry is in the table and never came to the archive.',
    'Look at the archiver’s alarm and log for that time.',
  ],
  key_changed: ['A manifest is signed with another key than those before.', EVIDENCE],
  key_unknown: ['The signing key is not one that is trusted.', 'Give the key’s fingerprint or id that you trust.'],
  manifest_misplaced: ['A manifest does not stand where its number belongs.', EVIDENCE],
  manifest_missing: ['A manifest of the chain is gone.', EVIDENCE],
  manifest_unreadable: ['A manifest cannot be read.', EVIDENCE],
  object_changed: ['An object’s bytes are not those that its manifest names.', EVIDENCE],
  object_foreign: ['An object in the archive is of no manifest and none of ours.', EVIDENCE],
  object_hidden: ['An object was hidden by a delete marker.', EVIDENCE],
  object_missing: ['An object that a manifest names is gone.', EVIDENCE],
  object_replaced: ['An object was written over; the first version is still there.', EVIDENCE],
  row_changed: ['An entry in the table is not what was archived.', EVIDENCE],
  row_missing: ['An archived entry is gone from the table.', EVIDENCE],
  signature_wrong: ['A manifest’s signature does not fit it.', EVIDENCE],
};
