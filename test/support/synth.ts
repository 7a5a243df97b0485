/**
 * Synthesizes the stack without bundling the functions' code and without CDK's own validation of the template (same construct tree and
 * template; half a second of CPU instead of six). test/infra/nag.test.ts validates.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProps, Stack } from 'aws-cdk-lib';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { type DeploymentConfig, deploymentConfig } from '../../lib/config.ts';
import { PortcullisStack } from '../../lib/stacks/portcullis-stack.ts';
import { makeRegionalStacks } from '../../lib/stacks/regional-stacks.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
}

export interface Synthesized {
  readonly app: App;
  readonly stack: Stack;
  readonly template: Template;
  readonly resources: Record<string, Resource>;
  /** Resources of one type, by logical id. */
  ofType(type: string): Array<readonly [string, Resource]>;
}

type Validation = Pick<AppProps, 'builtinCloudFormationValidation'>;

const UNCHECKED: Validation = { builtinCloudFormationValidation: false };
/** With CDK's own validation of the template, as `npm run synth` and `npm run deploy` do it. */
export const VALIDATED: Validation = { builtinCloudFormationValidation: true };
const emptyApp = (validation: Validation) => new App({ context: { 'aws:cdk:bundling-stacks': [] }, ...validation });

function emptyDashboard(): string {
  const dashboard = mkdtempSync(join(tmpdir(), 'dashboard-'));
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html>');
  return dashboard;
}

export function makeApp(
  config: Partial<DeploymentConfig> = {},
  validation = UNCHECKED,
): { app: App; stack: PortcullisStack } {
  const app = emptyApp(validation);
  const props = { config: deploymentConfig.parse(config), dashboard: emptyDashboard() };
  return { app, stack: new PortcullisStack(app, 'Portcullis', props) };
}

export const REGIONS = ['us-east-1', 'eu-west-1', 'ap-southeast-2'] as const;

/** The app with three regions, home first. */
export function makeRegionalApp(config: Partial<DeploymentConfig> = {}, validation = UNCHECKED) {
  const app = emptyApp(validation);
  const settings = deploymentConfig.parse({ regions: [...REGIONS], ...config });
  return { app, ...makeRegionalStacks(app, settings, emptyDashboard()) };
}

const known = new Map<string, Synthesized>();

/** Cached by configuration within a test file; the result must not be modified. */
export function synthesize(config: Partial<DeploymentConfig> = {}): Synthesized {
  const key = JSON.stringify(config);
  const found = known.get(key);
  if (found) return found;
  const { app, stack } = makeApp(config);
  const made = synthesized(app, stack);
  known.set(key, made);
  return made;
}

export function synthesizeRegions(config: Partial<DeploymentConfig> = {}) {
  const { app, home, edges, front } = makeRegionalApp(config);
  const [nearer, ...others] = edges.map((stack) => synthesized(app, stack));
  return { app, home: synthesized(app, home), edge: nearer as Synthesized, others, front: synthesized(app, front) };
}

function synthesized(app: App, stack: Stack): Synthesized {
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
