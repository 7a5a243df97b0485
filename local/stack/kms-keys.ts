/** The template's KMS keys, with their key material in the data folder; a new key of the template gets new material. */

import {
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { PortcullisError } from '../../core/lib/errors.ts';
import { type DataFolder, KEYS_FILE } from '../data/folder.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import type { LocalKey } from '../twins/kms.ts';
import { keyArn } from './physical.ts';

/** A key's material in the data folder. */
export interface Stored {
  readonly keyId: string;
  readonly usage: LocalKey['usage'];
  /** Base64; for an asymmetric key its private key (PKCS #8). */
  readonly secret: string;
}

/** Keys by logical id. Throws PortcullisError for a kind of key without a twin. */
export function localKeys(data: DataFolder, template: StackTemplate): Map<string, LocalKey> {
  const known = data.remembered<Record<string, Stored>>(KEYS_FILE, () => ({}));
  const keys = ofType(template, 'AWS::KMS::Key');
  let grown = false;
  for (const [logicalId, { KeyUsage = 'ENCRYPT_DECRYPT', KeySpec = 'SYMMETRIC_DEFAULT', MultiRegion }] of keys) {
    if (KeySpec !== 'SYMMETRIC_DEFAULT' && KeySpec !== 'HMAC_256' && KeySpec !== 'ECC_NIST_P256') {
      throw new PortcullisError('template_unsupported', `The local stack has no keys of spec ${KeySpec}.`);
    }
    if (known[logicalId]) continue;
    known[logicalId] = {
      // Ids of multi-region keys, which are as long (KMS developer guide, multi-Region keys).
      keyId: MultiRegion === true ? `mrk-${randomBytes(16).toString('hex')}` : randomUUID(),
      usage: KeyUsage as LocalKey['usage'],
      secret: (KeySpec === 'ECC_NIST_P256' ? newPrivateKey() : randomBytes(32)).toString('base64'),
    };
    grown = true;
  }
  if (grown) data.write(KEYS_FILE, known);
  return keysOf(known, template.region);
}

/** The keys of a data folder, whoever has it open. */
export const keysOf = (stored: Readonly<Record<string, Stored>>, region: string): Map<string, LocalKey> =>
  new Map(
    Object.entries(stored).map(([logicalId, { keyId, usage, secret }]) => [
      logicalId,
      { id: keyId, arn: keyArn(keyId, region), usage, material: materialOf(usage, secret) },
    ]),
  );

/** The replicas of multi-region keys in another region: the same ids and material. */
export const replicaKeys = (
  template: StackTemplate,
  resolve: Resolve,
  primaries: ReadonlyMap<string, LocalKey>,
): LocalKey[] =>
  ofType(template, 'AWS::KMS::ReplicaKey').map(([logicalId, { PrimaryKeyArn }]) => {
    const primary = [...primaries.values()].find(({ arn }) => arn === resolve(PrimaryKeyArn));
    if (!primary) throw new PortcullisError('template_unsupported', `The key ${logicalId} has no primary key.`);
    return { ...primary, arn: keyArn(primary.id, template.region) };
  });

const newPrivateKey = (): Buffer =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' });

const materialOf = (usage: LocalKey['usage'], secret: string): KeyObject =>
  usage === 'SIGN_VERIFY'
    ? createPrivateKey({ key: Buffer.from(secret, 'base64'), type: 'pkcs8', format: 'der' })
    : createSecretKey(secret, 'base64');
