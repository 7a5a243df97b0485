/** Synthesizes the stack without bundling the functions' code (construct tree and template are the same; about 2 s). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { type DeploymentConfig, deploymentConfig } from '../../lib/config.ts';
import { PortcullisStack } from '../../lib/stacks/portcullis-stack.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
}

export interface Synthesized {
  readonly app: App;
  readonly stack: PortcullisStack;
  readonly template: Template;
  readonly resources: Record<string, Resource>;
  /** Resources of one type, by logical id. */
  ofType(type: string): Array<readonly [string, Resource]>;
}

export function makeApp(config: Partial<DeploymentConfig> = {}): { app: App; stack: PortcullisStack } {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const dashboard = mkdtempSync(join(tmpdir(), 'dashboard-'));
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html>');
  const stack = new PortcullisStack(app, 'Portcullis', { config: deploymentConfig.parse(config), dashboard });
  return { app, stack };
}

export function synthesize(config: Partial<DeploymentConfig> = {}): Synthesized {
  const { app, stack } = makeApp(config);
  const template = Template.fromStack(stack);
  const resources = template.toJSON()['Resources'] as Record<string, Resource>;
  return {
    app,
    stack,
    template,
    resources,
    ofType: (type) => Object.entries(resources).filter(([, resource]) => resource.Type === type),
  };
}
