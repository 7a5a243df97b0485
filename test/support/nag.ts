/** What cdk-nag's AwsSolutions pack finds in an app, and what of it is accepted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ACKNOWLEDGED } from './acknowledged.ts';

interface Report {
  readonly pluginReports: Array<{
    readonly violations: Array<{
      readonly ruleName: string;
      readonly violatingConstructs: Array<{ readonly constructPath?: string }>;
    }>;
  }>;
}

const rules = (report: Report): string[] =>
  report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    ),
  );

/** Whether lib/ accepts a finding, with its reason. */
export const isAcknowledged = (each: string): boolean => ACKNOWLEDGED.some(({ finding }) => finding.test(each));

/** Synthesizes an app under the pack; each finding with the path of its construct. */
export function findingsOfNag(app: App): string[] {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  let report = '';
  try {
    app.synth();
  } catch {
    report = readFileSync(join(app.outdir, 'validation-report.json'), 'utf8');
  }
  return report === '' ? [] : rules(JSON.parse(report));
}
