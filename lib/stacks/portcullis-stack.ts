/** The product as one stack, for one region. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { applyOwnerRules } from '../owner.ts';
import { makeOutputs } from './parts.ts';
import { Portcullis } from './portcullis.ts';
import { madeIn, propsOf } from './props.ts';

/** Properties of the one stack. */
export interface PortcullisStackProps extends StackProps {
  readonly config: DeploymentConfig;
  /** The region of the shell, in which it will be deployed. */
  readonly shellRegion?: string | undefined;
}

/** The stack that `npm run deploy` deploys to one region, and that the local stack runs. */
export class PortcullisStack extends Stack {
  constructor(scope: Construct, id: string, { config, shellRegion, ...props }: PortcullisStackProps) {
    super(scope, id, {
      description: 'Portcullis: governed MCP servers in front of HTTP APIs',
      terminationProtection: config.terminationProtection,
      ...props,
    });
    const { parts } = new Portcullis(
      this,
      'Installation',
      madeIn({ scope: this, region: shellRegion }, propsOf(this, config)),
    );
    makeOutputs(this, parts);
    applyOwnerRules(this, config);
  }
}
