/**
 * Reads the audit table's stream and archives each batch as a whole: one object, one manifest. If archiving fails, it throws, and the
 * stream delivers the same records again for as long as it has them; archiving a batch twice does no harm (design/audit.md). An
 * overwritten or deleted entry, which no role may write, is archived as such and logged at once.
 */

import type { DynamoDBStreamEvent } from 'aws-lambda';
import { newArchiver } from '../../aws/auditArchive.ts';
import { logError } from '../../aws/lib/log.ts';
import { emit } from '../../aws/lib/metrics.ts';
import { changeOf, type StreamRecord } from '../../core/audit/changes.ts';
import { isoNow } from '../../core/lib/ids.ts';

const archive = newArchiver();

/** Archives one batch of the audit table's stream. Throws when it could not, so that the stream delivers the batch again. */
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
  const began = seconds === undefined ? Date.now() : seconds * 1_000;
  await archive({ changes, source: first.eventSourceARN ?? '', began: isoNow(began) });
  emit({ ArchiveLag: Math.max(0, Date.now() - began) });
}
