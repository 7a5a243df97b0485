/**
 * The proactive controls of Control Tower that the templates do not meet, each with its reason; the test fails for one that is not here, and
 * for one that is met. docs/guides/governed-accounts.md tells security teams the same.
 */

/** Entrances that a control is not met with. */
export interface Exception {
  readonly control: string;
  /** Undefined: all. */
  readonly entrances?: readonly ('cloudfront' | 'rest' | 'private')[];
  readonly reason: string;
}

const BEHIND_DISTRIBUTION = ['cloudfront', 'rest'] as const;
const WITH_REST_API = ['rest', 'private'] as const;

/** By control. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    control: 'CT.LAMBDA.PR.5',
    entrances: ['cloudfront'],
    reason: 'Function URLs without IAM, behind a secret header: entrance=rest or private has none.',
  },
  { control: 'CT.LAMBDA.PR.2', entrances: ['cloudfront'], reason: 'The permissions of these function URLs.' },
  {
    control: 'CT.APIGATEWAY.PR.1',
    entrances: WITH_REST_API,
    reason: 'Execution logs would have paths, which may be tokens, and need a role of the whole account.',
  },
  {
    control: 'CT.APIGATEWAY.PR.2',
    entrances: WITH_REST_API,
    reason: 'Calls are traced by spans of their own (traces).',
  },
  {
    control: 'CT.APIGATEWAY.PR.5',
    entrances: BEHIND_DISTRIBUTION,
    reason: 'Routes for people without a login: sign-in of clients, tokens, automation keys. Their functions check.',
  },
  {
    control: 'CT.CLOUDFRONT.PR.4',
    entrances: BEHIND_DISTRIBUTION,
    reason: 'A request that changes something must not be sent to a second origin.',
  },
  { control: 'CT.CLOUDFRONT.PR.5', entrances: BEHIND_DISTRIBUTION, reason: 'Paths may be tokens.' },
  { control: 'CT.CLOUDFRONT.PR.6', entrances: BEHIND_DISTRIBUTION, reason: 'Met with domainNames.' },
  { control: 'CT.CLOUDFRONT.PR.7', entrances: BEHIND_DISTRIBUTION, reason: 'Met with domainNames.' },
  { control: 'CT.CLOUDFRONT.PR.9', entrances: BEHIND_DISTRIBUTION, reason: 'Met with domainNames.' },
  { control: 'CT.CLOUDWATCH.PR.1', reason: 'Met with alarmTopic.' },
  { control: 'CT.CLOUDWATCH.PR.2', reason: 'Met with logRetentionDays=365.' },
  { control: 'CT.CLOUDWATCH.PR.3', reason: 'Met with dataKey=own.' },
  { control: 'CT.KMS.PR.3', reason: "No key policy allows grants to others than the account's administrators." },
  { control: 'CT.LAMBDA.PR.3', reason: 'Only the two functions that call APIs have anything to reach in a network.' },
  { control: 'CT.S3.PR.2', reason: 'Server access logs add nothing to data events of CloudTrail.' },
  { control: 'CT.S3.PR.3', reason: 'The archive keeps each object for its retention, and has one version of each.' },
  { control: 'CT.S3.PR.4', reason: 'Nobody would listen.' },
  { control: 'CT.S3.PR.6', reason: 'Archive and pages have nothing that expires.' },
  { control: 'CT.S3.PR.9', reason: 'Only the archive is to be locked.' },
  { control: 'CT.S3.PR.10', reason: 'Met with dataKey=own.' },
  { control: 'CT.S3.PR.11', entrances: BEHIND_DISTRIBUTION, reason: 'The pages can be made again.' },
  { control: 'CT.SQS.PR.1', reason: 'The queue is that of all others.' },
  { control: 'CT.STEPFUNCTIONS.PR.2', reason: 'Phases and their times are in the deployment.' },
];
