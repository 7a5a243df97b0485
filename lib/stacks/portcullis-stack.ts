/** The product as one stack, for one region. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { applyOwnerRules } from '../owner.ts';
import { monitor } from './monitoring.ts';
import { makeFront, makeHome } from './parts.ts';

/** Properties of the one stack. */
export interface PortcullisStackProps extends StackProps {
  readonly config: DeploymentConfig;
  /** Folder of the built dashboard. */
  readonly dashboard: string;
}

/** The stack that `npm run deploy` deploys to one region, and that the local stack runs. */
export class PortcullisStack extends Stack {
  constructor(scope: Construct, id: string, { config, dashboard, ...props }: PortcullisStackProps) {
    super(scope, id, { description: 'Portcullis: governed MCP servers in front of HTTP APIs', ...props });
    makeFront(this, { config, dashboard, home: makeHome(this, config) });
    monitor(this, config);
    applyOwnerRules(this, config);
  }
}
