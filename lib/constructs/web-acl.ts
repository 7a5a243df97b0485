/**
 * AWS WAF in front of the distribution: managed rules against addresses and requests that are known to be bad, and a limit of requests by
 * address. Web ACLs of CloudFront must be in us-east-1, as its certificates must: the owner names one, or it is made where the home region
 * is us-east-1. Rules that would refuse what MCP and OAuth clients send are only counted: bodies up to 4 MB, tool arguments with code in
 * them, requests without a user agent, redirects to the client's own machine. Nothing is logged or sampled, because the path of a request
 * may be a connection token.
 */
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';

interface ManagedGroup {
  readonly name: string;
  /** Rules that count and do not refuse. */
  readonly counted: readonly string[];
}

/** Rule groups of AWS, which cost $1 a month each (AWS Managed Rules for AWS WAF, "Baseline" and "IP reputation" rule groups). */
const GROUPS: readonly ManagedGroup[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', counted: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY'] },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    counted: [
      'NoUserAgent_HEADER',
      'SizeRestrictions_BODY',
      'SizeRestrictions_QUERYSTRING',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'GenericRFI_QUERYARGUMENTS',
      'EC2MetaDataSSRF_BODY',
      'EC2MetaDataSSRF_QUERYARGUMENTS',
    ],
  },
];

const measured = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/** The ARN of the distribution's web ACL; undefined without one. */
export function webAclOf(
  scope: Construct,
  { waf, webAclArn, wafRequestsPer5Minutes }: DeploymentConfig,
): string | undefined {
  if (webAclArn) return webAclArn;
  if (!waf) return undefined;
  const acl = new CfnWebACL(scope, 'WebAcl', {
    scope: 'CLOUDFRONT',
    description: 'Portcullis: managed rules and a limit of requests by address',
    defaultAction: { allow: {} },
    visibilityConfig: measured('PortcullisWebAcl'),
    rules: [
      {
        name: 'RequestsByAddress',
        priority: 0,
        action: { block: { customResponse: { responseCode: 429 } } },
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit: wafRequestsPer5Minutes, evaluationWindowSec: 300 },
        },
        visibilityConfig: measured('RequestsByAddress'),
      },
      ...GROUPS.map(({ name, counted }, at) => ({
        name,
        priority: at + 1,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name,
            ...(counted.length > 0 && {
              ruleActionOverrides: counted.map((each) => ({ name: each, actionToUse: { count: {} } })),
            }),
          },
        },
        visibilityConfig: measured(name),
      })),
    ],
  });
  return acl.attrArn;
}
