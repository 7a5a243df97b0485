/**
 * What the template chooses: `resource | property | value`, where resource and property are regular expressions over the places of
 * test/support/choices.ts (`S3::Bucket DataBundles`, `VersioningConfiguration Status`). The first row that fits a choice decides, and a choice
 * that no row fits is a fault, so a new one is named here.
 *
 * `+` before a resource: each such resource has the property. Several values stand behind semicolons; `any` is judged elsewhere or a name;
 * `{…}` is of the configuration (VALUES in choices.ts), which also says where the property must be absent.
 */
export const TABLE = `
# The distribution: every client reaches it, nothing is older than TLS 1.2, and pages of the dashboard are found at /.
+CloudFront::Distribution .* | DistributionConfig DefaultRootObject | index.html
+CloudFront::Distribution .* | DistributionConfig (Enabled|IPV6Enabled) | true
+CloudFront::Distribution .* | DistributionConfig HttpVersion | http2and3
+CloudFront::Distribution .* | DistributionConfig PriceClass | PriceClass_All
CloudFront::Distribution .* | DistributionConfig ViewerCertificate MinimumProtocolVersion | TLSv1.2_2021
CloudFront::Distribution .* | DistributionConfig ViewerCertificate SslSupportMethod | sni-only
CloudFront::Distribution .* | DistributionConfig (WebACLId|Aliases|ViewerCertificate AcmCertificateArn) | any
CloudFront::Distribution .* | DistributionConfig Origins .* OriginSSLProtocols | TLSv1.2
CloudFront::Distribution .* | DistributionConfig Origins .* OriginProtocolPolicy | https-only
CloudFront::Distribution .* | DistributionConfig Origins .* (Id|OriginPath|HeaderName|OriginAccessIdentity) | any
CloudFront::Distribution .* | DistributionConfig DefaultCacheBehavior Compress | true
CloudFront::Distribution .* | DistributionConfig DefaultCacheBehavior ViewerProtocolPolicy | redirect-to-https
CloudFront::Distribution .* | DistributionConfig DefaultCacheBehavior CachePolicyId | 658327ea-f89d-4fab-a63d-7e88639e58f6
CloudFront::Distribution .* | DistributionConfig (CacheBehaviors|DefaultCacheBehavior) .* | any
CloudFront::Function .* | AutoPublish | true
CloudFront::Function .* | FunctionConfig Runtime | cloudfront-js-2.0
CloudFront::CachePolicy .* | .* EnableAcceptEncoding(Brotli|Gzip) | false
CloudFront::CachePolicy .* | .* (CookieBehavior|QueryStringBehavior) | none
CloudFront::CachePolicy .* | .* HeaderBehavior | whitelist
CloudFront::CachePolicy .* | .* Headers | CloudFront-Viewer-Country, x-request-key
CloudFront::OriginAccessControl .* | .* SigningBehavior | always
CloudFront::OriginAccessControl .* | .* SigningProtocol | sigv4
CloudFront::OriginAccessControl .* | .* OriginAccessControlOriginType | s3
+CloudFront::ResponseHeadersPolicy .* | .* Override | true
+CloudFront::ResponseHeadersPolicy .* | .* IncludeSubdomains | true
CloudFront::ResponseHeadersPolicy .* | .* FrameOption | DENY
CloudFront::ResponseHeadersPolicy .* | .* ReferrerPolicy ReferrerPolicy | no-referrer
Custom::CDKBucketDeployment EdgeDashboardAssets.* | Prune | false
+Custom::CDKBucketDeployment EdgeDashboardAssets.* | Exclude | *
Custom::CDKBucketDeployment EdgeDashboardAssets.* | Include | assets/*, docs/assets/*
Custom::CDKBucketDeployment EdgeDashboardCustom.* | Prune | true
Custom::CDKBucketDeployment EdgeDashboardCustom.* | Exclude | assets/*, docs/assets/*
+Custom::CDKBucketDeployment EdgeDashboardCustom.* | DistributionPaths | /index.html, /docs/*
Custom::CDKBucketDeployment .* | RetainOnDelete | false
Custom::CDKBucketDeployment .* | (OutputObjectKeys|WaitForDistributionInvalidation|SourceObjectKeys|SystemMetadata .*) | any
CertificateManager::Certificate .* | SubjectAlternativeNames | {otherNames}
CertificateManager::Certificate .* | .* | any

# The web ACL of CloudFront refuses what is known to be bad and counts what clients rightly send.
+WAFv2::WebACL .* | Scope | CLOUDFRONT
+WAFv2::WebACL .* | DefaultAction Allow | {}
WAFv2::WebACL .* | .* AggregateKeyType | IP
WAFv2::WebACL .* | .* RuleActionOverrides (NoUserAgent_HEADER|SizeRestrictions_(BODY|QUERYSTRING)|CrossSiteScripting_BODY|Generic(LFI|RFI)_BODY|GenericRFI_QUERYARGUMENTS|EC2MetaDataSSRF_(BODY|QUERYARGUMENTS)|JavaDeserializationRCE_BODY|Log4JRCE_BODY) ActionToUse Count | {}
WAFv2::WebACL .* | Rules AWSManaged\\w+ OverrideAction None | {}
WAFv2::WebACL .* | .* CloudWatchMetricsEnabled | true
WAFv2::WebACL .* | .* SampledRequestsEnabled | false
WAFv2::WebACL .* | .* (VendorName|MetricName) | any

# The login: by e-mail and password, with an app as second factor, for this client.
+Cognito::UserPool .* | AdminCreateUserConfig AllowAdminCreateUserOnly | true
+Cognito::UserPool .* | (UsernameAttributes|AutoVerifiedAttributes) | email
+Cognito::UserPool .* | UserPoolTier | ESSENTIALS
+Cognito::UserPool .* | MfaConfiguration | {mfa}
+Cognito::UserPool .* | EnabledMfas | SOFTWARE_TOKEN_MFA
+Cognito::UserPool .* | DeletionProtection | {protection}
Cognito::UserPool .* | Policies PasswordPolicy Require\\w+ | true
Cognito::UserPool .* | Schema groups (Mutable|AttributeDataType) | true; String
Cognito::UserPool .* | Schema groups StringAttributeConstraints .* | any
Cognito::UserPool .* | LambdaConfig PreTokenGenerationConfig LambdaVersion | V2_0
Cognito::UserPool .* | LambdaConfig InboundFederation LambdaVersion | V1_0
Cognito::UserPool .* | (VerificationMessageTemplate|EmailVerification|SmsVerification|AdminCreateUserConfig|EmailConfiguration).* | any
+Cognito::UserPoolClient .* | AllowedOAuthFlows | code
+Cognito::UserPoolClient .* | AllowedOAuthFlowsUserPoolClient | true
+Cognito::UserPoolClient .* | AllowedOAuthScopes | openid, email, profile
+Cognito::UserPoolClient .* | EnableTokenRevocation | true
+Cognito::UserPoolClient .* | PreventUserExistenceErrors | ENABLED
+Cognito::UserPoolClient .* | ExplicitAuthFlows | ALLOW_REFRESH_TOKEN_AUTH
+Cognito::UserPoolClient .* | GenerateSecret | false
+Cognito::UserPoolClient .* | TokenValidityUnits .* | minutes
+Cognito::UserPoolClient .* | WriteAttributes | locale; custom:groups, email, locale, name
+Cognito::UserPoolClient .* | SupportedIdentityProviders | {providers}
+Cognito::UserPoolClient .* | CallbackURLs | {addresses}
+Cognito::UserPoolClient .* | LogoutURLs | {addresses}
Cognito::UserPoolGroup .* | GroupName | admin; editor; viewer; answer-reader; auditor
Cognito::UserPoolIdentityProvider .* | ProviderType | OIDC; SAML
Cognito::UserPoolIdentityProvider .* | ProviderDetails (EncryptedResponses|IDPInit|IDPSignout) | false
Cognito::UserPoolIdentityProvider .* | ProviderDetails attributes_request_method | GET
Cognito::UserPoolIdentityProvider .* | AttributeMapping username | sub
Cognito::UserPoolIdentityProvider .* | (ProviderDetails|AttributeMapping) .* | any

# The APIs.
+ApiGatewayV2::Stage .* | AutoDeploy | true
ApiGatewayV2::Api .* | ProtocolType | HTTP
ApiGatewayV2::Integration .* | IntegrationType | AWS_PROXY
ApiGatewayV2::Integration .* | PayloadFormatVersion | any
ApiGatewayV2::Authorizer .* | AuthorizerType | JWT
+ApiGatewayV2::Authorizer .* | IdentitySource | $request.header.Authorization
ApiGatewayV2::Route .* | (AuthorizationType|RouteKey|Target) | any
ApiGateway::RestApi DataPlaneApi | EndpointConfiguration Types | REGIONAL
ApiGateway::RestApi EntranceApi | EndpointConfiguration Types | PRIVATE
ApiGateway::RestApi EntranceApi | BinaryMediaTypes | */*
ApiGateway::Stage .* | MethodSettings .* DataTraceEnabled | false
ApiGateway::Stage .* | MethodSettings .* (HttpMethod|ResourcePath) | any
ApiGateway::Method EntranceApiv1proxyANY | AuthorizationType | COGNITO_USER_POOLS
ApiGateway::Method .* | AuthorizationType | NONE
ApiGateway::Method .* | (HttpMethod|Integration .*) | any
ApiGateway::Resource .* | PathPart | any
+ApiGateway::Authorizer .* | Type | COGNITO_USER_POOLS
+ApiGateway::Authorizer .* | IdentitySource | method.request.header.Authorization
+ApiGateway::DomainNameV2 .* | EndpointConfiguration Types | PRIVATE
+ApiGateway::DomainNameV2 .* | SecurityPolicy | TLS_1_2
ApiGateway::DomainNameAccessAssociation .* | AccessAssociationSourceType | VPCE
ApiGateway::(DomainName.*|BasePathMappingV2) .* | (CertificateArn|Stage|AccessAssociationSource) | any

# Functions: what they run on, and what the owner has set.
+Lambda::Function .* | Architectures | arm64
+Lambda::Function .* | Runtime | nodejs24.x
+Lambda::Function .* | Handler | index.handler
+Lambda::Function SandboxCalls | TenancyConfig TenantIsolationMode | PER_TENANT
Lambda::Function (DataPlaneRpc|SandboxCalls|DataPlaneStream) | LoggingConfig (LogFormat|SystemLogLevel) | JSON; WARN
Lambda::Function .* | VpcConfig .* | any
Lambda::Function SandboxCalls | Environment Variables NODE_OPTIONS | --disallow-code-generation-from-strings
Lambda::Function DataPlane.* | Environment Variables CHANGE_STREAMS | {changeStreams}
Lambda::Function DataPlane.* | Environment Variables STANDALONE_STREAMS | {standaloneStreams}
Lambda::Function DataPlane.* | Environment Variables ALLOWED_ORIGINS | {allowedOrigins}
Lambda::Function DataPlaneRpc | Environment Variables TRACES | {traces}
Lambda::Function AuthorizationServer | Environment Variables CLIENT_REGISTRATION | {clientRegistration}
Lambda::Function AuthorizationServer | Environment Variables IDENTITY_PROVIDERS | {identityProviders}
Lambda::Function (AuthorizationServer|ManagementApi|LoginOwnGroups) | Environment Variables GROUP_ROLES | {groupRoles}
Lambda::Function (AuthorizationServer|ManagementApi|LoginOwnGroups) | Environment Variables PASSWORDS | {passwords}
Lambda::Function ManagementApi | Environment Variables INVITATIONS | {invitations}
Lambda::Function (Management.*|SandboxCalls|SandboxSpecReader|Pipeline.*) | Environment Variables PRIVATE_HOSTS | {privateHosts}
Lambda::Function (SandboxCalls|SandboxSpecReader) | Environment Variables PRIVATE_RANGES | {privateRanges}
Lambda::Function SandboxCalls | Environment Variables UPSTREAM_ROLES | {upstreamRoles}
Lambda::Function SandboxCalls | Environment Variables UPSTREAM_SECRETS | {upstreamSecrets}
Lambda::Function (DataPlane.*|Management.*|Pipeline.*|AuditArchiver.*) | Environment Variables METRICS | {metrics}
Lambda::Function TracesForwarder | Environment Variables OTLP_ENDPOINT | {otlpEndpoint}
Lambda::Function .* | Environment Variables .* | any
+Lambda::EventSourceMapping .* | BisectBatchOnFunctionError | true
Lambda::EventSourceMapping .* | StartingPosition | TRIM_HORIZON
+Lambda::EventSourceMapping EventsReported | FunctionResponseTypes | ReportBatchItemFailures
Lambda::EventInvokeConfig .* | .* | any
Lambda::Permission .* | .* | any
Lambda::Url .* | AuthType | NONE
Lambda::Url .* | InvokeMode | RESPONSE_STREAM
Lambda::Url .* | Qualifier | {alias}
CodeDeploy::Application .* | ComputePlatform | Lambda
+CodeDeploy::DeploymentGroup .* | (AlarmConfiguration|AutoRollbackConfiguration) Enabled | true
+CodeDeploy::DeploymentGroup .* | AutoRollbackConfiguration Events | DEPLOYMENT_FAILURE, DEPLOYMENT_STOP_ON_ALARM
CodeDeploy::DeploymentGroup .* | DeploymentStyle (DeploymentOption|DeploymentType) | WITH_TRAFFIC_CONTROL; BLUE_GREEN
Logs::SubscriptionFilter .* | FilterPattern | "call_spans"
+Custom::AWS .* | InstallLatestAwsSdk | false

# Tables: how rows are found, which go by themselves, and what a stream tells.
DynamoDB::GlobalTable Data(Servers|Tools|Deployments|UpstreamTokens) | KeySchema 0 AttributeName | serverId
DynamoDB::GlobalTable DataTools | KeySchema 1 AttributeName | toolId
DynamoDB::GlobalTable DataDeployments | KeySchema 1 AttributeName | deploymentId
DynamoDB::GlobalTable DataUpstreamTokens | KeySchema 1 AttributeName | holder
DynamoDB::GlobalTable DataTokens | KeySchema 0 AttributeName | tokenHash
DynamoDB::GlobalTable DataAudit | KeySchema [01] AttributeName | serverDay; entryId
DynamoDB::GlobalTable DataSettings | KeySchema 0 AttributeName | settingsId
DynamoDB::GlobalTable DataSessions | KeySchema 0 AttributeName | sessionId
DynamoDB::GlobalTable DataSignIns | KeySchema [01] AttributeName | id; part
DynamoDB::GlobalTable EventsTable | KeySchema [01] AttributeName | part; id
DynamoDB::GlobalTable DataGates | KeySchema 0 AttributeName | gate
DynamoDB::GlobalTable .* | KeySchema 0 KeyType | HASH
DynamoDB::GlobalTable .* | KeySchema 1 KeyType | RANGE
DynamoDB::GlobalTable .* | AttributeDefinitions .* AttributeType | S
DynamoDB::GlobalTable .* | AttributeDefinitions .* AttributeName | any
+DynamoDB::GlobalTable (Data(Tokens|SignIns|UpstreamTokens)|EventsTable) | TimeToLiveSpecification AttributeName | goneAt
+DynamoDB::GlobalTable DataSessions | TimeToLiveSpecification AttributeName | expiresAt
DynamoDB::GlobalTable (Data(Tokens|SignIns|UpstreamTokens|Sessions)|EventsTable) | TimeToLiveSpecification Enabled | true
+DynamoDB::GlobalTable .* | BillingMode | PAY_PER_REQUEST
+DynamoDB::GlobalTable (?!DataSessions).* | Replicas .* PointInTimeRecoveryEnabled | true
+DynamoDB::GlobalTable (?!DataSessions).* | Replicas .* DeletionProtectionEnabled | {isKept}
DynamoDB::GlobalTable .* | SSESpecification SSEEnabled | {hasOwnKey}
DynamoDB::GlobalTable .* | SSESpecification SSEType | {tableEncryption}
DynamoDB::GlobalTable .* | (GlobalSecondaryIndexes|Replicas|StreamSpecification) .* | any

# Buckets and keys.
+S3::Bucket .* | PublicAccessBlockConfiguration .* | true
+S3::Bucket EdgeSite | BucketEncryption .* SSEAlgorithm | AES256
S3::Bucket (?!EdgeSite).* | BucketEncryption .* SSEAlgorithm | {bucketEncryption}
S3::Bucket (?!EdgeSite).* | BucketEncryption .* BucketKeyEnabled | {hasOwnKey}
+S3::Bucket Data.* | VersioningConfiguration Status | Enabled
+S3::Bucket DataAuditArchive | ObjectLockConfiguration Rule DefaultRetention Mode | {lock}
+S3::Bucket DataAuditArchive | ObjectLock(Enabled|Configuration ObjectLockEnabled) | true; Enabled
S3::Bucket .* | LifecycleConfiguration Rules .* Status | Enabled
+S3::Bucket Data(Bundles|Specs) | LifecycleConfiguration Rules deleted ExpiredObjectDeleteMarker | true
+S3::Bucket DataBundles | LifecycleConfiguration Rules (sessions|held|cancelled|answers-.*) Prefix | sessions/; held/; cancelled/; answers/1/; answers/7/; answers/30/; answers/90/; answers/365/
+S3::Bucket DataSpecs | LifecycleConfiguration Rules staging Prefix | staging/
S3::Bucket .* | LifecycleConfiguration Rules .* Id | any
+KMS::Key (KeysCredentials|DataKey) | EnableKeyRotation | true
+KMS::Key AuditArchiverKey | (KeySpec|KeyUsage) | ECC_NIST_P256; SIGN_VERIFY
+KMS::Key Keys(Signing|Placeholders|TokenHash) | (KeySpec|KeyUsage) | HMAC_256; GENERATE_VERIFY_MAC
KMS::Key .* | MultiRegion | true
+SecretsManager::Secret .* | GenerateSecretString ExcludePunctuation | true
SecretsManager::Secret .* | GenerateSecretString GenerateStringKey | current
SecretsManager::Secret .* | GenerateSecretString SecretStringTemplate | {"previous":""}
SecretsManager::Secret .* | ReplicaRegions .* | any
SQS::Queue .* | KmsMasterKeyId | {queueKey}

# What stays when a stack goes.
(Logs::LogGroup|IAM::.*|S3::Bucket EdgeSite|DynamoDB::GlobalTable DataSessions).* | DeletionPolicy | Delete
Backup::BackupVault .* | DeletionPolicy | RetainExceptOnCreate
(S3::Bucket DataAuditArchive|KMS::Key DataKey) | DeletionPolicy | RetainExceptOnCreate
(S3::Bucket|KMS::Key|KMS::ReplicaKey|EC2::EIP) .* | DeletionPolicy | {kept}
(DynamoDB::GlobalTable|Cognito::UserPool) .* | DeletionPolicy | {keptAndProtected}
.* | DeletionPolicy | Delete

# State machines: what comes after what, and what becomes of what fails.
StepFunctions::StateMachine .* | (LoggingConfiguration|TracingConfiguration) .* | any
StepFunctions::StateMachine PipelineDeployment | StartAt | Kind
StepFunctions::StateMachine PipelineDeployment | States Kind Choices 0 (Next|StringEquals|Variable) | ParseSpec; import; $.kind
StepFunctions::StateMachine PipelineDeployment | States Kind Default | Provision
StepFunctions::StateMachine PipelineDeployment | States (ParseSpec|Provision) Next | SealSandbox
StepFunctions::StateMachine PipelineDeployment | States SealSandbox Next | InjectGovernance
StepFunctions::StateMachine PipelineDeployment | States InjectGovernance Next | Distribute
StepFunctions::StateMachine PipelineDeployment | States Distribute Next | Live
StepFunctions::StateMachine PipelineDeployment | States RecordFailure Next | Failed
StepFunctions::StateMachine PipelineDeployment | States \\w+ Retry 0 ErrorEquals | Lambda.ServiceException, Lambda.AWSLambdaException, Lambda.SdkClientException, Lambda.ClientExecutionTimeoutException, Lambda.TooManyRequestsException, Lambda.Unknown, TransientFailure
StepFunctions::StateMachine PipelineDeployment | States \\w+ Catch 0 (ErrorEquals|Next|ResultPath) | States.ALL; RecordFailure; $.error
StepFunctions::StateMachine EventsDeliveries | StartAt | Attempt
StepFunctions::StateMachine EventsDeliveries | States Attempt Next | Done
StepFunctions::StateMachine EventsDeliveries | States Attempt Retry 0 ErrorEquals | States.ALL
+StepFunctions::StateMachine EventsDeliveries | States Attempt Catch 0 (ErrorEquals|Next|ResultPath) | States.ALL; GivenUp; $.error
StepFunctions::StateMachine EventsDeliveries | States Done Choices 0 (BooleanEquals|Next|Variable) | true; Ended; $.isDone
StepFunctions::StateMachine EventsDeliveries | States Done Default | Pause
StepFunctions::StateMachine EventsDeliveries | States Pause (Next|SecondsPath) | Attempt; $.wait
StepFunctions::StateMachine EventsDeliveries | States GivenUp Next | Failed
StepFunctions::StateMachine EventsDeliveries | States GivenUp Parameters MessageBody .* | $.deliveryId; $.error.Error; $$.Execution.Id; $.webhookId
StepFunctions::StateMachine EventsDeliveries | States GivenUp Parameters QueueUrl | any
StepFunctions::StateMachine .* | States \\w+ (Type|Resource|JitterStrategy|ErrorPath|CausePath|Retry 0 JitterStrategy) | any

# Alarms ring when something is wrong, by the metric that says so.
+CloudWatch::Alarm .* | ComparisonOperator | GreaterThanOrEqualToThreshold
+CloudWatch::Alarm .* | TreatMissingData | notBreaching
+CloudWatch::Alarm .* | (AlarmActions|OKActions) | {alarmTopic}
+CloudWatch::Alarm FailuresWaiting | (MetricName|Namespace|Statistic) | ApproximateNumberOfMessagesVisible; AWS/SQS; Maximum
+CloudWatch::Alarm AuditArchiverLate | (MetricName|Namespace|Statistic) | IteratorAge; AWS/Lambda; Maximum
+CloudWatch::Alarm BackupFailed | (MetricName|Namespace|Statistic) | NumberOfBackupJobsFailed; AWS/Backup; Sum
CloudWatch::Alarm ApiFailuresAlarm | MetricName | {apiFailures}
+CloudWatch::Alarm ApiFailuresAlarm | (Namespace|Statistic) | AWS/ApiGateway; Sum
+CloudWatch::Alarm OpenBreakerAlarm | (MetricName|Namespace|Statistic) | BreakerOpenings; Portcullis; Sum
+CloudWatch::Alarm SlowRevocationAlarm | (MetricName|Namespace|ExtendedStatistic) | RevocationLatency; Portcullis; p99
+CloudWatch::Alarm FailedDeploymentsAlarm | (MetricName|Namespace|Statistic) | DeploymentsFailed; Portcullis; Sum
+CloudWatch::Alarm DataPlane(Rpc|Stream)Failing | (MetricName|Namespace|Statistic) | Errors; AWS/Lambda; Sum
CloudWatch::Alarm .* | Dimensions .* Value | Portcullis
CloudWatch::Alarm \\w+ErrorsAlarm | Metrics .* MetricName | Errors
CloudWatch::Alarm \\w+ThrottlesAlarm | Metrics .* MetricName | Throttles
CloudWatch::Alarm .* | Metrics .* | any
Budgets::Budget .* | .* (BudgetType|TimeUnit|Unit|SubscriptionType|ThresholdType|ComparisonOperator) | COST; MONTHLY; USD; SNS; PERCENTAGE; GREATER_THAN
Budgets::Budget .* | .* (NotificationType|Address) | any
+Events::Rule .* | State | ENABLED
Events::Rule .* | (ScheduleExpression|Targets .*) | any
Backup::.* | .* | any

# Networks: functions get out and nobody in.
EC2::EIP .* | Domain | vpc
EC2::Route .* | DestinationCidrBlock | 0.0.0.0/0
EC2::Subnet .* | MapPublicIpOnLaunch | false
EC2::VPC .* | EnableDns\\w+ | true
EC2::VPC .* | InstanceTenancy | default
+EC2::VPCEndpoint SandboxOwnerNetwork(kms|sts) | PrivateDnsEnabled | true
+EC2::VPCEndpoint SandboxOwnerNetwork(kms|sts) | SubnetIds | {subnets}
+EC2::VPCEndpoint SandboxOwnerNetworks3 | RouteTableIds | {routeTables}
EC2::VPCEndpoint .* | VpcEndpointType | Gateway; Interface
EC2::SecurityGroup .* | SecurityGroupEgress .* (CidrIp|IpProtocol) | 0.0.0.0/0, tcp; 255.255.255.255/32; icmp; tcp; 0.0.0.0/0
EC2::SecurityGroup .* | SecurityGroupIngress .* (CidrIp|CidrIpv6|IpProtocol) | 0.0.0.0/0; ::/0; tcp
EC2::.* | (.*CidrBlock|VpcId|ServiceName|GroupDescription|.* Description|SubnetIds) | any
Route53::RecordSet .* | .* | any
Lambda::LayerVersion .* | .* | any
`;
