/** What each function may touch and what it may not, in one sentence each; every single right is in the table (rightsTable.test.ts). */
import { describe, expect, test } from '@jest/globals';
import { rightsByFunction, targetOf } from '../support/rights.ts';
import { PRIVATE } from '../support/settings.ts';
import { type Synthesized, synthesize, synthesizeRegions } from '../support/synth.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const documentOf = (document: unknown): Statement[] => (document as { Statement: Statement[] }).Statement;

const single = synthesize();
const behindRest = synthesize({ entrance: 'rest' });
const inside = synthesize(PRIVATE);
const { home, front } = synthesizeRegions();
/** What does not fit a role's own policy, CDK puts into a managed one beside it. */
const policiesOf = ({ ofType }: Synthesized) => [...ofType('AWS::IAM::Policy'), ...ofType('AWS::IAM::ManagedPolicy')];
const LAYOUTS = [
  { layout: 'one region', rights: rightsByFunction(single), policies: policiesOf(single) },
  { layout: 'one region behind a REST API', rights: rightsByFunction(behindRest), policies: policiesOf(behindRest) },
  { layout: "the owner's network alone", rights: rightsByFunction(inside), policies: policiesOf(inside) },
  {
    layout: 'the home region of several',
    rights: new Map([...rightsByFunction(home), ...rightsByFunction(front)]),
    policies: [...policiesOf(home), ...policiesOf(front)],
  },
];

test('the function that serves pages may write its log, and nothing else', () => {
  const lines = rightsByFunction(inside).get('EntrancePages');

  expect(lines).toHaveLength(2);
  expect(lines?.filter((line) => !/^logs:(CreateLogStream|PutLogEvents) EntrancePagesLogs/.test(line))).toEqual([]);
});

