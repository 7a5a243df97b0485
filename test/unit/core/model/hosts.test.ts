/** Where the tools of a server are, and which of them it reaches. */
import { describe, expect, test } from '@jest/globals';
import { authOf, otherHosts, unapprovedOrigin } from '../../../../core/model/hosts.ts';
import { buildSandboxSection } from '../../../../core/tools/bundle/build.ts';
import { server, tool } from '../../../support/tools.ts';

const FILES = 'https://files.example.com';
const APPROVAL = { approvedAt: '2026-01-01T00:00:00.000Z', approvedBy: 'someone' };
const BASE = 'https://api.example.com/v1';

describe('other hosts', () => {
  test('are those of tools elsewhere, the commonest first; another path or a default port is none', () => {
    const at = (baseUrl?: string) => ({ ...(baseUrl && { baseUrl }) });
    const tools = [
      at(),
      at('https://api.example.com/v2'),
      at('https://api.example.com:443'),
      at('https://api.example.com:8443'),
      at(`${FILES}/a`),
      at(`${FILES}/b`),
    ];

    expect(otherHosts(tools, BASE)).toEqual([
      { origin: FILES, tools: 2 },
      { origin: 'https://api.example.com:8443', tools: 1 },
    ]);
    expect(otherHosts([at(), at(FILES)], '')).toEqual([{ origin: FILES, tools: 1 }]);
  });

  test('have to be approved by the whole origin', () => {
    const row = server({ baseUrl: BASE, hosts: { [FILES]: APPROVAL } });

    expect(unapprovedOrigin({ baseUrl: `${FILES}/v3` }, row)).toBeUndefined();
    expect(unapprovedOrigin({ baseUrl: 'https://files.example.com:8443' }, row)).toBe('https://files.example.com:8443');
    expect(unapprovedOrigin({ baseUrl: 'https://more.files.example.com' }, row)).toBe('https://more.files.example.com');
    expect(unapprovedOrigin({}, row)).toBeUndefined();
  });

  test('never take the credential of the base URL', () => {
    const auth = { type: 'bearer', ciphertext: 'v2.a.b', origin: 'https://api.example.com' } as const;
    const row = server({ baseUrl: BASE, auth, hosts: { [FILES]: APPROVAL } });

    expect(authOf({}, row)).toBe(auth);
    expect(authOf({ baseUrl: FILES }, row)).toEqual({ type: 'none' });
    expect(authOf({ baseUrl: 'https://else.example.com' }, row)).toEqual({ type: 'none' });
  });
});

describe('a sealed server', () => {
  const tools = [tool({ name: 'home' }), tool({ name: 'away', baseUrl: `${FILES}/v2` })];

  test('has the tools of approved hosts, and the credential of a host only where a tool needs it', () => {
    const auth = { type: 'header', headerName: 'X-Key', ciphertext: 'v2.a.b', origin: FILES } as const;
    const unused = { ...auth, origin: 'https://unused.example.com' };
    const hosts = { [FILES]: { ...APPROVAL, auth }, [unused.origin]: { ...APPROVAL, auth: unused } };
    const section = buildSandboxSection(server({ baseUrl: BASE, hosts }), tools);

    expect(section.tools.map(({ name }) => name)).toEqual(['away', 'home']);
    expect(section.hosts).toEqual([
      {
        origin: FILES,
        host: 'files.example.com',
        port: 443,
        auth: { type: 'header', headerName: 'X-Key', origin: FILES },
      },
      { origin: unused.origin, host: 'unused.example.com', port: 443, auth: { type: 'none' } },
    ]);
    expect(JSON.stringify(section)).not.toContain('v2.a.b');
  });

  test('leaves out tools of hosts that are not approved', () => {
    const section = buildSandboxSection(server({ baseUrl: BASE }), tools);

    expect(section.tools.map(({ name }) => name)).toEqual(['home']);
    expect(section).not.toHaveProperty('hosts');
  });

  test.each(['https://api.example.com', undefined])(
    'is refused with a credential of a host that is sealed for %p',
    (origin) => {
      const auth = { type: 'bearer', ciphertext: 'v2.a.b', ...(origin && { origin }) } as const;

      expect(() =>
        buildSandboxSection(server({ baseUrl: BASE, hosts: { [FILES]: { ...APPROVAL, auth } } }), tools),
      ).toThrow(expect.objectContaining({ code: origin ? 'credential_bound' : 'credential_missing' }));
    },
  );
});
