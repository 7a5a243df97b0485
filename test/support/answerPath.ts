/**
 * From a real TLS upstream to what a model gets, for tables of hostile answers: the short form of an attack runs the sandbox in this
 * process, the long form a whole stack with its MCP endpoint. Two tools: `get` (GET /items) and `head` (HEAD /items).
 */

import type { GovernanceOverrides } from '../../core/governance/index.ts';
import { originOf } from '../../core/lib/url/baseUrl.ts';
import { type Credential, partOf } from '../../core/request/credential/index.ts';
import { consented, SERVER_HOLDER, versionOfCredential } from '../../core/request/credential/oauth2/storedTokens.ts';
import { isLongAttack } from './attack.ts';
import { SERVER } from './bundles.ts';
import { plainCall } from './plainCall.ts';
import { ACCESS_TOKEN, CODE, issuing, REFRESH_TOKEN } from './planted.ts';
import { startRig } from './sandboxRig.ts';
import { deploy, startStack } from './stack.ts';
import { tokenVault } from './tokenStore.ts';
import { type Reply, type Respond, startUpstream, type Upstream } from './upstream.ts';

export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: { readonly uri: string; readonly mimeType: string; readonly blob: string };
}

export interface AnswerPath {
  /** What a model gets for this reply. */
  answer(reply: Reply, tool?: 'get' | 'head'): Promise<readonly Block[]>;
  close(): Promise<void>;
}

export interface PathOptions {
  readonly credential?: Credential;
  readonly governance?: GovernanceOverrides;
}

/** The token endpoint of a credential that has one. */
async function tokenEndpoints(credential: Credential | undefined): Promise<Upstream[]> {
  const signIn = partOf(credential, 'oauth2');
  return signIn ? [await startUpstream({ host: new URL(signIn.tokenUrl).hostname, respond: issuing })] : [];
}

/** Realm of a server with HTTP Digest. */
export const DIGEST_REALM = 'things';
const CHALLENGE = {
  status: 401,
  headers: { 'www-authenticate': `Digest realm="${DIGEST_REALM}", nonce="7f31", qop="auth", algorithm=SHA-256` },
};

/** Replies after the request has authenticated itself. */
const replying =
  (reply: Reply, credential: Credential | undefined): Respond =>
  ({ all }) =>
    partOf(credential, 'digest') && all('authorization').length === 0 ? CHALLENGE : reply;

export const startPath = (options: PathOptions = {}): Promise<AnswerPath> =>
  isLongAttack ? stackPath(options) : sandboxPath(options);

/** The texts of an answer as a client shows them to a model, concatenated. */
export const flat = (blocks: readonly Block[]): string => blocks.map(({ text = '' }) => text).join('\n');

async function sandboxPath(options: PathOptions): Promise<AnswerPath> {
  const { credential, governance = {} } = options;
  const others = await tokenEndpoints(credential);
  const vault = tokenVault();
  const ciphertext = 'c2VhbGVk';
  const rig = await startRig({
    others,
    vault,
    ciphertext,
    tools: { head: { program: { verb: 'HEAD', path: '/items', parameters: [] } } },
    governance,
    ...(credential && { credential }),
  });
  const signIn = partOf(credential, 'oauth2');
  if (signIn?.grant === 'authorizationCode') {
    // As a consent leaves it (test/unit/lambdas/sandbox/consent.test.ts).
    const key = { serverId: SERVER, holder: SERVER_HOLDER, credential: versionOfCredential(ciphertext) };
    const { serverId, holder } = key;
    const tokenOrigin = originOf(signIn.tokenUrl);
    const of = { serverId, origin: rig.upstream.baseUrl, ciphertext, holder, tokenOrigin };
    const sealed = await vault.sealTokens(
      of,
      Buffer.from(JSON.stringify({ accessToken: ACCESS_TOKEN, refreshToken: REFRESH_TOKEN })),
    );
    await rig.tokens.write(consented(undefined, key, { id: 'first', at: '', by: 'ann' }, { sealed }));
  }
  return {
    async answer(reply, tool = 'get') {
      rig.upstream.respond = replying(reply, credential);
      return (await rig.call(tool)).content;
    },
    async close() {
      await rig.close();
      await Promise.all(others.map((other) => other.close()));
    },
  };
}

async function stackPath(options: PathOptions): Promise<AnswerPath> {
  const { credential, governance = {} } = options;
  const { systemRules, ...overrides } = governance;
  const others = await tokenEndpoints(credential);
  const upstream = await startUpstream({ host: 'api.answers.example' });
  const stack = await startStack({ upstreams: [upstream, ...others] });
  const responses = { 200: { description: 'ok' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Answers', version: '1' },
    servers: [{ url: upstream.baseUrl }],
    paths: { '/items': { get: { operationId: 'get', responses }, head: { operationId: 'head', responses } } },
  };
  const server = await deploy(stack, {
    name: 'Answers',
    source: { kind: 'openapi', document: JSON.stringify(document) },
    auth: credential ?? { type: 'none' },
    ...(systemRules && { systemRules }),
    ...(Object.keys(overrides).length > 0 && { governance: overrides }),
  });
  if (partOf(credential, 'oauth2')?.grant === 'authorizationCode') {
    const begun = await stack.api<{ authorizationUrl: string }>('POST', `/v1/servers/${server.serverId}/consents`);
    const state = new URL(begun.authorizationUrl).searchParams.get('state');
    await stack.api('POST', '/v1/consents', { state, code: CODE });
  }
  return {
    async answer(reply, tool = 'get') {
      upstream.respond = replying(reply, credential);
      const response = await plainCall(server.mcpUrl, tool);
      const { result } = (await response.json()) as { result: { content: Block[] } };
      return result.content;
    },
    async close() {
      await stack.stop();
      await Promise.all([upstream, ...others].map((each) => each.close()));
    },
  };
}
