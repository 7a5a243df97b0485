/** What an owner's organization wants of every stack, whatever is in it: tags on resources, a boundary on roles. */
import { type Stack, Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { DeploymentConfig } from './config.ts';

/** Puts tags and permissions boundary on everything in the stack. */
export function applyOwnerRules(stack: Stack, { tags, permissionsBoundary }: DeploymentConfig): void {
  for (const [key, value] of Object.entries(tags)) Tags.of(stack).add(key, value);
  if (permissionsBoundary) {
    PermissionsBoundary.of(stack).apply(ManagedPolicy.fromManagedPolicyArn(stack, 'Boundary', permissionsBoundary));
  }
}