describe.each(LAYOUTS)('least privilege in $layout', ({ rights, policies }) => {
  /** Rights of one function, without the ones on its own log group. */
  function of(name: string): string[] {
    const lines = rights.get(name);
    if (!lines) throw new Error(`No function ${name}; there are ${[...rights.keys()].join(', ')}`);
    return lines.filter((line) => !line.startsWith('logs:'));
  }
  const allowed = (name: string, pattern: RegExp) => of(name).filter((line) => pattern.test(line));
  const OURS = [...rights.keys()].filter((name) => !/^(AWS679|CustomCDK|LogRetention|Custom)/.test(name));

  test('nobody has a wildcard action', () => {
    for (const name of OURS) {
      const wild = of(name).filter((line) => /^[a-z0-9-]+:\*|^\* /.test(line) || line.startsWith('dynamodb:*'));
      expect([name, wild]).toEqual([name, []]);
    }
  });

  const conditionsOf = (action: string) =>
    policies.flatMap(([id, { Properties }]) =>
      documentOf(Properties?.['PolicyDocument'])
        .filter(({ Action }) => Action === action)
        .map(({ Condition }) => [id.replace(/Role(Default|Overflow)Policy.*$/, ''), Condition]),
    );
  const byFunction = (lines: unknown[][]) => lines.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  /** The names of an encryption context: all of `names`, perhaps some of `others`. */
  const only = (names: string[], others: string[] = []) => ({
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...names, ...others] },
    Null: Object.fromEntries(names.map((name) => [`kms:EncryptionContext:${name}`, 'false'])),
  });

  test('only the sandbox decrypts credentials, only the spec reader addresses, and only the management API encrypts', () => {
    // Kept answers have a context of their own: mcp-rpc seals them, the management API opens them. So have held ones, which mcp-rpc opens too.
    const holders = (pattern: RegExp) => OURS.filter((name) => allowed(name, pattern).length > 0).sort();

    expect(holders(/^kms:Decrypt /)).toEqual(['DataPlaneRpc', 'ManagementApi', 'SandboxCalls', 'SandboxSpecReader']);
    expect(byFunction(conditionsOf('kms:Decrypt'))).toEqual([
      ['DataPlaneRpc', only(['heldOf'])],
      ['ManagementApi', only(['answersOf'])],
      ['SandboxCalls', only(['serverId'], ['origin'])],
      ['SandboxSpecReader', only(['descriptionOf'])],
    ]);
    expect(holders(/^kms:(Encrypt|GenerateDataKey)\S* KeysCredentials/)).toEqual(['DataPlaneRpc', 'ManagementApi']);
    expect(conditionsOf('kms:GenerateDataKey').filter(([id]) => id === 'DataPlaneRpc')).toEqual([
      ['DataPlaneRpc', only(['answersOf'])],
      ['DataPlaneRpc', only(['heldOf'])],
    ]);
  });

  test('only the sandbox derives the keys of placeholders', () => {
    const holders = OURS.filter((name) => allowed(name, /KeysPlaceholders/).length > 0);

    expect(holders).toEqual(['SandboxCalls']);
    expect(allowed('SandboxCalls', /KeysPlaceholders/)).toEqual(['kms:GenerateMac KeysPlaceholders']);
  });

  test('what is bound to an origin is bound to another one by nobody', () => {
    expect(byFunction(conditionsOf('kms:ReEncryptFrom'))).toEqual([
      ['ManagementApi', only(['serverId'])],
      ['PipelineSealSandbox', only(['serverId', 'deploymentId'])],
    ]);
    expect(byFunction(conditionsOf('kms:ReEncryptTo'))).toEqual([
      ['ManagementApi', only(['serverId', 'origin'])],
      ['PipelineSealSandbox', only(['serverId', 'origin'])],
    ]);
    expect(OURS.flatMap((name) => allowed(name, /^kms:ReEncrypt(?!From |To )/))).toEqual([]);
  });

  test('the sandbox reaches no table, and of the buckets only bundles/ and cancelled/', () => {
    expect(allowed('SandboxCalls', /^dynamodb:/)).toEqual([]);
    expect(allowed('SandboxCalls', /^s3:Put|^s3:Delete|^s3:Abort/)).toEqual([]);
    expect(
      allowed('SandboxCalls', /^s3:/).filter((line) => !/DataBundles(\/(bundles|cancelled)\/\*)?$/.test(line)),
    ).toEqual([]);
    expect(allowed('SandboxCalls', /^(lambda|iot|states|kms:Generate(?!Mac KeysPlaceholders))/)).toEqual([]);
  });

  test('who holds streams hears of subjects that it names, and of nobody by a wildcard', () => {
    const heard = (name: string) =>
      allowed(name, /^iot:(Subscribe|Receive) /).map((line) => line.replace(/arn:.*:(topic|topicfilter)\//, '$1 '));
    const subjects = (...names: string[]) =>
      names.flatMap((name) => [`iot:Receive topic ${name}`, `iot:Subscribe topicfilter ${name}`]).sort();

    expect(heard('DataPlaneRpc')).toEqual(subjects('mcp/*/revoked', 'mcp/*/cancel', 'srv/*/kill', 'srv/*/tools'));
    expect(heard('DataPlaneStream')).toEqual(
      subjects('mcp/*/revoked', 'mcp/*/ended', 'mcp/*/down', 'srv/*/kill', 'srv/*/tools'),
    );
    expect(OURS.filter((name) => allowed(name, /^iot:(Subscribe|Receive) /).length > 0)).toHaveLength(2);
    const denials = policies.flatMap(([id, { Properties }]) =>
      documentOf(Properties?.['PolicyDocument'])
        .filter(({ Effect, Action }) => Effect === 'Deny' && Action === 'iot:Subscribe')
        .map(({ Resource }) => [
          id.replace(/Role(Default|Overflow)Policy.*$/, ''),
          (Resource as unknown[]).map(targetOf),
        ]),
    );
    expect(byFunction(denials)).toEqual(
      ['DataPlaneRpc', 'DataPlaneStream'].map((name) => [
        name,
        ['*+*', '*#*'].map((filter) => expect.stringContaining(`:topicfilter/${filter}`)),
      ]),
    );
  });

  test('the spec reader reads nothing of ours and writes only below staging/', () => {
    const lines = of('SandboxSpecReader');

    expect(lines.length).toBeGreaterThan(0);
    const others = lines.filter((line) => !/^s3:PutObject DataSpecs\/staging\/\*$/.test(line));
    expect(others).toEqual(['kms:Decrypt KeysCredentials']);
  });

  test('mcp-rpc appends to the audit table and changes nothing but the last use of a token', () => {
    expect(allowed('DataPlaneRpc', /DataAudit/)).toEqual(['dynamodb:PutItem DataAudit']);
    expect(allowed('DataPlaneRpc', /DataTokens$/)).toEqual([
      'dynamodb:BatchGetItem DataTokens',
      'dynamodb:UpdateItem DataTokens',
    ]);
    expect(allowed('DataPlaneRpc', /DataServers/)).toEqual(['dynamodb:BatchGetItem DataServers']);
    expect(allowed('DataPlaneRpc', /DataTools|DataDeployments|DataSettings/)).toEqual([]);
    expect(allowed('DataPlaneRpc', /kms:.*KeysCredentials|kms:GenerateMac KeysSigning/)).toEqual([
      'kms:Decrypt KeysCredentials',
      'kms:GenerateDataKey KeysCredentials',
    ]);
  });

  test('tokens of upstreams are read and written by those who ask for calls, read by those who import, and opened by none', () => {
    expect(OURS.filter((name) => allowed(name, /DataUpstreamTokens/).length > 0).sort()).toEqual([
      'DataPlaneRpc',
      'ManagementApi',
      'ManagementPrepare',
      'PipelineParseSpec',
    ]);
    for (const importing of ['ManagementPrepare', 'PipelineParseSpec']) {
      expect(allowed(importing, /DataUpstreamTokens/)).toEqual(['dynamodb:GetItem DataUpstreamTokens']);
    }
    expect(allowed('DataPlaneRpc', /DataUpstreamTokens/)).toEqual(
      ['BatchGetItem', 'GetItem', 'PutItem'].map((each) => `dynamodb:${each} DataUpstreamTokens`),
    );
  });

  test('mcp-rpc writes kept answers and reads none', () => {
    expect(allowed('DataPlaneRpc', /DataBundles\/answers/)).toEqual(['s3:PutObject DataBundles/answers/*']);
    expect(OURS.filter((name) => allowed(name, /DataBundles\/answers/).length > 0).sort()).toEqual([
      'DataPlaneRpc',
      'ManagementApi',
    ]);
  });

  test('mcp-rpc alone writes and reads answers that are held, and lists and deletes none', () => {
    expect(allowed('DataPlaneRpc', /DataBundles\/held/)).toEqual([
      's3:GetObject DataBundles/held/*',
      's3:PutObject DataBundles/held/*',
    ]);
    expect(OURS.filter((name) => allowed(name, /DataBundles\/held/).length > 0)).toEqual(['DataPlaneRpc']);
  });

  test('mcp-rpc alone stores that a call is cancelled, and the sandbox alone looks for it', () => {
    expect(OURS.filter((name) => allowed(name, /DataBundles\/cancelled/).length > 0).sort()).toEqual([
      'DataPlaneRpc',
      'SandboxCalls',
    ]);
    expect(allowed('DataPlaneRpc', /DataBundles\/cancelled/)).toEqual(['s3:PutObject DataBundles/cancelled/*']);
    expect(allowed('SandboxCalls', /DataBundles\/cancelled/)).toEqual(['s3:GetObject DataBundles/cancelled/*']);
  });

  test('the audit archiver follows the trail, adds to its archive, signs with its own key, and nothing else', () => {
    expect(of('AuditArchiverArchive')).toEqual([
      'dynamodb:DescribeStream DataAudit',
      'dynamodb:GetRecords DataAudit',
      'dynamodb:GetShardIterator DataAudit',
      'dynamodb:ListStreams DataAudit',
      'kms:GetPublicKey AuditArchiverKey',
      'kms:Sign AuditArchiverKey',
      's3:GetObject DataAuditArchive/manifests/*',
      's3:ListBucket DataAuditArchive',
      's3:PutObject DataAuditArchive/entries/*',
      's3:PutObject DataAuditArchive/keys/*',
      's3:PutObject DataAuditArchive/manifests/*',
      'sqs:SendMessage FailuresQueue',
    ]);
    const statements = policies
      .filter(([id]) => id.startsWith('AuditArchiverArchive'))
      .flatMap(([, { Properties }]) => documentOf(Properties?.['PolicyDocument']));
    const puts = statements.filter(({ Action }) => Action === 's3:PutObject');
    expect(puts).toHaveLength(3);
    for (const { Condition } of puts) expect(Condition).toEqual({ Null: { 's3:if-none-match': 'false' } });
    for (const { Action, Resource } of statements) {
      if (JSON.stringify(Action).includes('dynamodb:')) expect(JSON.stringify(Resource)).toContain('"StreamArn"');
    }
    const others = OURS.filter((name) => name !== 'AuditArchiverArchive');
    expect(others.flatMap((name) => allowed(name, /AuditArchive/))).toEqual([]);
  });

  test('mcp-stream writes the rows of its sessions, that a token holds a stream and the counters of limits, appends to the trail, discards what it delivered, and nothing else', () => {
    expect(allowed('DataPlaneStream', /:(Put|Update|Delete|BatchWrite|Publish|Invoke|Start|Encrypt)/)).toEqual([
      'dynamodb:DeleteItem DataSessions',
      'dynamodb:PutItem DataAudit',
      'dynamodb:PutItem DataSessions',
      'dynamodb:UpdateItem DataSessions',
      'dynamodb:UpdateItem DataTokens',
      's3:DeleteObjectVersion DataBundles/sessions/*',
    ]);
    expect(OURS.filter((name) => allowed(name, /DataSessions/).length > 0).sort()).toEqual([
      'DataPlaneRpc',
      'DataPlaneStream',
      'ManagementApi',
    ]);
    expect(allowed('DataPlaneRpc', /DataSessions/)).toEqual([
      'dynamodb:BatchGetItem DataSessions',
      'dynamodb:PutItem DataSessions',
      'dynamodb:UpdateItem DataSessions',
    ]);
    expect(allowed('ManagementApi', /DataSessions/)).toEqual([
      'dynamodb:BatchGetItem DataSessions',
      'dynamodb:PutItem DataSessions',
    ]);
    const puts = policies
      .filter(([id]) => id.startsWith('DataPlaneRpc') || id.startsWith('ManagementApi'))
      .flatMap(([, { Properties }]) => documentOf(Properties?.['PolicyDocument']))
      .filter(({ Action, Resource }) => Action === 'dynamodb:PutItem' && JSON.stringify(Resource).includes('Sessions'));
    expect(puts.map(({ Condition }) => Condition)).toEqual([
      {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': ['ended.*', 'held.*', 'tasks.*', 'approvals.*', 'proof.*'],
        },
      },
      { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['approvals.*'] } },
    ]);
    const counting = policies
      .flatMap(([, { Properties }]) => documentOf(Properties?.['PolicyDocument']))
      .filter(
        ({ Action, Resource, Condition }) =>
          JSON.stringify(Resource).includes('DataSessions') &&
          (Action === 'dynamodb:UpdateItem' || JSON.stringify(Condition ?? '').includes('limit.')),
      );
    expect(counting).toHaveLength(3);
    for (const { Condition } of counting) {
      const { 'ForAllValues:StringLike': keys = {} } = (Condition ?? {}) as Record<string, Record<string, string[]>>;
      const rows = keys['dynamodb:LeadingKeys'];
      expect([['limit.*'], ['limit.*', 'approvals.*']]).toContainEqual(rows);
    }
  });

  test('of the settings table rows of sentences, keys and long answers alone are deleted', () => {
    const deleting = policies
      .flatMap(([, { Properties }]) => documentOf(Properties?.['PolicyDocument']))
      .filter(
        ({ Action, Resource }) => Action === 'dynamodb:DeleteItem' && JSON.stringify(Resource).includes('DataSettings'),
      );

    expect(deleting.map(({ Condition }) => Condition)).toEqual([
      { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['selection.*', 'declared.*', 'preparing.*'] } },
    ]);
  });

  test('what makes long answers writes how far it is and its result, and opens, signs and reaches nothing', () => {
    const telling = policies
      .filter(([id]) => id.startsWith('ManagementPrepare'))
      .flatMap(([, { Properties }]) => documentOf(Properties?.['PolicyDocument']))
      .filter(({ Action }) => Action === 'dynamodb:UpdateItem');

    expect(telling.map(({ Condition }) => Condition)).toEqual([
      { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['preparing.*'] } },
    ]);
    expect(allowed('ManagementPrepare', /^(?!dynamodb:|s3:)/)).toEqual([
      'lambda:InvokeFunction SandboxCalls',
      'lambda:InvokeFunction SandboxSpecReader',
    ]);
    expect(OURS.filter((name) => allowed(name, /^lambda:InvokeFunction ManagementPrepare/).length > 0)).toEqual([
      'ManagementApi',
    ]);
  });

  test('the pipeline writes tools, deployments, a few attributes of servers, and bundles; it decrypts nothing', () => {
    const phases = OURS.filter((name) => name.startsWith('Pipeline'));

    expect(phases.length).toBeGreaterThanOrEqual(7);
    for (const name of phases) {
      expect([name, allowed(name, /DataTokens|DataAudit|KeysTokenHash/)]).toEqual([name, []]);
      const bound = name === 'PipelineSealSandbox' ? ['kms:ReEncryptFrom', 'kms:ReEncryptTo'] : [];
      expect([name, allowed(name, /KeysCredentials/)]).toEqual([name, bound.map((each) => `${each} KeysCredentials`)]);
      expect([name, allowed(name, /^dynamodb:(Put|Delete|BatchWrite)\w* DataServers/)]).toEqual([name, []]);
    }
    const invokers = phases.filter((name) => allowed(name, /^lambda:InvokeFunction SandboxSpecReader/).length > 0);
    expect(invokers).toEqual(['PipelineParseSpec']);
  });

  test('every update of the servers table by the pipeline is held to named attributes', () => {
    const statements = policies.flatMap(([id, { Properties }]) => {
      const document = Properties?.['PolicyDocument'] as { Statement: Array<{ Action: unknown; Condition?: unknown }> };
      return document.Statement.filter(({ Action }) => id.startsWith('Pipeline') && Action === 'dynamodb:UpdateItem');
    });

    expect(statements.length).toBeGreaterThanOrEqual(3);
    for (const { Condition } of statements) expect(JSON.stringify(Condition)).toContain('dynamodb:Attributes');
  });

  test('what fails in the background is sent to the queue of failures, which no function reads', () => {
    expect(OURS.flatMap((name) => allowed(name, /^sqs:/).map((line) => `${name} ${line}`)).sort()).toEqual([
      'AuditArchiverArchive sqs:SendMessage FailuresQueue',
      'PipelineReseal sqs:SendMessage FailuresQueue',
    ]);
  });

  test('the management API lists, invites, groups and removes people, the authorization server looks one up, and nobody sets a password or an attribute', () => {
    expect(OURS.flatMap((name) => allowed(name, /^cognito-idp:/).map((line) => `${name} ${line}`)).sort()).toEqual([
      'AuthorizationServer cognito-idp:AdminGetUser LoginPool',
      'AuthorizationServer cognito-idp:AdminListGroupsForUser LoginPool',
      'ManagementApi cognito-idp:AdminAddUserToGroup LoginPool',
      'ManagementApi cognito-idp:AdminCreateUser LoginPool',
      'ManagementApi cognito-idp:AdminDeleteUser LoginPool',
      'ManagementApi cognito-idp:AdminDisableUser LoginPool',
      'ManagementApi cognito-idp:AdminEnableUser LoginPool',
      'ManagementApi cognito-idp:AdminGetUser LoginPool',
      'ManagementApi cognito-idp:AdminListGroupsForUser LoginPool',
      'ManagementApi cognito-idp:AdminRemoveUserFromGroup LoginPool',
      'ManagementApi cognito-idp:AdminUserGlobalSignOut LoginPool',
      'ManagementApi cognito-idp:ListUsers LoginPool',
      'ManagementApi cognito-idp:ListUsersInGroup LoginPool',
    ]);
  });

  test('the authorization server, which strangers ask, reaches no bucket, tool, credential or other function than the spec reader', () => {
    const held = allowed('AuthorizationServer', /^(s3|kms|lambda|iot|states):/);
    // In each region, where there are several.
    expect([...new Set(held.map((line) => line.replace(/arn:.*:topic/, 'topic')))]).toEqual([
      'iot:Publish topic/mcp/*',
      'kms:GenerateMac KeysTokenHash',
      'lambda:InvokeFunction SandboxSpecReader',
    ]);
  });

  test('the management API appends audit entries, never changes them, and cannot sign or read bundles', () => {
    expect(allowed('ManagementApi', /^dynamodb:(Update|Delete|BatchWrite)\w* DataAudit/)).toEqual([]);
    expect(allowed('ManagementApi', /KeysSigning/)).toEqual([]);
    expect(allowed('ManagementApi', /^s3:GetObject\S* DataBundles\/bundles/)).toEqual([]);
    expect(allowed('ManagementApi', /^s3:GetObject\S* DataSpecs/).sort()).toEqual([
      's3:GetObject DataSpecs/staging/*',
      's3:GetObject DataSpecs/uploads/*',
      's3:GetObject DataSpecs/versions/*',
    ]);
  });
});
