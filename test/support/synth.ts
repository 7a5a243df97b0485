/**
 * Synthesizes the stack without bundling the functions' code, without CDK's own validation of the template and without a copy of its assets
 * (same construct tree and template; half a second of CPU instead of six). test/infra/nag.test.ts validates.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  readonly name: string;
  readonly region: string;
  /** Folder of the cloud assembly. */
  readonly outdir: string;
  readonly template: Template;
  readonly resources: Record<string, Resource>;
  /** Resources of one type, by logical id. */
  ofType(type: string): Array<readonly [string, Resource]>;
}

type Validation = Pick<AppProps, 'builtinCloudFormationValidation'>;

export const UNCHECKED: Validation = { builtinCloudFormationValidation: false };
/** With CDK's own validation of the template, as `npm run synth` and `npm run deploy` do it. */
export const VALIDATED: Validation = { builtinCloudFormationValidation: true };

/** What CDK leaves out where only the templates are wanted. */
export const TEMPLATES_ONLY = {
  'aws:cdk:bundling-stacks': [],
  // 22 MB for each layout.
  'aws:cdk:disable-asset-staging': true,
  // They are in no template, and Jest makes each dear.
  'aws:cdk:disable-stack-trace': true,
  'aws:cdk:disable-creation-stack-traces': true,
};

export const emptyApp = (validation: Validation) => new App({ context: TEMPLATES_ONLY, ...validation });

/** What `make` makes, with a dashboard of one empty page: templates are the same whether the real one is built or not. */
export function withoutDashboard<T>(make: () => T): T {
  const dashboard = mkdtempSync(join(tmpdir(), 'dashboard-'));
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html>');
  process.env['PORTCULLIS_SITE'] = dashboard;
  try {
    return make();
  } finally {
    delete process.env['PORTCULLIS_SITE'];
  }
}

export function makeApp(
  config: Partial<DeploymentConfig> = {},
  validation = UNCHECKED,
): { app: App; stack: PortcullisStack } {
  const app = emptyApp(validation);
  const props = { config: deploymentConfig.parse(config) };
  return { app, stack: withoutDashboard(() => new PortcullisStack(app, props.config.stackName, props)) };
}

export const REGIONS = ['us-east-1', 'eu-west-1', 'ap-southeast-2'] as const;

/** The app with three regions, home first. */
export function makeRegionalApp(config: Partial<DeploymentConfig> = {}, validation = UNCHECKED) {
  const app = emptyApp(validation);
  const settings = deploymentConfig.parse({ regions: [...REGIONS], ...config });
  return { app, ...withoutDashboard(() => makeRegionalStacks(app, settings)) };
}

/** The result must not be modified. */
export function synthesize(config: Partial<DeploymentConfig> = {}): Synthesized {
  const [made] = synthesizedOnce('one region', config, () => [makeApp(config).stack]);
  return made as Synthesized;
}

/** `edge` is the first of the other regions. The results must not be modified. */
export function synthesizeRegions(config: Partial<DeploymentConfig> = {}) {
  const [home, front, edge, ...others] = synthesizedOnce('regions', config, () => {
    const stacks = makeRegionalApp(config);
    return [stacks.home, stacks.front, ...stacks.edges];
  }) as [Synthesized, Synthesized, Synthesized, ...Synthesized[]];
  return { home, edge, others, front };
}

const known = new Map<string, readonly Synthesized[]>();

/** A layout is synthesized once in a run: what one test file has made, others read. */
function synthesizedOnce(
  kind: string,
  config: Partial<DeploymentConfig>,
  make: () => readonly Stack[],
): readonly Synthesized[] {
  const key = createHash('sha256')
    .update(JSON.stringify([kind, config]))
    .digest('hex');
  const read = known.get(key);
  if (read) return read;
  const file = join(tmpdir(), `synthesized-${key}.json`);
  if (!existsSync(file)) {
    const templates = make().map((stack) => ({
      name: stack.stackName,
      region: stack.region,
      outdir: App.of(stack)?.outdir,
      template: Template.fromStack(stack).toJSON(),
    }));
    // Two workers may do this at the same moment; none reads half a file.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(templates));
    renameSync(`${file}.${process.pid}`, file);
  }
  const made = (JSON.parse(readFileSync(file, 'utf8')) as Written[]).map(synthesized);
  known.set(key, made);
  return made;
}

type Written = Pick<Synthesized, 'name' | 'region' | 'outdir'> & {
  readonly template: Record<string, unknown> & { readonly Resources: Record<string, Resource> };
};

const synthesized = ({ template, ...stack }: Written): Synthesized => ({
  ...stack,
  template: Template.fromJSON(template),
  resources: template.Resources,
  ofType: (type) => Object.entries(template.Resources).filter(([, resource]) => resource.Type === type),
});
