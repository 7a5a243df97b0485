/**
 * Who may do what: `role | service resource | actions | condition`, one line for each resource and condition. A section is what a layout has
 * beside the base; what it lacks stands behind a dash. `Region` is the home region, `OTHER` each of the others. Whoever gives a function a
 * right writes it here, and in the table of design/infrastructure.md.
 *
 * Lambda takes on every role of which nothing else is said, and every function writes its own log.
 */
export const RIGHTS = {
  /** One stack, without any setting. */
  base: `
AWS679f53fac002430cb0da5b7982bd2287 | iot * | DescribeEndpoint
AWS679f53fac002430cb0da5b7982bd2287 | managed arn:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole

AuditArchiverArchive | dynamodb DataAudit stream | DescribeStream GetRecords GetShardIterator ListStreams
AuditArchiverArchive | kms AuditArchiverKey | GetPublicKey Sign
AuditArchiverArchive | s3 DataAuditArchive | ListBucket | below manifests/*
AuditArchiverArchive | s3 DataAuditArchive/entries/* | PutObject | Null s3:if-none-match false
AuditArchiverArchive | s3 DataAuditArchive/keys/* | PutObject | Null s3:if-none-match false
AuditArchiverArchive | s3 DataAuditArchive/manifests/* | GetObject
AuditArchiverArchive | s3 DataAuditArchive/manifests/* | PutObject | Null s3:if-none-match false
AuditArchiverArchive | sqs FailuresQueue | SendMessage

AuthorizationServer | cognito-idp LoginPool | AdminGetUser AdminListGroupsForUser
AuthorizationServer | dynamodb DataAudit | PutItem
AuthorizationServer | dynamodb DataServers | GetItem
AuthorizationServer | dynamodb DataSignIns | ConditionCheckItem GetItem PutItem UpdateItem
AuthorizationServer | dynamodb DataTokens | GetItem PutItem UpdateItem
AuthorizationServer | iot topic/mcp/* | Publish
AuthorizationServer | kms KeysTokenHash | GenerateMac
AuthorizationServer | lambda SandboxSpecReader | InvokeFunction

CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB | cloudfront * | CreateInvalidation GetInvalidation
CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB | managed arn:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole
CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB | s3 EdgeSite | Abort* DeleteObject* GetBucket* GetObject* List* PutObject PutObjectLegalHold PutObjectRetention PutObjectTagging PutObjectVersionTagging
CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB | s3 EdgeSite/* | Abort* DeleteObject* GetBucket* GetObject* List* PutObject PutObjectLegalHold PutObjectRetention PutObjectTagging PutObjectVersionTagging
CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB | s3 arn:s3:::cdk-hnb659fds-assets-AccountId-Region | GetBucket* GetObject* List*
CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB | s3 arn:s3:::cdk-hnb659fds-assets-AccountId-Region/* | GetBucket* GetObject* List*

DataPlaneRpc | dynamodb DataAudit | PutItem
DataPlaneRpc | dynamodb DataServers | BatchGetItem
DataPlaneRpc | dynamodb DataSessions | BatchGetItem
DataPlaneRpc | dynamodb DataSessions | PutItem | rows ended.*, held.*, tasks.*, approvals.*, proof.*
DataPlaneRpc | dynamodb DataSessions | UpdateItem | rows limit.*
DataPlaneRpc | dynamodb DataTokens | BatchGetItem
DataPlaneRpc | dynamodb DataTokens | UpdateItem | attributes tokenHash, lastUsedAt, streams
DataPlaneRpc | dynamodb DataUpstreamTokens | BatchGetItem GetItem PutItem
DataPlaneRpc | iot client/mcp-* | Connect
DataPlaneRpc | iot topic/mcp/* | Publish
DataPlaneRpc | iot topic/mcp/*/cancel | Receive
DataPlaneRpc | iot topic/mcp/*/revoked | Receive
DataPlaneRpc | iot topic/srv/*/kill | Receive
DataPlaneRpc | iot topic/srv/*/tools | Receive
DataPlaneRpc | iot topicfilter/mcp/*/cancel | Subscribe
DataPlaneRpc | iot topicfilter/mcp/*/revoked | Subscribe
DataPlaneRpc | iot topicfilter/srv/*/kill | Subscribe
DataPlaneRpc | iot topicfilter/srv/*/tools | Subscribe
DataPlaneRpc | kms KeysCredentials | Decrypt GenerateDataKey | context heldOf
DataPlaneRpc | kms KeysCredentials | GenerateDataKey | context answersOf
DataPlaneRpc | kms KeysSigning | VerifyMac
DataPlaneRpc | kms KeysTokenHash | GenerateMac
DataPlaneRpc | lambda SandboxCalls | InvokeFunction
DataPlaneRpc | not iot topicfilter/*#* | Subscribe
DataPlaneRpc | not iot topicfilter/*+* | Subscribe
DataPlaneRpc | s3 DataBundles/answers/* | PutObject
DataPlaneRpc | s3 DataBundles/bundles/* | GetObject
DataPlaneRpc | s3 DataBundles/cancelled/* | PutObject
DataPlaneRpc | s3 DataBundles/held/* | GetObject PutObject
DataPlaneRpc | s3 DataBundles/sessions/* | PutObject

DataPlaneStream | dynamodb DataAudit | PutItem
DataPlaneStream | dynamodb DataServers | BatchGetItem
DataPlaneStream | dynamodb DataSessions | BatchGetItem DeleteItem PutItem
DataPlaneStream | dynamodb DataSessions | UpdateItem | rows limit.*
DataPlaneStream | dynamodb DataTokens | BatchGetItem
DataPlaneStream | dynamodb DataTokens | UpdateItem | attributes tokenHash, streams
DataPlaneStream | iot client/mcp-* | Connect
DataPlaneStream | iot topic/mcp/*/down | Receive
DataPlaneStream | iot topic/mcp/*/ended | Receive
DataPlaneStream | iot topic/mcp/*/revoked | Receive
DataPlaneStream | iot topic/srv/*/kill | Receive
DataPlaneStream | iot topic/srv/*/tools | Receive
DataPlaneStream | iot topicfilter/mcp/*/down | Subscribe
DataPlaneStream | iot topicfilter/mcp/*/ended | Subscribe
DataPlaneStream | iot topicfilter/mcp/*/revoked | Subscribe
DataPlaneStream | iot topicfilter/srv/*/kill | Subscribe
DataPlaneStream | iot topicfilter/srv/*/tools | Subscribe
DataPlaneStream | kms KeysTokenHash | GenerateMac
DataPlaneStream | not iot topicfilter/*#* | Subscribe
DataPlaneStream | not iot topicfilter/*+* | Subscribe
DataPlaneStream | s3 DataBundles/sessions/* | DeleteObjectVersion GetObject

ManagementApi | cognito-idp LoginPool | AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminGetUser AdminListGroupsForUser AdminRemoveUserFromGroup AdminUserGlobalSignOut ListUsers ListUsersInGroup
ManagementApi | dynamodb DataAudit | PutItem Query
ManagementApi | dynamodb DataDeployments | DeleteItem GetItem PutItem Query
ManagementApi | dynamodb DataServers | BatchGetItem ConditionCheckItem DeleteItem GetItem PutItem Scan UpdateItem
ManagementApi | dynamodb DataSessions | BatchGetItem | rows limit.*, approvals.*
ManagementApi | dynamodb DataSessions | PutItem | rows approvals.*
ManagementApi | dynamodb DataSettings | DeleteItem | rows selection.*, declared.*, preparing.*
ManagementApi | dynamodb DataSettings | GetItem PutItem UpdateItem
ManagementApi | dynamodb DataSignIns | ConditionCheckItem DeleteItem GetItem PutItem Query
ManagementApi | dynamodb DataTokens | BatchGetItem GetItem PutItem UpdateItem
ManagementApi | dynamodb DataTokens/index/byServer | Query
ManagementApi | dynamodb DataTools | BatchGetItem BatchWriteItem DeleteItem GetItem PutItem Query
ManagementApi | dynamodb DataUpstreamTokens | DeleteItem GetItem PutItem Query
ManagementApi | iot topic/mcp/* | Publish
ManagementApi | iot topic/srv/* | Publish
ManagementApi | kms KeysCredentials | Decrypt | context answersOf
ManagementApi | kms KeysCredentials | GenerateDataKey
ManagementApi | kms KeysCredentials | ReEncryptFrom | context serverId
ManagementApi | kms KeysCredentials | ReEncryptTo | context serverId, origin
ManagementApi | kms KeysTokenHash | GenerateMac
ManagementApi | lambda ManagementPrepare | InvokeFunction
ManagementApi | lambda PipelineReseal | InvokeFunction
ManagementApi | lambda SandboxCalls | InvokeFunction
ManagementApi | lambda SandboxSpecReader | InvokeFunction
ManagementApi | s3 DataBundles | ListBucket | below bundles/*, lockfiles/*
ManagementApi | s3 DataBundles/answers/* | GetObject
ManagementApi | s3 DataBundles/bundles/* | DeleteObject
ManagementApi | s3 DataBundles/lockfiles/* | DeleteObject GetObject
ManagementApi | s3 DataSpecs | ListBucket | below uploads/*, staging/*, versions/*
ManagementApi | s3 DataSpecs/staging/* | DeleteObject GetObject
ManagementApi | s3 DataSpecs/uploads/* | DeleteObject GetObject PutObject
ManagementApi | s3 DataSpecs/versions/* | DeleteObject GetObject PutObject
ManagementApi | states PipelineDeployment | StartExecution
ManagementApi | states arn:states:Region:AccountId:execution:PipelineDeployment:* | DescribeExecution

ManagementPrepare | dynamodb DataDeployments | GetItem
ManagementPrepare | dynamodb DataServers | GetItem
ManagementPrepare | dynamodb DataSettings | GetItem
ManagementPrepare | dynamodb DataSettings | UpdateItem | rows preparing.*
ManagementPrepare | dynamodb DataTools | Query
ManagementPrepare | dynamodb DataUpstreamTokens | GetItem
ManagementPrepare | lambda SandboxCalls | InvokeFunction
ManagementPrepare | lambda SandboxSpecReader | InvokeFunction
ManagementPrepare | s3 DataBundles/lockfiles/* | GetObject
ManagementPrepare | s3 DataSpecs/staging/* | GetObject PutObject
ManagementPrepare | s3 DataSpecs/uploads/* | GetObject
ManagementPrepare | s3 DataSpecs/versions/* | GetObject

PipelineDeployment | lambda PipelineDistribute | InvokeFunction
PipelineDeployment | lambda PipelineDistribute:* | InvokeFunction
PipelineDeployment | lambda PipelineInjectGovernance | InvokeFunction
PipelineDeployment | lambda PipelineInjectGovernance:* | InvokeFunction
PipelineDeployment | lambda PipelineParseSpec | InvokeFunction
PipelineDeployment | lambda PipelineParseSpec:* | InvokeFunction
PipelineDeployment | lambda PipelineProvision | InvokeFunction
PipelineDeployment | lambda PipelineProvision:* | InvokeFunction
PipelineDeployment | lambda PipelineRecordFailure | InvokeFunction
PipelineDeployment | lambda PipelineRecordFailure:* | InvokeFunction
PipelineDeployment | lambda PipelineSealSandbox | InvokeFunction
PipelineDeployment | lambda PipelineSealSandbox:* | InvokeFunction
PipelineDeployment | logs * | CreateLogDelivery DeleteLogDelivery DescribeLogGroups DescribeResourcePolicies GetLogDelivery ListLogDeliveries PutResourcePolicy UpdateLogDelivery
PipelineDeployment | trusts states.amazonaws.com | sts:AssumeRole | ArnLike aws:SourceArn arn:states:Region:AccountId:stateMachine:* and StringEquals aws:SourceAccount AccountId

PipelineDistribute | dynamodb DataDeployments | GetItem PutItem Query
PipelineDistribute | dynamodb DataServers | ConditionCheckItem GetItem
PipelineDistribute | dynamodb DataServers | UpdateItem | attributes PIPELINE_SERVER_ATTRIBUTES and StringEqualsIfExists dynamodb:ReturnValues NONE
PipelineDistribute | dynamodb DataSettings | GetItem
PipelineDistribute | dynamodb DataTools | DeleteItem PutItem
PipelineDistribute | iot topic/srv/* | Publish
PipelineDistribute | lambda PipelineReseal | InvokeFunction
PipelineDistribute | lambda SandboxCalls | InvokeFunction
PipelineDistribute | s3 DataBundles | ListBucket | below bundles/*, lockfiles/*
PipelineDistribute | s3 DataBundles/bundles/* | DeleteObject PutObject
PipelineDistribute | s3 DataBundles/lockfiles/* | DeleteObject PutObject
PipelineDistribute | s3 DataSpecs | ListBucket | below versions/*
PipelineDistribute | s3 DataSpecs/staging/* | GetObject
PipelineDistribute | s3 DataSpecs/versions/* | DeleteObject PutObject

PipelineInjectGovernance | dynamodb DataDeployments | GetItem PutItem
PipelineInjectGovernance | dynamodb DataServers | GetItem
PipelineInjectGovernance | dynamodb DataSettings | GetItem
PipelineInjectGovernance | kms KeysSigning | GenerateMac
PipelineInjectGovernance | s3 DataSpecs/staging/* | GetObject PutObject

PipelineParseSpec | dynamodb DataDeployments | GetItem PutItem
PipelineParseSpec | dynamodb DataServers | GetItem
PipelineParseSpec | dynamodb DataSettings | GetItem
PipelineParseSpec | dynamodb DataTools | Query
PipelineParseSpec | dynamodb DataUpstreamTokens | GetItem
PipelineParseSpec | lambda SandboxCalls | InvokeFunction
PipelineParseSpec | lambda SandboxSpecReader | InvokeFunction
PipelineParseSpec | s3 DataSpecs/staging/* | GetObject PutObject
PipelineParseSpec | s3 DataSpecs/uploads/* | GetObject

PipelineProvision | dynamodb DataDeployments | GetItem PutItem
PipelineProvision | dynamodb DataServers | GetItem
PipelineProvision | dynamodb DataTools | Query
PipelineProvision | s3 DataSpecs/staging/* | PutObject
PipelineProvision | s3 DataSpecs/versions/* | GetObject

PipelineRecordFailure | dynamodb DataDeployments | GetItem PutItem
PipelineRecordFailure | dynamodb DataServers | ConditionCheckItem GetItem
PipelineRecordFailure | dynamodb DataServers | UpdateItem | attributes PIPELINE_SERVER_ATTRIBUTES and StringEqualsIfExists dynamodb:ReturnValues NONE
PipelineRecordFailure | dynamodb DataTools | DeleteItem PutItem Query
PipelineRecordFailure | s3 DataSpecs/staging/* | GetObject

PipelineReseal | dynamodb DataServers | GetItem
PipelineReseal | dynamodb DataServers | UpdateItem | attributes PIPELINE_SERVER_ATTRIBUTES and StringEqualsIfExists dynamodb:ReturnValues NONE
PipelineReseal | dynamodb DataSettings | GetItem
PipelineReseal | dynamodb DataTools | Query
PipelineReseal | iot topic/srv/* | Publish
PipelineReseal | kms KeysSigning | GenerateMac VerifyMac
PipelineReseal | lambda PipelineReseal | InvokeFunction
PipelineReseal | lambda SandboxCalls | InvokeFunction
PipelineReseal | s3 DataBundles | ListBucket | below bundles/*, lockfiles/*
PipelineReseal | s3 DataBundles/bundles/* | DeleteObject GetObject PutObject
PipelineReseal | s3 DataBundles/lockfiles/* | DeleteObject GetObject PutObject
PipelineReseal | sqs FailuresQueue | SendMessage

PipelineSealSandbox | dynamodb DataDeployments | GetItem PutItem
PipelineSealSandbox | dynamodb DataServers | GetItem
PipelineSealSandbox | dynamodb DataServers | UpdateItem | attributes BINDING_SERVER_ATTRIBUTES and StringEqualsIfExists dynamodb:ReturnValues NONE
PipelineSealSandbox | dynamodb DataSettings | GetItem
PipelineSealSandbox | dynamodb DataTools | Query
PipelineSealSandbox | kms KeysCredentials | ReEncryptFrom | context serverId, deploymentId
PipelineSealSandbox | kms KeysCredentials | ReEncryptTo | context serverId, origin
PipelineSealSandbox | kms KeysSigning | VerifyMac
PipelineSealSandbox | s3 DataBundles/bundles/* | GetObject
PipelineSealSandbox | s3 DataBundles/lockfiles/* | GetObject
PipelineSealSandbox | s3 DataSpecs/staging/* | GetObject PutObject

SandboxCalls | kms KeysCredentials | Decrypt | context serverId, origin?
SandboxCalls | kms KeysPlaceholders | GenerateMac
SandboxCalls | kms KeysSigning | VerifyMac
SandboxCalls | s3 DataBundles/bundles/* | GetObject
SandboxCalls | s3 DataBundles/cancelled/* | GetObject

SandboxSpecReader | kms KeysCredentials | Decrypt | context descriptionOf
SandboxSpecReader | s3 DataSpecs/staging/* | PutObject
`,
  /** With `events`. */
  events: `
AuthorizationServer | dynamodb EventsTable | PutItem | rows events*
DataPlaneRpc | dynamodb EventsTable | PutItem | rows events*
EventsDeliver | dynamodb EventsTable | GetItem
EventsDeliver | dynamodb EventsTable | PutItem | rows webhooks*, whk_*
EventsDeliver | kms KeysCredentials | Decrypt | context webhookOf
EventsDeliveries | lambda EventsDeliver | InvokeFunction
EventsDeliveries | lambda EventsDeliver:* | InvokeFunction
EventsDeliveries | logs * | CreateLogDelivery DeleteLogDelivery DescribeLogGroups DescribeResourcePolicies GetLogDelivery ListLogDeliveries PutResourcePolicy UpdateLogDelivery
EventsDeliveries | sqs FailuresQueue | SendMessage
EventsDeliveries | trusts states.amazonaws.com | sts:AssumeRole | ArnLike aws:SourceArn arn:states:Region:AccountId:stateMachine:* and StringEquals aws:SourceAccount AccountId
EventsExpiry | dynamodb DataServers | Scan
EventsExpiry | dynamodb DataSessions | BatchGetItem | rows limit.*, approvals.*
EventsExpiry | dynamodb DataTokens/index/byServer | Query
EventsExpiry | dynamodb DataUpstreamTokens | GetItem | attributes serverId, holder, credential, consent, failure, isChanged and StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES
EventsExpiry | dynamodb EventsTable | GetItem PutItem | rows digest*
EventsExpiry | dynamodb EventsTable | PutItem | rows events*
EventsExpiry | sqs FailuresQueue | SendMessage
EventsPublish | dynamodb DataServers | GetItem | attributes serverId, project and StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES
EventsPublish | dynamodb EventsTable stream | DescribeStream GetRecords GetShardIterator ListStreams
EventsPublish | dynamodb EventsTable | PutItem | rows whk_*
EventsPublish | dynamodb EventsTable | Query
EventsPublish | events EventsBus | PutEvents
EventsPublish | sqs FailuresQueue | SendMessage
EventsPublish | states EventsDeliveries | StartExecution
ManagementApi | dynamodb EventsTable | DeleteItem | rows webhooks*
ManagementApi | dynamodb EventsTable | GetItem Query
ManagementApi | dynamodb EventsTable | PutItem | rows events*, webhooks*
PipelineRecordFailure | dynamodb EventsTable | PutItem | rows events*
`,
  /** With `backup=daily`. */
  backup: `
Backup | backup BackupVault | DescribeBackupVault
Backup | dynamodb DataAudit | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataDeployments | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataServers | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataSettings | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataSignIns | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataTokens | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataTools | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | dynamodb DataUpstreamTokens | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
Backup | cloudwatch * | GetMetricData
Backup | events * | ListRules
Backup | events arn:events:Region:AccountId:rule/AwsBackupManagedRule* | DeleteRule DescribeRule DisableRule EnableRule ListTargetsByRule PutRule PutTargets RemoveTargets
Backup | s3 DataSpecs | GetBucketAcl GetBucketLocation GetBucketNotification GetBucketTagging GetBucketVersioning GetInventoryConfiguration ListBucket ListBucketVersions PutBucketNotification PutInventoryConfiguration
Backup | s3 DataSpecs/* | GetObject GetObjectAcl GetObjectTagging GetObjectVersion GetObjectVersionAcl GetObjectVersionTagging
Backup | trusts backup.amazonaws.com | sts:AssumeRole
`,
  /** With `backupCopyTo` as well. */
  copies: `
- Backup | backup BackupVault | DescribeBackupVault
Backup | backup BackupVault | CopyFromBackupVault DescribeBackupVault
Backup | backup arn:aws:backup:eu-central-1:123456789012:backup-vault:Copies | CopyIntoBackupVault
`,
  /** With both. */
  backupOfEvents: `
Backup | dynamodb EventsTable | DescribeContinuousBackups DescribeTable ListTagsOfResource StartAwsBackupJob
`,
  /** With `traces=xray`. */
  xray: `
TracesForwarder | xray * | PutTraceSegments
`,
  /** With `egress=static` or `vpc`: Lambda connects a function by its role, whose own code may not. */
  network: `
SandboxCalls | ec2 * | AssignPrivateIpAddresses CreateNetworkInterface DeleteNetworkInterface DescribeNetworkInterfaces DescribeSubnets UnassignPrivateIpAddresses
SandboxCalls | not ec2 * | AssignPrivateIpAddresses CreateNetworkInterface DeleteNetworkInterface DescribeNetworkInterfaces DescribeSubnets UnassignPrivateIpAddresses | ArnLike lambda:SourceFunctionArn arn:lambda:*:AccountId:function:*
SandboxSpecReader | ec2 * | AssignPrivateIpAddresses CreateNetworkInterface DeleteNetworkInterface DescribeNetworkInterfaces DescribeSubnets UnassignPrivateIpAddresses
SandboxSpecReader | not ec2 * | AssignPrivateIpAddresses CreateNetworkInterface DeleteNetworkInterface DescribeNetworkInterfaces DescribeSubnets UnassignPrivateIpAddresses | ArnLike lambda:SourceFunctionArn arn:lambda:*:AccountId:function:*
`,
  /** With `canary`. */
  canary: `
DataPlaneRpcRollout | managed arn:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited
DataPlaneRpcRollout | trusts codedeploy.amazonaws.com | sts:AssumeRole
DataPlaneStreamRollout | managed arn:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited
DataPlaneStreamRollout | trusts codedeploy.amazonaws.com | sts:AssumeRole
`,
  /** With `upstreamRoles`. */
  upstreamRoles: `
SandboxCalls | sts arn:aws:iam::123456789012:role/orders | AssumeRole | Null sts:ExternalId false
`,
  /** With `upstreamSecrets`. */
  upstreamSecrets: `
SandboxCalls | secretsmanager arn:aws:secretsmanager:Region:123456789012:secret:orders-Ab12Cd | GetSecretValue
SandboxCalls | ssm arn:aws:ssm:Region:123456789012:parameter/orders/key | GetParameter
`,
  /** With `invitations=false`. */
  noInvitations: `
- ManagementApi | cognito-idp LoginPool | AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminGetUser AdminListGroupsForUser AdminRemoveUserFromGroup AdminUserGlobalSignOut ListUsers ListUsersInGroup
ManagementApi | cognito-idp LoginPool | ListUsers ListUsersInGroup
`,
  /** With `retainData=false`. */
  nothingKept: `
CustomS3AutoDeleteObjectsCustomResourceProvider | managed arn:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole
`,
  /** At home of several regions. */
  homeOfRegions: `
AuthorizationServer | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-gates | UpdateItem | rows token:*
AuthorizationServer | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-tokens | GetItem
AuthorizationServer | iot arn:iot:OTHER:AccountId:topic/mcp/* | Publish
ManagementApi | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-gates | UpdateItem
ManagementApi | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-tokens | GetItem
ManagementApi | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-upstreamtokens | DeleteItem Query
ManagementApi | iot arn:iot:OTHER:AccountId:topic/mcp/* | Publish
ManagementApi | iot arn:iot:OTHER:AccountId:topic/srv/* | Publish
ManagementApi | s3 arn:s3:::portcullis-bundles-AccountId-OTHER | ListBucket | below bundles/*
ManagementApi | s3 arn:s3:::portcullis-bundles-AccountId-OTHER/answers/* | GetObject
ManagementApi | s3 arn:s3:::portcullis-bundles-AccountId-OTHER/bundles/* | DeleteObject
PipelineDistribute | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-servers | GetItem
PipelineDistribute | iot arn:iot:OTHER:AccountId:topic/srv/* | Publish
PipelineDistribute | s3 arn:s3:::portcullis-bundles-AccountId-OTHER | ListBucket | below bundles/*
PipelineDistribute | s3 arn:s3:::portcullis-bundles-AccountId-OTHER/bundles/* | DeleteObject PutObject
PipelineReseal | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-servers | GetItem
PipelineReseal | iot arn:iot:OTHER:AccountId:topic/srv/* | Publish
PipelineReseal | s3 arn:s3:::portcullis-bundles-AccountId-OTHER | ListBucket | below bundles/*
PipelineReseal | s3 arn:s3:::portcullis-bundles-AccountId-OTHER/bundles/* | DeleteObject PutObject
`,
  /** In another region, of the roles that it has. */
  otherRegion: `
- DataPlaneRpc | dynamodb DataAudit | PutItem
- DataPlaneRpc | dynamodb DataServers | BatchGetItem
- DataPlaneRpc | dynamodb DataTokens | BatchGetItem
- DataPlaneRpc | dynamodb DataTokens | UpdateItem | attributes tokenHash, lastUsedAt, streams
- DataPlaneStream | dynamodb DataAudit | PutItem
- DataPlaneStream | dynamodb DataServers | BatchGetItem
- DataPlaneStream | dynamodb DataTokens | BatchGetItem
- DataPlaneStream | dynamodb DataTokens | UpdateItem | attributes tokenHash, streams
AWS679f53fac002430cb0da5b7982bd2287 | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-audit | PutResourcePolicy
DataPlaneRpc | dynamodb DataGates | BatchGetItem
DataPlaneRpc | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-audit | PutItem
DataPlaneRpc | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-servers | BatchGetItem
DataPlaneRpc | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-tokens | BatchGetItem
DataPlaneRpc | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-tokens | UpdateItem | attributes tokenHash, serverId, lastUsedAt, streams and rows *@OTHER
DataPlaneRpc | dynamodb arn:dynamodb:Region:AccountId:table/Portcullis-upstreamtokens | GetItem PutItem
DataPlaneStream | dynamodb DataGates | BatchGetItem
DataPlaneStream | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-audit | PutItem
DataPlaneStream | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-servers | BatchGetItem
DataPlaneStream | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-tokens | BatchGetItem
DataPlaneStream | dynamodb arn:dynamodb:OTHER:AccountId:table/Portcullis-tokens | UpdateItem | attributes tokenHash, serverId, streams and rows *@OTHER
`,
};
