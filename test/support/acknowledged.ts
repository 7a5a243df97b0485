/**
 * The findings of cdk-nag's AwsSolutions pack that are accepted, each with its reason. The infrastructure tests fail on a
 * finding that is not listed, and on an entry without a finding.
 */
export interface Acknowledgement {
  /** Matched against `rule[finding] construct/path`. */
  readonly finding: RegExp;
  readonly reason: string;
}

/** The accepted findings, by a pattern of the finding's id. */
export const ACKNOWLEDGED: readonly Acknowledgement[] = [
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::(<|\{"Fn::GetStackOutput":\{"StackName":"[\w-]+-Home","Region":"[\w-]+","OutputName":"PublishOutputFnGetAtt|arn:<AWS::Partition>:s3:::)(Data(Bundles|Specs)\w+(\.Arn>|"\}\})?|portcullis-bundles-\S+)\/(bundles|specs|uploads|staging|lockfiles|sessions|versions|answers|held|cancelled)\/\*\]/,
    reason: 'One folder of one bucket; object names hold ids that do not exist at deployment.',
  },
  {
    finding: /^AwsSolutions-IAM5\[Resource::<DataAuditArchive\w+\.Arn>\/(entries|manifests|keys)\/\*\]/,
    reason: 'One folder of the audit archive; objects are named by number and content. Put only where there is none.',
  },
  {
    finding: /^AwsSolutions-IAM5\[Resource::arn:.*:iot:.*:(topic|topicfilter|client)\/(mcp|srv)/,
    reason: 'Topics are named after tokens, sessions and servers that do not exist at deployment.',
  },
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::\*\] Portcullis(-[\w-]+)?\/(Push\/Endpoint|Pipeline\/Deployment\/Role|Events\/Deliveries\/Role)/,
    reason: 'iot:DescribeEndpoint and the log delivery of Step Functions take no resource.',
  },
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::<(Pipeline|Events)\w+\.Arn>:\*\] Portcullis(-Home)?\/(Pipeline\/Deployment|Events\/Deliveries)/,
    reason: 'The state machines invoke our functions in every version; CDK grants it so.',
  },
  {
    finding: /^AwsSolutions-IAM5\[Resource::arn:.*:states:.*:execution:/,
    reason: 'Executions of the one state machine; their names are deployment ids.',
  },
  {
    finding: /^AwsSolutions-\w+(\[.*\])? Portcullis(-[\w-]+)?\/(AWS679|Custom::CDKBucketDeployment)/,
    reason: "CDK's own helper functions, which run at deployment only.",
  },
  {
    finding: /^AwsSolutions-SF[12] /,
    reason: 'The state holds ids only; errors are logged without execution data, phases are in the deployment record.',
  },
  {
    finding: /^AwsSolutions-SQS3 Portcullis(-Home)?\/Failures\/Queue/,
    reason: 'It is the queue of failures of the others; a person reads it.',
  },
  { finding: /^AwsSolutions-SMG4 /, reason: 'The origin secret is rotated by hand; both functions accept two values.' },
  {
    finding: /^AwsSolutions-CFR[12] /,
    reason: 'Geo rules and WAF are the owner’s choice (at least $6 a month); tokens and size caps guard the endpoints.',
  },
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::(\*|<DataSpecs\w+\.Arn>\/\*|arn:<AWS::Partition>:events:.*:rule\/AwsBackupManagedRule\*)\] Portcullis(-Home)?\/Backup\/Role/,
    reason:
      'AWS Backup reads all objects of the one bucket, by a rule that it names, and two of its actions take no resource.',
  },
  {
    finding:
      /^AwsSolutions-IAM4\[.*AWSCodeDeployRoleForLambda\w*\] Portcullis(-[\w-]+)?\/DataPlane\/(Rpc|Stream)Rollout/,
    reason: 'The policy that AWS keeps for CodeDeploy, of whose functions it may only shift aliases.',
  },
  {
    finding: /^AwsSolutions-EC23 Portcullis\/Sandbox\/OwnerNetwork\/Endpoints/,
    reason: 'Endpoints of AWS services answer for the whole VPC by private DNS, and have private addresses only.',
  },
  { finding: /^AwsSolutions-CFR3 /, reason: 'Access logs would hold connection tokens, which are part of the URL.' },
  {
    finding: /^AwsSolutions-IAM5\[Resource::\*\] Portcullis(-[\w-]+)?\/Traces\/ForwarderRole/,
    reason: 'X-Ray has no resources that a policy could name.',
  },
  {
    finding: /^AwsSolutions-IAM5\[Resource::\*\] Portcullis(-[\w-]+)?\/Sandbox\/(Calls|SpecReader)Role/,
    reason: 'Lambda makes the network interfaces of a function in a VPC; their actions take no resource.',
  },
  {
    finding: /^AwsSolutions-VPC7 /,
    reason:
      'Flow logs are the owner’s choice: every call is in the audit trail, and only two functions are in the network.',
  },
  {
    finding: /^AwsSolutions-CFR4 /,
    reason: 'The default certificate of the distribution; an own domain sets TLS 1.2.',
  },
  {
    finding: /^AwsSolutions-S1 /,
    reason: 'Server access logs add nothing to CloudTrail data events, which an owner may switch on.',
  },
  { finding: /^AwsSolutions-COG[28] /, reason: 'MFA is offered, not forced; threat protection is a paid plan.' },
  {
    finding: /^AwsSolutions-APIG[16] Portcullis(-[\w-]+)?\/(DataPlane|Entrance)\/Api\/DeploymentStage/,
    reason:
      'Paths may be tokens, and the role for logs of REST APIs is one setting of the whole account; the functions log each request.',
  },
  {
    finding: /^AwsSolutions-APIG2 Portcullis(-[\w-]+)?\/(DataPlane|Entrance)\/Api\//,
    reason: 'Requests are checked by the functions, which answer what is wrong as clients of their protocol expect it.',
  },
  {
    finding: /^AwsSolutions-APIG3 Portcullis(-[\w-]+)?\/DataPlane\/Api\//,
    reason: 'The web ACL is in front of the distribution, and the functions refuse what does not come through it.',
  },
  {
    finding: /^AwsSolutions-APIG3 Portcullis(-[\w-]+)?\/Entrance\/Api\//,
    reason:
      'Nobody but the VPC endpoints of the owner reaches a private API; who wants a web ACL there associates one.',
  },
  {
    finding: /^AwsSolutions-(APIG4|COG4) Portcullis(-[\w-]+)?\/Entrance\/Api\//,
    reason:
      'Routes that need no login behind a distribution either; MCP, whose tokens the functions check; and the files of the dashboard.',
  },
  {
    finding: /^AwsSolutions-(APIG4|COG4) Portcullis(-[\w-]+)?\/DataPlane\/Api\//,
    reason: 'MCP clients have connection tokens, or access tokens of our own: the function checks them.',
  },
  {
    finding: /^AwsSolutions-APIG4 .*(openapi\.json|config)/,
    reason: 'Two routes that only say how to log in and what the API is.',
  },
  {
    finding: /^AwsSolutions-APIG4 .*\/(ANY|POST)--(oauth|\.well-known)/,
    reason: 'Sign-in of MCP clients, who have no login yet: codes and tokens are checked by the function.',
  },
  {
    finding: /^AwsSolutions-APIG4 .*\/(GET|DELETE|POST)--v1--account(\/|--consents)/,
    reason: 'The account of a connection token, whose holder has no login: the function checks the token.',
  },
  {
    finding: /^AwsSolutions-APIG4 .*\/POST--v1--setup\//,
    reason: 'Opens a set-up link for somebody without a login: it has a secret of 43 characters and opens once.',
  },
  {
    finding: /^AwsSolutions-APIG4 .*\/ANY--automation--\{proxy\+\}\//,
    reason: 'Requests with an automation key: the function checks the key, and its role for each route.',
  },
  {
    finding: /^AwsSolutions-APIG4 .*\/ANY--scim--\{proxy\+\}\//,
    reason: 'SCIM of the identity provider: the function checks its key, which may do nothing else.',
  },
];
