/**
 * Reads the audit table's stream and archives each batch whole: one object, one manifest. It fails as a whole, too, and is then handed
 * the same records again, for as long as the stream has them; a batch that is archived twice does no harm (design/audit.md).
 * An overwrite or a deletion, which nobody may do, is archived as what it is and said in the log at once.
 */

import type { DynamoDBStreamEvent } from 'aws-lambda';
import { newArchiver } from '../../aws/auditArchive.ts';
import { logError } from '../../aws/log.ts';
import { changeOf, type StreamRecord } from '../../core/audit/changes.ts';
import { isoNow } from '../../core/ids.ts';

const archive = newArchiver();

/** Archives one batch of the audit table's stream. Throws when it could not: the stream hands the batch over again. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const [first] = Records;
  if (!first) return;
  const records = Records as readonly StreamRecord[];
  const changes = records.map(changeOf);
  for (const { change, serverDay, entryId } of changes) {
    if (change === 'INSERT') continue;
    logError('audit_entry_changed', { entry: { change, serverDay, entryId } });
  }
  const seconds = records[0]?.dynamodb?.ApproximateCreationDateTime;
  await archive({
    changes,
    source: first.eventSourceARN ?? '',
    began: isoNow(seconds === undefined ? Date.now() : seconds * 1_000),
  });
}
