/** Keys of the template with the material that the data folder keeps for them; a new key of the template gets new material. */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { DataFolder } from '../data/folder.ts';
import { LocalStackError } from '../errors.ts';
import { keyArn } from '../physical.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import type { LocalKey } from './kms.ts';

interface Stored {
  readonly keyId: string;
  readonly usage: LocalKey['usage'];
  /** Base64. */
  readonly secret: string;
}

const FILE = 'kms.json';

/** By logical id. Throws LocalStackError for a kind of key that has no twin. */
export function localKeys(data: DataFolder, template: StackTemplate): Map<string, LocalKey> {
  const known = data.remembered<Record<string, Stored>>(FILE, () => ({}));
  const keys = ofType(template, 'AWS::KMS::Key');
  let grown = false;
  for (const [logicalId, { KeyUsage = 'ENCRYPT_DECRYPT', KeySpec = 'SYMMETRIC_DEFAULT' }] of keys) {
    if (KeySpec !== 'SYMMETRIC_DEFAULT' && KeySpec !== 'HMAC_256') {
      throw new LocalStackError('template_unsupported', `The local stack has no keys of spec ${KeySpec}.`);
    }
    if (known[logicalId]) continue;
    known[logicalId] = {
      keyId: randomUUID(),
      usage: KeyUsage as LocalKey['usage'],
      secret: randomBytes(32).toString('base64'),
    };
    grown = true;
  }
  if (grown) data.write(FILE, known);
  return new Map(
    Object.entries(known).map(([logicalId, { keyId, usage, secret }]) => [
      logicalId,
      { id: keyId, arn: keyArn(keyId), usage, material: createSecretKey(secret, 'base64') },
    ]),
  );
}
