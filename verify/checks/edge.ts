/** Checks of the distribution that need no server: caches, cross-origin requests, TLS, headers of pages. */
import { connect } from 'node:tls';
import type { Check, Finding } from '../installation/check.ts';

const FOREIGN = 'https://elsewhere.example';
const TLS_MS = 5_000;
const DISTRIBUTION =
  'Compare the distribution with the template (npm run cdk -- diff): something outside of CloudFormation has changed it.';

/** CloudFront puts the header on every answer; without a distribution (`entrance=private`) there is no cache either. */
const isOfDistribution = ({ headers }: Response): boolean => headers.has('x-cache');

const isHit = (response: Response): boolean => /hit/i.test(response.headers.get('x-cache') ?? '');

/** Answers of the API must come from no cache, files of the dashboard may. */
export const apiCache: Check = {
  id: 'edge.cache.api',
  title: '/v1 is never answered from a cache',
  why: 'A cached answer would show one person what another one asked for, or a token that is revoked as valid.',
  todo: `Look at the cache policy of /v1/*: it must be CachingDisabled. ${DISTRIBUTION}`,
  onlyOnAws: 'whether CloudFront caches',
  async run({ url }, signal) {
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await fetch(`${url}/v1/config`, { signal }));
    const errors = [];
    for (let n = 0; n < 2; n++) errors.push(await fetch(`${url}/v1/me`, { signal }));
    const all = [...answers, ...errors];
    const control = all.map((each) => each.headers.get('cache-control') ?? 'no header');
    return {
      holds:
        answers.every(({ status }) => status === 200) &&
        errors.every(({ status }) => status === 401) &&
        !all.some(isHit) &&
        all.every((each) => !/max-age=[1-9]|public/.test(each.headers.get('cache-control') ?? '')),
      measured: `${all.filter(isHit).length} of ${all.length} from a cache; cache-control: ${[...new Set(control)].join(' | ')}`,
    };
  },
};

/** Files with a digest in their name may be kept. */
export const fileCache: Check = {
  id: 'edge.cache.files',
  title: 'Files of the dashboard are cached',
  why: 'Otherwise every page load reads the bucket, in the region of the stack.',
  todo: 'Look at the default cache behaviour: its policy must be CachingOptimized.',
  onlyOnAws: 'whether an edge location answers the second request',
  async run({ url, isLocal }, signal) {
    const answer = await fetch(`${url}/`, { signal });
    if (!isOfDistribution(answer)) return { holds: undefined, measured: 'no distribution is in front' };
    const page = await answer.text();
    const [, path] = /(?:src|href)="(\/assets\/[^"]+)"/.exec(page) ?? [];
    if (path === undefined) return { holds: false, measured: 'the page names no file in /assets' };
    const files = [];
    for (let n = 0; n < 3; n++) {
      const file = await fetch(`${url}${path}`, { signal });
      await file.arrayBuffer();
      files.push(file);
    }
    const hits = files.filter(isHit).length;
    return {
      holds: files.every(({ status }) => status === 200) && (isLocal || hits > 0),
      measured: `${hits} of ${files.length} from a cache`,
    };
  },
};

/** Web pages of other origins may read neither API. */
export const crossOrigin: Check = {
  id: 'edge.cors',
  title: 'Pages of other origins are refused',
  why: 'A page that a person visits could use the management API or an MCP server with what the browser knows.',
  todo: `Look for a CORS configuration of the HTTP API or a response headers policy that was added. ${DISTRIBUTION}`,
  async run({ url }, signal) {
    const headers = { origin: FOREIGN, 'access-control-request-method': 'POST' };
    const asked = { method: 'OPTIONS', headers, signal };
    const [api, mcp, posted] = await Promise.all([
      fetch(`${url}/v1/servers`, asked),
      fetch(`${url}/mcp`, asked),
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { origin: FOREIGN, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        signal,
      }),
    ]);
    const allowed = [api, mcp, posted].filter((each) => {
      const origin = each.headers.get('access-control-allow-origin');
      return origin === '*' || origin === FOREIGN;
    });
    return {
      holds: allowed.length === 0 && posted.status === 403,
      measured: `preflight of /v1: ${api.status}, of /mcp: ${mcp.status}; POST /mcp: ${posted.status}; allowed ${allowed.length} of 3`,
    };
  },
};

/** Old protocol versions must be refused. */
export const tlsVersions: Check = {
  id: 'edge.tls',
  title: 'TLS 1.2 and 1.3 alone, and no plain HTTP',
  why: 'The MCP URL contains a token. An older version, or plain HTTP, would show it to the network.',
  todo: 'CloudFront’s own certificate allows TLS 1.0. With a domain name of your own (domainNames) the minimum is TLS 1.2: use it, and give clients its URLs.',
  onlyOnAws: 'all of it: the local stack speaks plain HTTP on this machine',
  async run({ url, isLocal }, signal): Promise<Finding> {
    if (isLocal) return { holds: undefined, measured: 'plain HTTP on this machine' };
    const { hostname, port } = new URL(url);
    const versions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
    const spoken = await Promise.all(
      versions.map((version) => speaks(hostname, port === '' ? 443 : Number(port), version)),
    );
    const plain = await fetch(`http://${hostname}/v1/config`, { redirect: 'manual', signal }).then(
      ({ status }) => status,
      () => 0,
    );
    const accepted = versions.filter((_, at) => spoken[at]);
    return {
      holds: accepted.join() === 'TLSv1.2,TLSv1.3' && (plain >= 300 || plain === 0),
      measured: `accepts ${accepted.join(', ') || 'none'}; plain HTTP: ${plain === 0 ? 'closed' : plain}`,
    };
  },
};

