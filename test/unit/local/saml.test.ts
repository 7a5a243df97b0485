/** The local login in front of an independent SAML provider: what people get, lose, and what is refused of the provider's responses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { InboundEvent } from '../../../lambdas/login-groups/handler.ts';
import { providerIn } from '../../../local/login/federation/ownProvider.ts';
import { readMetadata } from '../../../local/login/federation/samlMetadata.ts';
import type { People } from '../../../local/login/people.ts';
import type { Login } from '../../../local/login/provider.ts';
import type { StackTemplate } from '../../../local/template/template.ts';
import { createAuthority } from '../../support/certificates.ts';
import { CLIENT, type FederatedLogin, startFederatedLogin } from '../../support/federatedLogin.ts';
import { type Falsified, type SamlPost, type SamlProvider, startSamlProvider } from '../../support/samlProvider.ts';

const ENTITY_ID = 'urn:amazon:cognito:sp:eu-west-1_Own';
let federated: FederatedLogin;
let login: Login;
let people: People;
let asked: InboundEvent[];
let provider: SamlProvider;
let metadata: string;
const acs = () => `${login.issuer}/saml2/idpresponse`;

beforeAll(async () => {
  provider = await startSamlProvider(() => ({ entityId: ENTITY_ID, acs: acs() }));
  ({ metadata } = provider);
  const settings = {
    type: 'SAML',
    name: 'Company',
    entityId: ENTITY_ID,
    metadata: { url: provider.metadataUrl },
    mapping: { email: 'email', email_verified: 'verified', name: 'name', 'custom:groups': 'groups' },
    isOnly: false,
  } as const;
  federated = await startFederatedLogin({ provider: settings, secret: '' }, provider.upstream);
  ({ login, people, asked } = federated);
});
afterAll(async () => {
  await federated.close();
  await provider.close();
});
beforeEach(() => {
  Object.assign(provider, { groups: [], attributes: {}, falsified: {}, metadata });
  asked.length = 0;
});

const throughProvider = (change = (post: SamlPost): SamlPost => post) =>
  federated.signIn(async (url) => change(await provider.signIn(url)));
const groupsOf = async () => (await throughProvider())['cognito:groups'];
const refusalOf = (falsified: Falsified): Promise<string> => {
  provider.falsified = falsified;
  return throughProvider().then(
    () => 'signed in',
    (error: Error) => error.message,
  );
};
const post = async ({ url, form }: SamlPost) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return [answer.status, await answer.text()] as const;
};

describe('who comes from the provider', () => {
  test('has the roles and rights that their groups there stand for', async () => {
    provider.groups = ['Platform team', 'chess'];

    const token = await throughProvider();

    expect(token).toMatchObject({ token_use: 'access', client_id: CLIENT, username: 'Company_ann' });
    expect(token['cognito:groups']).toEqual(['admin', 'answer-reader', 'chess']);
  });

  test('has them by a single group, and by a list that is written as several attributes', async () => {
    provider.groups = ['Platform team'];
    const single = await groupsOf();
    provider.groups = ['engineering'];
    provider.falsified = {
      template: (xml) =>
        xml.replace(
          /<saml:Attribute Name="groups">.*?<\/saml:Attribute>/,
          (one) => one + one.replace('engineering', 'chess'),
        ),
    };
    const several = await groupsOf();

    expect([single, several]).toEqual([
      ['admin', 'answer-reader'],
      ['editor', 'engineering', 'chess'],
    ]);
  });

  test('loses a role with the group, and all where the provider leaves the attribute out', async () => {
    const seen: unknown[] = [];
    for (const groups of [['engineering', 'chess'], ['chess'], ['engineering'], undefined, ['engineering'], []]) {
      provider.groups = groups;
      seen.push(await groupsOf());
    }

    expect(seen).toEqual([
      ['editor', 'engineering', 'chess'],
      ['chess'],
      ['editor', 'engineering'],
      [],
      ['editor', 'engineering'],
      [],
    ]);
    expect(people.all().find(({ username }) => username === 'Company_ann')?.attributes).toMatchObject({ name: 'Ann' });
  });

  test('is in the directory with what the provider says, as Cognito stores it, and the trigger is asked as by Cognito', async () => {
    provider.groups = ['Platform team', 'chess'];
    provider.attributes = { verified: ['true'], other: ['<&"'] };
    await throughProvider();

    const found = people.all().find(({ username }) => username === 'Company_ann');

    expect(found).toMatchObject({ status: 'EXTERNAL_PROVIDER', groups: [] });
    expect(found?.attributes).toEqual({
      email: 'ann@corp.example',
      email_verified: 'true',
      name: 'Ann',
      'custom:groups': '[Platform+team, chess]',
    });
    expect(asked).toEqual([
      expect.objectContaining({
        userName: 'Company_ann',
        request: {
          providerName: 'Company',
          providerType: 'SAML',
          attributes: {
            samlResponse: {
              email: 'ann@corp.example',
              name: 'Ann',
              groups: '[Platform+team, chess]',
              verified: 'true',
              other: '<&"',
            },
          },
        },
      }),
    ]);
  });

  test('is refused, and told what to do, where Entra ID says that there are more groups than it sends', async () => {
    provider.groups = undefined;
    provider.attributes = { 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.windows.net/x'] };

    expect(await refusalOf({})).toContain('assigned to this application');
  });

  test('signs in with 500 values of an attribute', async () => {
    provider.attributes = { others: Array.from({ length: 500 }, (_, at) => `group ${at}`) };

    expect(await throughProvider()).toMatchObject({ username: 'Company_ann' });
  });

  test.each(['response', 'both'] as const)('signs in where the provider signs %s', async (signs) => {
    provider.falsified = { signs };

    expect(await throughProvider()).toMatchObject({ username: 'Company_ann' });
  });

  test('signs in while the provider changes its key: any certificate of the metadata counts', async () => {
    const other = await (await createAuthority()).issueClient('next', { keys: 'RSA' });
    const next = other.cert.replaceAll(/-----[A-Z ]+-----|\s/g, '');
    provider.metadata = metadata.replace(
      /(<KeyDescriptor.*?<\/KeyDescriptor>)/s,
      (one) => one.replace(/(X509Certificate>)[^<]+/, `$1${next}`) + one,
    );

    expect(await throughProvider()).toMatchObject({ username: 'Company_ann' });
  });
});

const ago = new Date(Date.now() - 3_600_000).toISOString();
const ahead = new Date(Date.now() + 3_600_000).toISOString();
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s;
/** The assertion of somebody else, without a signature. */
const forged = (xml: string) =>
  String(ASSERTION.exec(xml)?.[0])
    .replace(SIGNATURE, '')
    .replace(/ ID="[^"]+"/, ' ID="_forged"')
    .replace('>ann<', '>root<');
