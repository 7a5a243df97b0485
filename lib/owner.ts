/** Rules of the owner's organization for all stacks: tags on resources, a permissions boundary on roles. */
import { type Stack, Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { DeploymentConfig } from './config.ts';

/** Applies tags and permissions boundary to everything in the stack. */
export function applyOwnerRules(stack: Stack, { tags, permissionsBoundary }: DeploymentConfig): void {
  for (const [key, value] of Object.entries(tags)) Tags.of(stack).add(key, value);
  if (permissionsBoundary) {
    PermissionsBoundary.of(stack).apply(ManagedPolicy.fromManagedPolicyArn(stack, 'Boundary', permissionsBoundary));
  }
}
