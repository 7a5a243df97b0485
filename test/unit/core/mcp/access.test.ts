import { describe, expect, test } from '@jest/globals';
import { corsHeaders, isOriginAllowed, preflightHeaders, presentedToken } from '../../../../core/mcp/access.ts';

describe('presentedToken', () => {
  test('finds the token in the path, and prefers it to the header', () => {
    expect(presentedToken('/pcl_x/mcp', { authorization: 'Bearer pcl_y' })).toEqual({ mode: 'path', token: 'pcl_x' });
  });

  test.each([
    ['Bearer pcl_y', 'pcl_y'],
    ['bearer  pcl_y ', 'pcl_y'],
    ['Basic abc', ''],
    ['Bearer', ''],
    ['Bearer a b', ''],
    [undefined, ''],
  ])('reads the header %j as %j', (authorization, token) => {
    expect(presentedToken('/mcp', { authorization })).toEqual({ mode: 'header', token });
  });

  test.each(['/mcp', '/x/mcp', '/srv_0123456789Ab/mcp'])(
    'finds at %s with a slash what it finds there without',
    (path) => {
      const headers = { authorization: 'Bearer pcl_y' };

      expect(presentedToken(`${path}/`, headers)).toEqual(presentedToken(path, headers));
      expect(presentedToken(`${path}//`, headers)).toBeUndefined();
    },
  );

  test.each(['/', '/a/b/mcp', '/x/MCP', '//mcp', '/x/mcp/y', '/.well-known/oauth-protected-resource/mcp'])(
    'finds no endpoint at %s',
    (path) => {
      expect(presentedToken(path, {})).toBeUndefined();
    },
  );
});

describe('the origin policy', () => {
  const host = { 'x-viewer-host': 'D111.cloudfront.net' };

  test.each([
    ['no origin', {}, true],
    ['its own host', { origin: 'https://d111.cloudfront.net' }, true],
    ['a listed origin', { origin: 'https://inspector.example' }, true],
    ['another host', { origin: 'https://evil.example' }, false],
    ['another port of its host', { origin: 'https://d111.cloudfront.net:8443' }, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['nonsense', { origin: 'd111.cloudfront.net' }, false],
  ])('for %s', (_what, headers, allowed) => {
    expect(isOriginAllowed({ ...host, ...headers }, ['https://inspector.example'])).toBe(allowed);
  });

  test('refuses any origin when the viewer named no host', () => {
    expect(isOriginAllowed({ origin: 'https://a.example', 'x-viewer-host': '' }, [])).toBe(false);
    expect(isOriginAllowed({ origin: 'https://a.example' }, [])).toBe(false);
  });
});

describe('CORS', () => {
  test('names the one origin that asked, and says so to caches', () => {
    expect(corsHeaders({ origin: 'https://a.example' })).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      vary: 'origin',
    });
    expect(corsHeaders({})).toEqual({});
  });

  test('lets a preflight send what MCP clients send', () => {
    const headers = preflightHeaders({ origin: 'https://a.example' });

    for (const name of ['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'content-type']) {
      expect(headers['access-control-allow-headers']).toContain(name);
    }
  });
});