const NOT_SIGNED = 'is not signed by a key in the provider’s metadata';

describe('of a response is refused', () => {
  test.each<[what: string, falsified: Falsified, message: string]>([
    ['an assertion without a signature', { response: (xml) => xml.replace(SIGNATURE, '') }, NOT_SIGNED],
    ['one signed by another key, whose certificate it brings along', { isForeignKey: true }, NOT_SIGNED],
    ['one that was changed', { response: (xml) => xml.replace('>ann<', '>root<') }, NOT_SIGNED],
    [
      'one for another audience',
      { tags: { Audience: 'urn:amazon:cognito:sp:eu-west-1_Other' } },
      'its audience is another service provider',
    ],
    [
      'one without an audience',
      { template: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
      'its audience is another service provider',
    ],
    [
      'one without conditions',
      { template: (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/, '') },
      'its audience is another service provider',
    ],
    ['one of another issuer', { tags: { Issuer: 'https://evil.example' } }, 'its issuer is another provider'],
    ['one that has expired', { tags: { ConditionsNotOnOrAfter: ago } }, 'it has expired'],
    [
      'one whose subject was confirmed until then',
      { tags: { SubjectConfirmationDataNotOnOrAfter: ago } },
      'it has expired',
    ],
    ['one that is not valid yet', { tags: { ConditionsNotBefore: ahead } }, 'not valid yet'],
    ['one that answers another request', { tags: { InResponseTo: '_other' } }, 'answers another request'],
    [
      'one that answers none',
      { template: (xml) => xml.replaceAll(' InResponseTo="{InResponseTo}"', '') },
      'answers another request',
    ],
    [
      'one whose subject is confirmed for no request',
      { template: (xml) => xml.replace(' InResponseTo="{InResponseTo}"/>', '/>') },
      'not confirmed for this request',
    ],
    [
      'one for another address',
      { tags: { SubjectRecipient: 'https://evil.example/acs' } },
      'not confirmed for this request',
    ],
    [
      'one whose bearer is not its subject',
      { template: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') },
      'not confirmed for this request',
    ],
    ['one without a NameID', { template: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '') }, 'no NameID'],
    ['no assertion at all', { template: (xml) => xml.replace(ASSERTION, ''), signs: 'response' }, 'no assertion'],
    [
      'text that Cognito does not take',
      { tags: { NameID: 'ann' }, template: (xml) => xml.replace('>Ann<', '>😐<') },
      'beyond U+FFFF',
    ],
    ['a document type', { response: (xml) => `<!DOCTYPE samlp:Response>${xml}` }, 'document type declaration'],
    [
      'entities',
      { response: (xml) => `<!DOCTYPE r [<!ENTITY a "root">]>${xml.replace('>ann<', '>&a;<')}` },
      'document type declaration',
    ],
    ['entities that nobody has declared', { response: (xml) => xml.replace('>ann<', '>&a;<') }, 'not acceptable'],
    ['what is no XML', { response: () => 'no XML' }, 'cannot be read'],
    [
      'what is nested beyond measure',
      { response: (xml) => xml.replace('</samlp:Status>', `</samlp:Status>${'<a>'.repeat(12_000)}`) },
      'more than 2000 tags',
    ],
    [
      'a row of tags without end',
      { response: (xml) => xml.replace('</samlp:Status>', `</samlp:Status>${'<a/>'.repeat(20_000)}`) },
      'more than 2000 tags',
    ],
    [
      '100,001 characters',
      { response: (xml) => xml + ' '.repeat(100_001 - xml.length) },
      'longer than 100000 characters',
    ],
    [
      '5 MB of XML',
      { response: (xml) => xml.replace('</samlp:Status>', `</samlp:Status><!--${'x'.repeat(5_000_000)}-->`) },
      'longer than 100000 characters',
    ],
  ])('%s', async (_, falsified, message) => {
    expect(await refusalOf(falsified)).toContain(message);
  });

  // Somlyai and others, On Breaking SAML: Be Whoever You Want to Be (USENIX Security 2012).
  test.each<[where: string, wrap: (xml: string) => string]>([
    ['before the signed one', (xml) => xml.replace(ASSERTION, (signed) => forged(xml) + signed)],
    ['after the signed one', (xml) => xml.replace(ASSERTION, (signed) => signed + forged(xml))],
    [
      'around the signed one',
      (xml) =>
        xml.replace(ASSERTION, (signed) => forged(xml).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
    ],
    [
      'around the signed one, as an object of its signature',
      (xml) =>
        xml.replace(ASSERTION, (signed) => {
          const signature = String(SIGNATURE.exec(signed)?.[0]);
          const object = `<ds:Object>${signed.replace(SIGNATURE, '')}</ds:Object></ds:Signature>`;
          return forged(xml).replace(
            '<saml:Subject>',
            `${signature.replace(/<\/ds:Signature>$/, () => object)}<saml:Subject>`,
          );
        }),
    ],
    [
      'with the ID of the signed one, which stands in an extension',
      (xml) => {
        const id = String(/<saml:Assertion [^>]*? ID="([^"]+)"/.exec(xml)?.[1]);
        return xml.replace(
          ASSERTION,
          (signed) => `${forged(xml).replace('_forged', id)}<samlp:Extensions>${signed}</samlp:Extensions>`,
        );
      },
    ],
  ])('an assertion of somebody else %s', async (_, response) => {
    const said = await refusalOf({ response });

    expect(said).toMatch(/is not signed by a key|more than one assertion/);
    expect(people.has('Company_root')).toBe(false);
  });

  test('nothing of a name behind a comment: it is the whole name', async () => {
    provider.falsified = {
      tags: { NameID: 'ann.evil' },
      response: (xml) => xml.replace('>ann.evil<', '>ann<!---->.evil<'),
    };

    expect(await throughProvider()).toMatchObject({ username: 'Company_ann.evil' });
  });

  test('an encrypted assertion', async () => {
    const response = (xml: string) => xml.replace(ASSERTION, '<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>');

    expect(await refusalOf({ response })).toContain('its assertion is encrypted, which was not agreed');
  });

  test('no more than the status of a sign-in that the provider itself refuses is shown', async () => {
    const code = (value: string) => `urn:oasis:names:tc:SAML:2.0:status:${value}`;
    const said = await refusalOf({
      template: (xml) =>
        xml
          .replace(ASSERTION, '')
          .replace(
            '<samlp:StatusCode Value="{StatusCode}"/>',
            `<samlp:StatusCode Value="${code('Responder')}"><samlp:StatusCode Value="${code('AuthnFailed')}"/></samlp:StatusCode>`,
          ),
      signs: 'response',
    });

    expect(said).toContain('SAML provider returned Responder error: AuthnFailed');
  });
});

describe('a response counts once', () => {
  /** A sign-in that ends with a response which is then also somewhere else. */
  const taken = async (): Promise<SamlPost> => {
    let last: SamlPost | undefined;
    await throughProvider((one) => {
      last = one;
      return one;
    });
    return last as SamlPost;
  };

  test('sent again, and to another sign-in', async () => {
    const first = await taken();

    const again = await post(first);
    const elsewhere = throughProvider(({ url, form }) => ({
      url,
      form: { SAMLResponse: first.form.SAMLResponse, RelayState: form.RelayState },
    }));

    expect(again).toEqual([400, expect.stringContaining('was not begun here')]);
    await expect(elsewhere).rejects.toThrow('answers another request');
  });

  test('as an assertion of the same ID, though it answers the right request', async () => {
    provider.falsified = { tags: { AssertionID: '_the-same' } };
    await throughProvider();

    expect(await refusalOf({ tags: { AssertionID: '_the-same' } })).toContain('the assertion was used before');
  });

  test('in the browser in which the sign-in was begun', async () => {
    const stolen = Promise.withResolvers<SamlPost>();
    const victim = throughProvider((one) => {
      stolen.resolve(one);
      return { url: one.url, form: { ...one.form, RelayState: 'none' } };
    });
    await expect(victim).rejects.toThrow('was not begun here');

    const [status, text] = await post(await stolen.promise);
    const arrived = await fetch(`${login.issuer}/interaction/x?arrived=y`);

    // It only leads to the page of the sign-in, which wants the cookie of that browser.
    expect([status, text]).toEqual([303, '']);
    expect(arrived.status).toBe(400);
  });

  test('by POST alone, and only where SAML responses are taken', async () => {
    const { form } = await taken();

    const byGet = await fetch(`${acs()}?${new URLSearchParams(form)}`);
    const byOpenId = await fetch(`${login.issuer}/oauth2/idpresponse?code=x&state=y`);

    expect([byGet.status, byOpenId.status]).toEqual([404, 404]);
  });
});

describe('metadata', () => {
  test.each<[what: string, change: (xml: string) => string, message: string]>([
    ['with a document type', (xml) => `<!DOCTYPE x>${xml}`, 'document type declaration'],
    ['that is cut', (xml) => xml.slice(0, 1_000), 'no XML document'],
    ['that is an HTML page', () => '<html><body>Sign in</body></html>', 'no identity provider for SAML 2.0'],
    [
      'of SAML 1.1',
      (xml) => xml.replaceAll('SAML:2.0:protocol', 'SAML:1.1:protocol'),
      'no identity provider for SAML 2.0',
    ],
    ['of several providers', (xml) => `<all>${xml}${xml}</all>`, 'several identity providers'],
    ['without an entity id', (xml) => xml.replace(/entityID="[^"]+"/, ''), 'no entityID'],
    ['without the redirect binding', (xml) => xml.replaceAll('HTTP-Redirect', 'HTTP-POST'), 'HTTP-Redirect'],
    [
      'that sends people to an address without TLS',
      (xml) => xml.replaceAll('"https:', '"http:'),
      'at an https address',
    ],
    [
      'without a certificate',
      (xml) => xml.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, ''),
      'no certificate for signing',
    ],
    [
      'with a certificate for encryption alone',
      (xml) => xml.replace('use="signing"', 'use="encryption"'),
      'no certificate for signing',
    ],
    [
      'that is out of date',
      (xml) => xml.replace('<EntityDescriptor ', `<EntityDescriptor validUntil="${ago}" `),
      'it was valid until',
    ],
  ])('%s is refused', (_, change, message) => {
    expect(change(metadata)).not.toBe(metadata);
    expect(() => readMetadata(change(metadata))).toThrow(message);
  });

  test('is what the provider has', () => {
    const read = readMetadata(metadata);

    expect(read).toMatchObject({ entityId: provider.entityId, signOnUrl: 'https://saml.example/sso' });
    expect(read.certificates).toHaveLength(1);
    expect(() => readMetadata(metadata, Date.now() + 30 * 86_400_000)).toThrow('has not expired');
  });

  test('that cannot be had ends the sign-in with the reason, and not the stack', async () => {
    const { respond } = provider.upstream;
    provider.upstream.respond = () => ({ status: 503 });
    const refused = await refusalOf({});
    const checked = login.federation?.check();
    await expect(checked).rejects.toThrow('status 503');
    provider.upstream.respond = respond;

    expect(refused).toContain('https://saml.example/metadata.xml could not be read: status 503. Go back');
    expect(await throughProvider()).toMatchObject({ username: 'Company_ann' });
  });
});

describe('a template', () => {
  const read = (details: object) =>
    providerIn(
      {
        resources: {
          Own: {
            Type: 'AWS::Cognito::UserPoolIdentityProvider',
            Properties: {
              UserPoolId: 'pool',
              ProviderName: 'Company',
              ProviderType: 'SAML',
              ProviderDetails: details,
              AttributeMapping: {},
            },
          },
        },
      } as unknown as StackTemplate,
      <T>(value: unknown) => value as T,
    );
  const MetadataURL = 'https://login.example.com/metadata.xml';

  test('has the metadata by its address or as text', () => {
    const off = { IDPSignout: 'false', EncryptedResponses: 'false', IDPInit: 'false' };

    expect(read({ MetadataURL, ...off })).toMatchObject({
      type: 'SAML',
      entityId: 'urn:amazon:cognito:sp:pool',
      metadata: { url: MetadataURL },
      isOnly: true,
    });
    expect(read({ MetadataFile: metadata })).toMatchObject({ metadata: { text: metadata } });
  });

  test.each<[details: object, told: string]>([
    [{}, 'needs either MetadataURL or MetadataFile'],
    [{ MetadataURL, MetadataFile: '<x/>' }, 'needs either MetadataURL or MetadataFile'],
    [{ MetadataURL: 'https://login.example.com:8443/m' }, 'Cognito takes no MetadataURL with a port'],
    [{ MetadataURL, IDPSignout: 'true' }, 'Own.ProviderDetails.IDPSignout'],
    [{ MetadataURL, EncryptedResponses: 'true' }, 'Own.ProviderDetails.EncryptedResponses'],
    [{ MetadataURL, IDPInit: 'true' }, 'Own.ProviderDetails.IDPInit'],
    [{ MetadataURL, RequestSigningAlgorithm: 'rsa-sha256' }, 'Own.ProviderDetails.RequestSigningAlgorithm'],
  ])('that asks for what is not there does not start: %j', (details, told) => {
    expect(() => read(details)).toThrow(expect.objectContaining({ code: 'template_unsupported' }));
    expect(() => read(details)).toThrow(told);
  });
});
