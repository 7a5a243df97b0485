/**
 * The keys: one CMK for upstream credentials, kept answers and held ones (encryption contexts tell them apart), one HMAC key that signs
 * bundles and lockfiles, one HMAC key from which the token-hash key is derived. Two HMAC keys, because whoever checks
 * tokens must be able to use theirs, and must not thereby be able to sign bundles. A third one, for placeholders, is the sandbox's alone.
 */
import { RemovalPolicy } from 'aws-cdk-lib';
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { type DeploymentConfig, isRegional } from '../config.ts';

/** The keys as their users know them, in whichever region. */
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
    const removalPolicy = config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const spread = isRegional(config) ? { multiRegion: true } : {};
    this.credentials = new Key(this, 'Credentials', {
      description:
        'Portcullis: encrypts upstream credentials (encryption context serverId and origin), kept answers (answersOf) and held ones (heldOf)',
      enableKeyRotation: true,
      removalPolicy,
      ...spread,
    });
    const hmac = (keyId: string, description: string) =>
      new Key(this, keyId, {
        description,
        keySpec: KeySpec.HMAC_256,
        keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
        removalPolicy,
        ...spread,
      });
    this.signing = hmac('Signing', 'Portcullis: signs bundles and lockfiles');
    this.tokens = hmac('TokenHash', 'Portcullis: derives the key under which connection tokens are hashed');
    this.placeholders = hmac('Placeholders', 'Portcullis: derives the keys of placeholders, for the sandbox alone');
  }
}
