/**
 * Every number of the template: `place | number | page | sentence`. Where a page of design/ promises the number, the row has the sentence
 * that does; `-` stands before what a number follows from that no page promises.
 *
 * The place is a regular expression over those of test/support/numbers.ts. The number is in the template's unit; a time is `1 hour in minutes`,
 * `20 hours` in seconds. `≤` and `≥` are bounds, `{…}` is of the configuration (VALUES in numbers.ts), `any` is judged by another property.
 */
export const TABLE = `
LoginPoolDashboard (Access|Id)TokenValidity | 1 hour in minutes | management | Tokens of the login are valid for an hour
LoginPoolDashboard RefreshTokenValidity | {sessionMinutes} | - | the setting sessionHours
LoginPool Policies PasswordPolicy MinimumLength | 14 | infrastructure | Passwords of the pool have at least 14 characters
LoginPool Policies PasswordPolicy TemporaryPasswordValidityDays | 7 days in days | management | a temporary password, good for seven days
LoginPool Schema .* MaxLength | 2,048 | infrastructure | (\`custom:groups\`, 2,048 characters at most
LoginPool AccountRecoverySetting .* Priority | any | - | an order
.* SESSION_HOURS | {sessionHours} | - | the setting
.* ACCESS_TOKEN_SECONDS | {accessTokenSeconds} | - | the setting

.* RouteSettings .* ThrottlingRateLimit | 50 | infrastructure | have limits of their own (50 a second, each)
.* RouteSettings .* ThrottlingBurstLimit | 100 | - | two seconds of them
.* DefaultRouteSettings ThrottlingRateLimit | 1,000 | infrastructure | those behind the login another (1,000 a second
.* DefaultRouteSettings ThrottlingBurstLimit | 2,000 | - | two seconds of them
EntranceApi.* MethodSettings 0 ThrottlingRateLimit | 1,000 | infrastructure | has its 1,000 requests a second
EntranceApi.* MethodSettings 0 ThrottlingBurstLimit | 2,000 | - | two seconds of them
EntranceApi.* MethodSettings [1-9][0-9]* ThrottlingRateLimit | 50 | infrastructure | have limits of their own (50 a second, each)
EntranceApi.* MethodSettings [1-9][0-9]* ThrottlingBurstLimit | 100 | - | two seconds of them

ManagementApi Timeout | 29 seconds | operations | 30 s an integration of an HTTP API (ours: 29 s)
EntrancePages Timeout | 10 seconds | - | it reads files beside its code
EntranceLogin AuthorizerResultTtlInSeconds | 0 | - | nothing is kept
AuthorizationServer Timeout | ≤ 29 seconds | operations | 30 s an integration of an HTTP API (ours: 29 s)
SandboxCalls Timeout | 870 seconds | sandbox | The function itself has 870 s
SandboxSpecReader Timeout | 90 | management | Reading an API description may take 90, and comparing
ManagementPrepare Timeout | 5 minutes | - | a reading and a comparison of 20,000 tools, on a busy machine
Pipeline(ParseSpec|SealSandbox|Distribute|RecordFailure) Timeout | 5 minutes | budgets | a phase of a deployment, which has five minutes
Pipeline(Provision|InjectGovernance|Reseal) Timeout | 2 minutes | - | what they do takes 15 s with 20,000 tools (design/budgets.md)
DataPlaneRpc Timeout | 15 minutes | infrastructure | mcp-rpc may run for 15 minutes
DataPlaneStream Timeout | {streamSeconds} | - | the life of a stream and its end
(DataPlane|Entrance)Api.* TimeoutInMillis | 15 minutes in ms | infrastructure | longest answer, longest stream | 15 minutes (Lambda) | 15 minutes (Lambda, API Gateway)
LoginOwnGroups Timeout | 5 seconds | - | Cognito waits for no longer
(AuditArchiverArchive|EventsPublish|EventsDeliver|TracesForwarder) Timeout | 1 minute | - | longer than the endpoints that they wait for
EventsExpiry Timeout | 5 minutes | - | it reads all servers
(SandboxSpecReader|Management.*|Pipeline.*) MemorySize | 3,008 | budgets | comparing a re-import (prepare, 3,008 MB)
(DataPlaneRpc|SandboxCalls) MemorySize | 512 | regions | mcp-rpc and the sandbox (512 MB each)
DataPlaneStream MemorySize | 256 | infrastructure | (about $8.64 a month each at 256 MB, list price)
(?!Pipeline|Management|SandboxSpec).* MemorySize | ≤ 1,024 | - | what no page counts costs little
.* MemorySize | ≤ 3,008 | - | a new account has no more
.* RetentionInDays | {logRetentionDays} | - | the setting
DataPlaneRpc .* STREAM_LIFE_MS | {rpcLifeMs} | push | an HTTP+SSE session lives for 870 s and any other stream for 300 s
DataPlaneRpcLive ProvisionedConcurrencyConfig .* | {provisionedConcurrency} | - | the setting
DataPlaneStream .* STREAM_LIFE_MS | {streamLifeMs} | push | an HTTP+SSE session lives for 870 s and any other stream for 300 s
.* STREAMS_PER_TOKEN | {streamsPerToken} | - | the setting
.* TRACES | {traceSampling} | - | the setting
ManagementApi Reserved.* | {management} | infrastructure | the management function gets 5 %, at least 20, that nobody else can take
AuthorizationServer Reserved.* | {authorization} | infrastructure | the authorization server 5 %, at least 10, the spec reader twice that
SandboxSpecReader Reserved.* | {specReader} | infrastructure | the authorization server 5 %, at least 10, the spec reader twice that
DataPlaneRpc Reserved.* | {rpc} | infrastructure | mcp-rpc, mcp-stream and the sandbox get 40, 35 and 25 % of what remains
DataPlaneStream Reserved.* | {stream} | infrastructure | mcp-rpc, mcp-stream and the sandbox get 40, 35 and 25 % of what remains
SandboxCalls Reserved.* | {sandbox} | infrastructure | mcp-rpc, mcp-stream and the sandbox get 40, 35 and 25 % of what remains

DataBundles .* (sessions|held|cancelled) .*Days | 1 day in days | infrastructure | Answers on their way, held answers and cancellations go after a day
Data(Bundles|Specs) .* deleted .*Days | 30 days in days | operations | then copy the version over it (30 days)
DataBundles .* answers-1 ExpirationInDays | 1 day in days | audit | 1, 7, 30, 90 or 365 days: a lifecycle rule for each folder
DataBundles .* answers-7 ExpirationInDays | 7 days in days | audit | 1, 7, 30, 90 or 365 days: a lifecycle rule for each folder
DataBundles .* answers-30 ExpirationInDays | 30 days in days | audit | 1, 7, 30, 90 or 365 days: a lifecycle rule for each folder
DataBundles .* answers-90 ExpirationInDays | 90 days in days | audit | 1, 7, 30, 90 or 365 days: a lifecycle rule for each folder
DataBundles .* answers-365 ExpirationInDays | 365 days in days | audit | 1, 7, 30, 90 or 365 days: a lifecycle rule for each folder
DataBundles .* answers-.* NoncurrentDays | 1 day in days | - | what has gone is no version for longer
DataSpecs .* staging ExpirationInDays | 30 days in days | management | the bucket's rule does after 30 days
DataSpecs .* staging .*NoncurrentDays | 1 day in days | - | what has gone is no version for longer
DataAuditArchive .* Days | {auditRetentionDays} | - | the setting
DataPlaneOriginSecret .* PasswordLength | ≥ 32 | - | 190 bits
AuditArchiverChanges MaximumRecordAgeInSeconds | 20 hours | runbook | After 20 hours those that cannot be archived are
AuditArchiverChanges BatchSize | 1,000 | infrastructure | at most one a minute and shard while there is traffic, or 1,000 entries
AuditArchiverChanges MaximumBatchingWindowInSeconds | 1 minute | infrastructure | at most one a minute and shard while there is traffic
FailuresQueue MessageRetentionPeriod | 14 days | runbook | names it for 14 days
ManagementPrepareEventInvokeConfig MaximumRetryAttempts | 0 | - | whoever asks has it begun anew
ManagementPrepareEventInvokeConfig MaximumEventAgeInSeconds | 2 minutes | management | After two minutes of silence
(?!ManagementPrepare).*EventInvokeConfig MaximumRetryAttempts | 2 | - | two tries more make the three of design/infrastructure.md
BackupPlan .* DeleteAfterDays | {backupRetentionDays} | - | the setting
BackupVault .* MinRetentionDays | {backupRetentionDays} | - | the setting
BackupVault .* ChangeableForDays | 3 days in days | operations | nobody can, from three days after the deployment on
BackupPlan .* ScheduleExpression | cron(0 3 * * ? *) | operations | at 03:00 UTC, into a vault of its own
BackupPlan .* (Start|Completion)WindowMinutes | ≤ 8 hours in minutes | - | before the next one

EdgePageHeaders .* AccessControlMaxAgeSec | 365 days | infrastructure | for 365 days (HSTS)
EdgeDistribution .* (rpc|stream)[a-z0-9-]* .* OriginReadTimeout | 120 seconds | infrastructure | The edge waits 120 s for the first byte of a call
EdgeDistribution .* api .* OriginReadTimeout | ≥ 30 seconds | operations | 30 s an integration of an HTTP API
EdgeDistribution .* OriginKeepaliveTimeout | ≥ 5 seconds | - | connections are used again
EdgeDistribution .* ErrorCode | any | - | which statuses there are
EdgeDistribution .* ErrorCachingMinTTL | 0 | infrastructure | so that time is zero for each of these statuses
EdgeRegionsCountry CachePolicyConfig (Min|Default)TTL | 0 | - | nothing is kept by it
EdgeRegionsCountry CachePolicyConfig MaxTTL | ≤ 1 | - | with 0 CloudFront takes no header into the key
WebAcl .* Limit | {wafRequestsPer5Minutes} | - | the setting
WebAcl .* EvaluationWindowSec | 5 minutes | - | the setting's name
WebAcl .* ResponseCode | 429 | infrastructure | It answers 429 to an address with more
WebAcl Rules .* Priority | any | - | an order

EdgeDashboardAssets.* cache-control | public, max-age=31536000, immutable | infrastructure | whose names contain a digest, with a year and without removing older ones
EdgeDashboardCustom.* cache-control | no-cache | infrastructure | then the pages with \`no-cache\`
HttpApi.* PayloadFormatVersion | 2 | - | the form that the functions read

EventsReported MaximumRecordAgeInSeconds | 12 hours | events | the stream repeats an event that could not be published, for 12 hours
EventsReported BatchSize | ≤ 10 | - | the most that one request puts on a bus
EventsDaily ScheduleExpression | rate(1 day) | infrastructure | the daily look at what expires
EventsDaily .* MaximumRetryAttempts | 2 | - | as others that nobody waits for
EventsDeliveries TimeoutSeconds | ≥ {deliverySeconds} | events | tried again | after 5 s, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours
EventsDeliveries States Attempt Retry 0 (IntervalSeconds|BackoffRate) | 2 | - | a passing fault is tried again at once
EventsDeliveries States Attempt Retry 0 MaxDelaySeconds | ≤ 10 minutes | - | a key that is enabled again is noticed
EventsDeliveries States Attempt Retry 0 MaxAttempts | ≥ 432 | - | ten minutes each, they are the three days of design/events.md
PipelineDeployment TimeoutSeconds | ≥ 17 minutes | - | the phases of an import: three of five minutes, one of two
PipelineDeployment States .* TimeoutSeconds | ≥ 5 minutes | budgets | a phase of a deployment, which has five minutes
PipelineDeployment States .* Retry 0 (IntervalSeconds|MaxDelaySeconds|MaxAttempts|BackoffRate) | any | - | a property of its own
(.*Budget) Budget BudgetLimit Amount | {monthlyBudget} | - | the setting
.*Budget NotificationsWithSubscribers 0 .* Threshold | 80 | infrastructure | has used 80 % and 100 % of it in a month
.*Budget NotificationsWithSubscribers [12] .* Threshold | 100 | infrastructure | has used 80 % and 100 % of it in a month

.*(Errors|Throttles|ApiFailures)Alarm EvaluationPeriods | 3 | monitoring | errors in two of three periods of five minutes
.*(Errors|Throttles|ApiFailures)Alarm DatapointsToAlarm | 2 | monitoring | errors in two of three periods of five minutes
.*(Errors|Throttles|Waiting|Deployments|Breaker)(Alarm)? Threshold | 1 | monitoring | failed deployments (with \`metrics\`) | one |
DataPlane(Rpc|Stream)Failing Threshold | 5 | infrastructure | when an alias has five errors in a minute
DataPlane(Rpc|Stream)Failing Period | 1 minute | infrastructure | when an alias has five errors in a minute
(?!BackupFailed|DataPlane(Rpc|Stream)Failing).* Period | 5 minutes | monitoring | errors in two of three periods of five minutes
ApiFailuresAlarm Threshold | 5 | monitoring | five answers of 5xx in a period
AuditArchiverLate Threshold | 1 hour in ms | monitoring | entries wait for an hour
SlowRevocationAlarm Threshold | 2 seconds in ms | monitoring | the 99th percentile of a period is over two seconds
BackupFailed Threshold | 1 | - | one that failed is a day without
BackupFailed Period | 1 day | - | one is made a day
(DataPlane(Rpc|Stream)Failing|SlowRevocation|FailedDeployments|OpenBreaker|AuditArchiver|Failures|Backup).* (EvaluationPeriods|DatapointsToAlarm) | 1 | - | it rings at once

SandboxEgressOutwards .* FromPort | 0 | - | APIs may use any port
SandboxEgressOutwards .* ToPort | 65,535 | - | APIs may use any port
SandboxOwnerNetworkEndpoints SecurityGroupIngress .*Port | 443 | infrastructure | and to port 443 of AWS
SandboxOwnerNetworkEndpoints SecurityGroupEgress .*Port | any | - | a rule for nobody
`;
