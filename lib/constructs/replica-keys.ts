/**
 * The home region's keys in another region: the same material under the same id, so that what home has signed, hashed and
 * encrypted is checked, hashed and decrypted here without asking home. Each replica has a policy of its own.
 */
import { RemovalPolicy } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey, type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
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
      key.applyRemovalPolicy(config.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
      return Key.fromKeyArn(this, `${keyId}Key`, key.attrArn);
    };
    this.credentials = replica('Credentials', primary.credentials);
    this.signing = replica('Signing', primary.signing);
    this.tokens = replica('TokenHash', primary.tokens);
    this.placeholders = replica('Placeholders', primary.placeholders);
  }
}

/** As CDK's default for keys: the account's own policies decide, role by role. */
const accountPolicy = () =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({ actions: ['kms:*'], principals: [new AccountRootPrincipal()], resources: ['*'] }),
    ],
  });