type TlsVersion = 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';

const speaks = (host: string, port: number, version: TlsVersion): Promise<boolean> =>
  new Promise((done) => {
    // OpenSSL offers the old versions only at its lowest security level.
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const socket = connect({ host, port, servername: host, minVersion: version, maxVersion: version, ciphers });
    const end = (answer: boolean) => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(TLS_MS, () => end(false));
    socket.once('secureConnect', () => end(true)).once('error', () => end(false));
  });

const HSTS = 'strict-transport-security';
const PAGE_HEADERS: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  [HSTS]: /max-age=\d{8}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
};

/** Headers of the response headers policy. */
export const pageHeaders: Check = {
  id: 'edge.headers',
  title: 'Pages carry their security headers',
  why: 'They keep foreign scripts and frames out of the dashboard.',
  todo: `Look at the response headers policy of the default behaviour. ${DISTRIBUTION}`,
  async run({ url, isLocal }, signal) {
    const { headers } = await fetch(`${url}/`, { signal });
    // Browsers ignore HSTS over plain HTTP (RFC 6797, section 8.1), and the local stack does not send it.
    const expected = Object.entries(PAGE_HEADERS).filter(([name]) => !(isLocal && name === HSTS));
    const missing = expected.filter(([name, form]) => !form.test(headers.get(name) ?? ''));
    return {
      holds: missing.length === 0,
      measured:
        missing.length === 0
          ? `${expected.length} headers as expected`
          : `missing or different: ${missing.map(([name]) => name).join(', ')}`,
    };
  },
};

/** The header that tells clients how to authorize. */
export const challenge: Check = {
  id: 'edge.challenge',
  title: 'Refusals carry WWW-Authenticate',
  why: 'Function URLs and REST APIs rename the header. Without it MCP clients cannot find out how to sign in.',
  todo: 'Look at the CloudFront Functions Mcp and McpChallenges on /mcp and /srv_*/mcp: both must be associated, the second with viewer-response.',
  onlyOnAws: 'whether CloudFront lets a function set the header of an answer from a function URL or REST API',
  async run({ url }, signal) {
    const body = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}', signal };
    const type = { 'content-type': 'application/json' };
    const [absent, unknown] = await Promise.all([
      fetch(`${url}/mcp`, { ...body, headers: type }),
      fetch(`${url}/mcp`, { ...body, headers: { ...type, authorization: 'Bearer pcl_unknown' } }),
    ]);
    const seen = [absent, unknown].map(
      ({ status, headers }) => `${status} ${headers.get('www-authenticate') ?? 'no WWW-Authenticate'}`,
    );
    if (!isOfDistribution(absent)) {
      // API Gateway renames the header; clients find the metadata by the path of the server (RFC 9728, section 3.1).
      const isRefused = [absent, unknown].every(({ status }) => status === 401);
      return {
        holds: isRefused ? undefined : false,
        measured: `no distribution gives the header its name back; ${seen.join('; ')}`,
      };
    }
    const renamed = [absent, unknown].some(({ headers }) => headers.has('x-amzn-remapped-www-authenticate'));
    return {
      holds: seen.every((each) => each.startsWith('401 Bearer')) && !renamed,
      measured: `without a token: ${seen[0]}; with an unknown one: ${seen[1]}${renamed ? '; renamed header is visible' : ''}`,
    };
  },
};

/** The callback URL of the login. */
export const signInCallback: Check = {
  id: 'login.callback',
  title: 'The login accepts this address and no other',
  why: 'The callback is compared character by character; with a difference nobody can log in to the dashboard.',
  todo: 'Add the address, with its closing slash, to the callback URLs of the user pool’s client: deploy with domainNames naming it.',
  onlyOnAws: 'what Cognito compares',
  async run({ url }, signal) {
    const config = (await (await fetch(`${url}/v1/config`, { signal })).json()) as {
      issuer: string;
      clientId: string;
    };
    const discovery = await fetch(`${config.issuer}/.well-known/openid-configuration`, { signal });
    const { authorization_endpoint: endpoint } = (await discovery.json()) as { authorization_endpoint: string };
    const ask = async (redirectUri: string) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: config.clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: 'verify',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      const { status, headers } = await fetch(`${endpoint}?${query}`, { redirect: 'manual', signal });
      const location = headers.get('location') ?? '';
      return status < 400 && !/[?&]error=|\/error/.test(location);
    };
    const [own, foreign] = await Promise.all([ask(`${url}/`), ask(`${FOREIGN}/`)]);
    return {
      holds: own && !foreign,
      measured: `${url}/ ${own ? 'accepted' : 'refused'}; a foreign address ${foreign ? 'accepted' : 'refused'}`,
    };
  },
};
