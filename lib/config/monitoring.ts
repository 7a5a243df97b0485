/** Metrics, alarms, the budget and traces, which are off unless the owner switches them on (design/monitoring.md). */
import { z } from 'zod';
import { METRIC_LEVELS } from '../../core/audit/measures.ts';
import { httpsUrl, type Refuse, referable, secretArn, secretVersion } from './fields.ts';

/** The settings. */
export const monitoringSettings = {
  /**
   * Metrics of calls: none, for the whole stack, by server, or by tool and class of callers, each with those before it. CloudWatch charges
   * for each combination that occurs (design/monitoring.md).
   */
  metrics: z.enum(['none', ...METRIC_LEVELS]).default('none'),
  /** Whether alarms, and a dashboard of CloudWatch, are made for each stack. Two alarms are always there: of what was given up, and of a late archive. */
  alarms: z.boolean().default(false),
  /**
   * US dollars; above 80 % and 100 % of them in a month, and when 100 % is foreseen, `alarmTopic` is notified. Of all costs of the account.
   */
  monthlyBudget: z.number().min(1).max(10_000_000).optional(),
  /** ARN of the SNS topic that alarms and the budget notify. */
  alarmTopic: referable(/^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'is no ARN of an SNS topic').optional(),
  /** Where traces of calls and lists go: nowhere, to X-Ray, or to an OTLP/HTTP endpoint (design/monitoring.md). */
  traces: z.enum(['none', 'xray', 'otlp']).default('none'),
  /** The whole URL that traces are sent to, such as https://otlp.example.com/v1/traces. */
  otlpEndpoint: httpsUrl.optional(),
  /** ARN of a secret of Secrets Manager with the headers that the endpoint wants, as JSON: {"authorization": "Bearer …"}. */
  otlpSecret: secretArn.optional(),
  /** Version id of that secret, to be given when the headers were replaced: CloudFormation reads a secret again only if the template has changed. */
  otlpSecretVersion: secretVersion.optional(),
  /** Share of calls that are traced, 0 to 1, where the client has not decided it. */
  traceSampling: z.number().min(0).max(1).default(0.05),
};

/** The budget needs a topic, and traces a place to go to. */
export function checkMonitoring(config: z.infer<z.ZodObject<typeof monitoringSettings>>, refuse: Refuse): void {
  const { alarmTopic, monthlyBudget, traces, otlpEndpoint, otlpSecret, otlpSecretVersion } = config;
  if (monthlyBudget !== undefined && !alarmTopic) refuse(['monthlyBudget'], 'needs alarmTopic, which it notifies');
  if ((traces === 'otlp') !== (otlpEndpoint !== undefined)) {
    refuse(['otlpEndpoint'], traces === 'otlp' ? 'is missing: say where traces go' : 'goes only with traces=otlp');
  }
  if (otlpSecret && traces !== 'otlp') refuse(['otlpSecret'], 'goes only with traces=otlp');
  if (otlpSecretVersion && !otlpSecret) refuse(['otlpSecretVersion'], 'goes only with otlpSecret');
}
