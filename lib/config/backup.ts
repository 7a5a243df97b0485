/** Backups of tables, documents and earlier versions by AWS Backup, beside point-in-time recovery, which every table has (design/operations.md). */
import { z } from 'zod';
import { type Refuse, referable } from './fields.ts';

/** The longest retention that the lock of a vault takes: 100 years. */
const MAX_DAYS = 36_500;
const DEFAULT_DAYS = 35;

/** The settings. */
export const backupSettings = {
  /** Whether AWS Backup stores every table, the uploaded documents and the tools of earlier versions each day, in a vault of its own. $0.10 per gigabyte and month of tables, $0.05 of documents. */
  backup: z.enum(['none', 'daily']).default('none'),
  /** For how many days a backup is kept. */
  backupRetentionDays: z.int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS),
  /**
   * Lock of the vault: with `governance` nobody without a right of their own deletes a backup early; with `compliance` nobody at all,
   * from three days after the deployment on, and the lock cannot be taken away.
   */
  backupLock: z.enum(['none', 'governance', 'compliance']).default('none'),
  /** ARN of an existing vault, in another region or account, that gets a copy of each backup. */
  backupCopyTo: referable(
    /^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
    'is no ARN of a backup vault',
  ).optional(),
};

/** What belongs to a backup goes with one. */
export function checkBackup(
  { backup, backupLock, backupCopyTo, backupRetentionDays }: z.infer<z.ZodObject<typeof backupSettings>>,
  refuse: Refuse,
): void {
  if (backup !== 'none') return;
  if (backupLock !== 'none') refuse(['backupLock'], 'goes with backup=daily only');
  if (backupCopyTo !== undefined) refuse(['backupCopyTo'], 'goes with backup=daily only');
  if (backupRetentionDays !== DEFAULT_DAYS) {
    refuse(['backupRetentionDays'], 'goes with backup=daily only');
  }
}
