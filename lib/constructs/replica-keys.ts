/**
 * Replicas of the home region's keys in another region: the same key material and id, so that the region can verify, hash
 * and decrypt without calling the home region. Each replica has a key policy of its own.
 */
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey, type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { kept } from './kept.ts';
import type { KeySet } from './keys.ts';

/** Replicas of the home region's keys. */
export class ReplicaKeys extends Construct implements KeySet {
  readonly credentials: IKey;
  readonly signing: IKey;
  readonly tokens: IKey;
  readonly placeholders: IKey;

  constructor(scope: Construct, id: string, { config, primary }: { config: DeploymentConfig; primary: KeySet }) {
    super(scope, id);
    const replica = (keyId: string, { keyArn }: IKey): IKey => {
      const key = new CfnReplicaKey(this, keyId, { primaryKeyArn: keyArn, keyPolicy: accountPolicy() });
      key.applyRemovalPolicy(kept(config));
      return Key.fromKeyArn(this, `${keyId}Key`, key.attrArn);
    };
    this.credentials = replica('Credentials', primary.credentials);
    this.signing = replica('Signing', primary.signing);
    this.tokens = replica('TokenHash', primary.tokens);
    this.placeholders = replica('Placeholders', primary.placeholders);
  }
}

/** CDK's default key policy: the IAM policies of the account's roles decide. */
const accountPolicy = () =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({ actions: ['kms:*'], principals: [new AccountRootPrincipal()], resources: ['*'] }),
    ],
  });
