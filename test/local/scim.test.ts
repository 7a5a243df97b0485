/**
 * SCIM on the whole stack, by the way of each entrance: the requests of Okta and of Microsoft Entra ID, in the forms that their public documentation and
 * threads show, and what becomes of the person whom they are about.
 *
 * Okta: developer.okta.com, "SCIM 2.0 reference" (okta/okta-developer-docs#1023). Entra ID: learn.microsoft.com, "Develop and plan provisioning for a SCIM
 * endpoint", AzureAD/SCIMReferenceCode#20, MicrosoftDocs/azure-docs#30826, Captain-P-Goldfish/scim-for-keycloak#26, rancher/rancher#55776.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PRIVATE } from '../support/settings.ts';
import { type LocalStack, startStack } from '../support/stack.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const PROVIDER = {
  saml: JSON.stringify({ metadataUrl: 'https://idp.company.example/metadata' }),
  groupRoles: '{"Platform team":["admin"],"Engineering":["editor"]}',
};
const flagsOf = (config: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(config).flatMap(([key, value]) => ['--context', `${key}=${String(value)}`]);

interface Answer {
  readonly status: number;
  readonly type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what a test looks at
  readonly body: any;
}

describe.each([
  ['edge', flagsOf(PROVIDER)],
  ['private', flagsOf({ ...PROVIDER, ...PRIVATE })],
])('entrance=%s', (entrance, flags) => {
  let stack: LocalStack;
  let key: string;

  beforeAll(async () => {
    stack = await startStack({ flags });
    const made = await stack.api<{ value: string }>('POST', '/v1/automation-keys', { label: 'IdP', role: 'scim' });
    key = made.value;
  }, 180_000);
  afterAll(() => stack?.stop());

  async function scim(method: string, path: string, body?: object, bearer = key): Promise<Answer> {
    const response = await fetch(`${stack.apiUrl}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'application/scim+json',
        'content-type': 'application/scim+json; charset=utf-8',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  }
  const filtered = (path: string, filter: string, more = '') =>
    scim('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`);
  const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: PATCH_OP, Operations });

  test('nobody gets in without the key, and the key gets in nowhere else', async () => {
    const none = await fetch(`${stack.apiUrl}/scim/v2/Users`);
    const elsewhere = await fetch(`${stack.apiUrl}${entrance === 'private' ? '/automation' : ''}/v1/servers`, {
      headers: { authorization: `Bearer ${key}` },
    });

    expect(none.status).toBe(401);
    expect(elsewhere.status).toBe(403);
    expect((await scim('GET', '/Users', undefined, stack.accessToken)).status).toBe(401);
  });

  test('Okta: tests the connection, creates, updates, pushes a group, deactivates', async () => {
    // The test of the connection, and the search before somebody is made.
    const listed = await scim('GET', '/Users?startIndex=1&count=2');
    const before = await filtered('/Users', 'userName eq "test.user@okta.local"', '&startIndex=1&count=100');
    expect([listed.status, before.body.totalResults]).toEqual([200, 0]);

    const created = await scim('POST', '/Users', {
      schemas: [`${CORE}User`],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    const { id } = created.body;
    expect(created).toMatchObject({ status: 201, type: 'application/scim+json' });

    const put = await scim('PUT', `/Users/${id}`, {
      ...created.body,
      name: { givenName: 'Another', familyName: 'User' },
    });
    expect(put.body.name.givenName).toBe('Another');

    const group = await scim('POST', '/Groups', {
      schemas: [`${CORE}Group`],
      displayName: 'Test SCIMv2',
      members: [{ value: id, display: 'test.user@okta.local' }],
    });
    const groupId = group.body.id;
    const renamed = await patch(`/Groups/${groupId}`, {
      op: 'replace',
      value: { id: groupId, displayName: 'Test SCIMv2 too' },
    });
    const removed = await patch(`/Groups/${groupId}`, { op: 'remove', path: `members[value eq "${id}"]` });
    const added = await patch(`/Groups/${groupId}`, {
      op: 'add',
      path: 'members',
      value: [{ value: id, display: 'x' }],
    });
    const replaced = await patch(`/Groups/${groupId}`, { op: 'replace', path: 'members', value: [{ value: id }] });
    expect(renamed.body.displayName).toBe('Test SCIMv2 too');
    expect(removed.body.members ?? []).toEqual([]);
    expect([added, replaced].map(({ body }) => body.members.length)).toEqual([1, 1]);

    const off = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect(off.body.active).toBe(false);
    expect((await scim('DELETE', `/Groups/${groupId}`)).status).toBe(204);
  });

  test('Microsoft Entra ID: tests the connection, creates, updates, assigns a group, disables, deletes', async () => {
    // The test of the connection asks for somebody who cannot be there.
    const nobody = await filtered('/Users', 'userName eq "7a1b6f0e-2a3c-4c55-8d8e-0e6f3c1b2a77"');
    expect(nobody).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });

    const created = await scim('POST', '/Users', {
      schemas: [`${CORE}User`, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'ada@company.example',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'ada.l@company.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      roles: [],
      [ENTERPRISE]: { department: 'Analysis', manager: 'bab' },
    });
    const { id } = created.body;
    expect(created.status).toBe(201);
    expect((await filtered('/Users', 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')).body.totalResults).toBe(
      1,
    );
    expect(
      (await filtered('/Users', 'emails[type eq "work"].value eq "ada.l@company.example"')).body.totalResults,
    ).toBe(1);

    const updated = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@company.example' },
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Engines' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 20 7946 0000' },
      {
        op: 'Replace',
        value: { displayName: 'Ada King', 'name.givenName': 'Augusta', [`${ENTERPRISE}:employeeNumber`]: '1' },
      },
    );
    expect(updated.body).toMatchObject({
      displayName: 'Ada King',
      name: { familyName: 'King', givenName: 'Augusta' },
      emails: [{ value: 'ada@company.example', type: 'work', primary: true }],
    });

    const group = await scim('POST', '/Groups', {
      schemas: [`${CORE}Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Engineering',
      meta: { resourceType: 'Group' },
    });
    const at = `/Groups/${group.body.id}`;
    const without = await scim('GET', `${at}?excludedAttributes=members`);
    const added = await patch(at, {
      name: 'addMember',
      op: 'Add',
      path: 'members',
      value: [{ displayName: 'new User', value: id }],
    });
    const asked = await filtered('/Groups', `id eq "${group.body.id}" and members eq "${id}"`, '&attributes=id');
    const removed = await patch(at, { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] });
    const again = await patch(
      at,
      { op: 'Add', path: 'externalId', value: 'another' },
      { op: 'Add', path: 'members', value: [{ value: id }] },
    );
    expect(group.status).toBe(201);
    expect(without.body).not.toHaveProperty('members');
    expect(added.body.members).toHaveLength(1);
    expect(asked.body).toMatchObject({ totalResults: 1, Resources: [{ id: group.body.id }] });
    expect(removed.body.members ?? []).toEqual([]);
    expect(again.body).toMatchObject({ externalId: 'another', members: [{ value: id }] });

    const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    const on = await patch(`/Users/${id}`, { op: 'Add', path: 'active', value: 'True' });
    const gone = await scim('DELETE', `/Users/${id}`);
    expect([off.body.active, on.body.active, gone.status]).toEqual([false, true, 204]);
    expect((await scim('GET', at)).body).not.toHaveProperty('members');
  });
});
