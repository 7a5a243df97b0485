/**
 * The KMS keys: a symmetric key for upstream credentials, kept answers and held answers (each with another encryption
 * context), and three HMAC keys: one signs bundles and lockfiles, one derives the key for token hashes, one derives the
 * keys of placeholders. They are separate, because the functions that check tokens must not be able to sign bundles, and
 * only the sandbox may use placeholders.
 */
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { type DeploymentConfig, isRegional } from '../config.ts';
import { kept } from './kept.ts';

/** The keys of one region. */
export interface KeySet {
  readonly credentials: IKey;
  readonly signing: IKey;
  readonly tokens: IKey;
  readonly placeholders: IKey;
}

/** The keys of the home region. */
export class Keys extends Construct implements KeySet {
  readonly credentials: Key;
  readonly signing: Key;
  readonly tokens: Key;
  readonly placeholders: Key;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    const removalPolicy = kept(config);
    const multiRegion = isRegional(config) ? { multiRegion: true } : {};
    this.credentials = new Key(this, 'Credentials', {
      description:
        'Portcullis: encrypts upstream credentials (encryption context serverId and origin), kept answers (answersOf) and held ones (heldOf)',
      enableKeyRotation: true,
      removalPolicy,
      ...multiRegion,
    });
    const hmac = (keyId: string, description: string) =>
      new Key(this, keyId, {
        description,
        keySpec: KeySpec.HMAC_256,
        keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
        removalPolicy,
        ...multiRegion,
      });
    this.signing = hmac('Signing', 'Portcullis: signs bundles and lockfiles');
    this.tokens = hmac('TokenHash', 'Portcullis: derives the key under which connection tokens are hashed');
    this.placeholders = hmac('Placeholders', 'Portcullis: derives the keys of placeholders, for the sandbox alone');
  }
}
