/**
 * List prices of us-east-1 in US dollars, on demand, beyond the free tiers, as of November 2026, from the price pages of each service
 * (aws.amazon.com/<service>/pricing). Not read by a program: check them before a budget depends on them.
 */
export const PRICES = {
  /** Lambda, arm64, first tier. */
  gbSecond: 0.0000133334,
  invocation: 0.2e-6,
  /** DynamoDB on demand. */
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  /** S3 Standard. */
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  /** KMS: a customer managed key for a month; a request, and one with an asymmetric key (ECC). */
  kmsKeyMonth: 1,
  kmsRequest: 3e-6,
  kmsSign: 15e-6,
  /** CloudFront: an HTTPS request from the United States or Europe, a run of a CloudFront Function, a gigabyte to clients. */
  edgeRequest: 1e-6,
  edgeFunction: 0.1e-6,
  edgeGb: 0.085,
  /** CloudWatch: a gigabyte of logs taken in; an alarm on one metric. */
  logGb: 0.5,
  alarmMonth: 0.1,
  secretMonth: 0.4,
} as const;
