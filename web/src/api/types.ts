/**
 * Names for the input and output of the operations, derived from the API's route table, so the pages are compiled against what the
 * service validates. Types only; no schema code reaches the browser.
 */
import type { StillReading } from '../../../core/api/reading.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import type { Answer } from './operations.ts';

export type Me = Answer<'getMe'>;
export type Settings = Answer<'getSettings'>;
export type Floor = Answer<'getFloor'>;
export type FloorPreview = Answer<'previewFloor'>;
export type Webhook = Answer<'listWebhooks'>['items'][number];
/** How far an answer is that takes longer than a request. */
export type ReadingProgress = NonNullable<StillReading['progress']>;
export type Preview = Answer<'previewSpec'>;
export type MadeRepair = Preview['repairs'][number];
export type Scope = Preview['auth']['scopes'][number];
export type RepairName = MadeRepair['name'];

export type NewServer = BodyOf<'createServer'>;
export type Auth = NewServer['auth'];
export type AuthType = Auth['type'];
/** A kind that can be one of several combined credentials. */
export type SingleAuth = Exclude<Auth, { readonly type: 'combined' | 'none' }>;
export type SingleAuthType = SingleAuth['type'];
/** How a credential is sent. */
export type { CredentialShape } from '../../../core/model/credential.ts';
export type CreatedServer = Required<Answer<'createServer'>>;
export type CopiedServer = Answer<'duplicateServer'>;
export type Duplication = NonNullable<BodyOf<'duplicateServer'>>;
export type ServerDefinition = Answer<'exportServer'>;
export type Server = Answer<'getServer'>;
export type ToolsetMembers = Answer<'listToolsetMembers'>;
export type ServerChange = BodyOf<'changeServer'>;
export type LimitSet = NonNullable<Server['limits']['server']>;
export type Breaker = NonNullable<Server['breaker']>;
export type Usage = Answer<'getUsage'>;
export type ChangeRequest = Answer<'getChangeRequest'>;
export type Approval = Answer<'listApprovals'>['items'][number];
export type Exposition = Server['exposition'];
/** Whose accounts at the API are used. */
export type Accounts = Server['credentials'];
export type Exposed = Exclude<Exposition, 'auto'>;
export type ModelTool = Answer<'listModelTools'>['items'][number];

export type Consents = Answer<'listConsents'>;
export type ConsentAnswer = BodyOf<'finishConsent'>;
export type Account = Answer<'getTokenAccount'>;
export type ConnectedAccount = Answer<'listAccounts'>['items'][number];
export type ConsentGiven = Answer<'finishConsent'>;
export type Consent = Consents['items'][number];

export type Attention = Answer<'listAttention'>['items'][number];

export type Deployment = Answer<'getDeployment'>;
export type DeploymentRequest = BodyOf<'createDeployment'>;
export type ReimportPreview = Answer<'previewReimport'>;
export type ToolChanges = Answer<'getDeploymentChanges'>;
export type VersionComparison = Answer<'compareVersions'>;
export type Phase = Deployment['phases'][number];

export type Selection = Answer<'getSelection'>;
/** A sentence as it is sent. */
export type Sentence = BodyOf<'changeSelection'>['sentences'][number];
export type SelectionItem = Selection['items'][number];

export type ToolCheck = Answer<'checkTools'>;
export type CheckFinding = ToolCheck['items'][number];

export type ToolList = Answer<'listTools'>;
export type ToolSummary = ToolList['items'][number];
export type Tool = Answer<'getTool'>;
export type NewTool = BodyOf<'createTool'>;
export type ToolChange = BodyOf<'changeTool'>;
export type ToolsChange = BodyOf<'changeTools'>;
export type ToolRedaction = NonNullable<Tool['redaction']>;
export type ToolTrial = Answer<'tryTool'>;

export type TokenList = Answer<'listTokens'>;
export type Token = TokenList['items'][number];
export type TokenScopes = NonNullable<Token['scopes']>;
export type CreatedToken = Answer<'createToken'>;
export type CreatedSetupLink = Answer<'createSetupLink'>;
export type OpenedSetupLink = Answer<'openSetupLink'>;
export type ClientSetup = Answer<'listClients'>['clients'][number];

export type Governance = Settings['governance'];
export type GovernanceSettings = Governance['effective'];
export type GovernanceKey = keyof GovernanceSettings;
export type GovernanceOrigin = Governance['origins'][GovernanceKey];
export type GovernanceChange = NonNullable<ServerChange['governance']>;
export type AnswerFields = Answer<'explainFields'>;
export type FieldRow = AnswerFields['rows'][number];
export type GovernanceTrial = Answer<'tryGovernance'>;
export type RedactionExplanation = NonNullable<GovernanceTrial['explanation']>;

export type Authorization = Answer<'getAuthorization'>;
export type AutomationKey = Answer<'listAutomationKeys'>['items'][number];
export type CreatedAutomationKey = Answer<'createAutomationKey'>;
export type OauthClient = Answer<'listOauthClients'>['items'][number];
export type NewOauthClient = BodyOf<'createOauthClient'>;
export type CreatedOauthClient = Answer<'createOauthClient'>;
export type RotatedOauthClient = Answer<'rotateOauthClient'>;
export type ClientSession = Answer<'listSessions'>['items'][number];
export type PolicyTrial = Answer<'tryPolicies'>;
export type PolicySchema = Answer<'getPolicySchema'>;
export type ComparableTool = PolicySchema['tools'][number];
export type AccessRule = Server['accessRules'][number];

export type MemberPage = Answer<'listMembers'>;
export type Member = MemberPage['members'][number];
export type MemberChange = BodyOf<'changeMember'>;
export type Holdings = Answer<'getHoldings'>['ends'];
export type Invitation = Answer<'listInvitations'>['items'][number];
export type InvitationWay = Invitation['way'];
export type UserPool = NonNullable<MemberPage['userPool']>;
export type Role = Me['role'];
export type FloorChange = BodyOf<'changeFloor'>;
export type Project = Answer<'getProject'>;
export type ProjectChange = BodyOf<'changeProject'>;
export type Right = Me['rights'][number];

export type Stats = Answer<'getStats'>;
export type CallGroups = Answer<'getCallGroups'>;
export type AuditEntry = Answer<'listAudit'>['items'][number];
