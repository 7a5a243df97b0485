/**
 * The SAML identity provider of an owner for tests: samlify, an independent implementation, behind a TLS upstream that serves its metadata
 * and, to browsers, its sign-in. One person signs in by asking for it. What it says can be falsified before it is signed, and its response after that, as a hostile or a broken
 * provider, or somebody in between, would.
 */
import { randomUUID } from 'node:crypto';
import * as samlify from 'samlify';
import { createAuthority } from './certificates.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** What the browser sends to the service provider. */
export interface SamlPost {
  readonly url: string;
  readonly form: { readonly SAMLResponse: string; readonly RelayState: string };
}

/** Changes of one response. */
export interface Falsified {
  /** Replaces values in the template of the response, before it is signed. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Changes the template of the response, before it is signed. */
  readonly template?: (xml: string) => string;
  /** Changes the signed response. */
  readonly response?: (xml: string) => string;
  /** Signs with a key that is not in the metadata. */
  readonly isForeignKey?: boolean;
  readonly signs?: 'assertion' | 'response' | 'both';
}

export interface SamlProvider {
  readonly upstream: Upstream;
  readonly entityId: string;
  readonly metadataUrl: string;
  /** Served from now on. */
  metadata: string;
  /** The groups of the person from now on; undefined: the provider leaves the attribute out. */
  groups: readonly string[] | undefined;
  /** Attributes beside or in place of those of the person. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** For the next response alone. */
  falsified: Falsified;
  /** Signs the person in at this address of the provider. */
  signIn(url: string): Promise<SamlPost>;
  close(): Promise<void>;
}

const HOST = 'saml.example';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const MINUTE = 60_000;

// It wants one for what it receives, which here are the requests of the login alone.
samlify.setSchemaValidator({ validate: async () => 'not validated' });

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const statement = (attributes: Readonly<Record<string, readonly string[]>>): string => {
  const value = (text: string) => `<saml:AttributeValue xsi:type="xs:string">${escaped(text)}</saml:AttributeValue>`;
  const each = ([name, values]: readonly [string, readonly string[]]) =>
    `<saml:Attribute Name="${escaped(name)}">${values.map(value).join('')}</saml:Attribute>`;
  return `<saml:AttributeStatement>${Object.entries(attributes).map(each).join('')}</saml:AttributeStatement>`;
};

/** What a browser shows until the script has sent the form. */
const page = ({ url, form }: SamlPost): string => {
  const inputs = Object.entries(form).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const sent = '<script>document.forms[0].submit()</script>';
  return `<!doctype html><title>Signed in</title><form method="post" action="${url}">${inputs.join('')}</form>${sent}`;
};

/** @param serviceProvider entity id and address of the login, known only when it runs */
export async function startSamlProvider(
  serviceProvider: () => { readonly entityId: string; readonly acs: string },
): Promise<SamlProvider> {
  const authority = await createAuthority('SAML');
  const own = await authority.issueClient('saml', { keys: 'RSA' });
  const foreign = await authority.issueClient('saml', { keys: 'RSA' });
  const entityId = `https://${HOST}/entity`;
  const providerWith = ({ cert, key }: typeof own) =>
    samlify.IdentityProvider({
      entityID: entityId,
      signingCert: cert,
      privateKey: key,
      nameIDFormat: [PERSISTENT],
      // It warns about metadata without one.
      singleLogoutService: [{ Binding: REDIRECT, Location: `https://${HOST}/slo` }],
      singleSignOnService: [{ Binding: REDIRECT, Location: `https://${HOST}/sso` }],
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    });
  const provider = providerWith(own);
  const state = {
    metadata: provider.getMetadata(),
    groups: [] as SamlProvider['groups'],
    attributes: {} as SamlProvider['attributes'],
    falsified: {} as Falsified,
  };
  const tagsOf = (requestId: string, acs: string, audience: string) => {
    const now = Date.now();
    const at = (ms: number) => new Date(ms).toISOString();
    return {
      ID: `_${randomUUID()}`,
      AssertionID: `_${randomUUID()}`,
      Issuer: entityId,
      IssueInstant: at(now),
      Destination: acs,
      SubjectRecipient: acs,
      Audience: audience,
      InResponseTo: requestId,
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      NameIDFormat: PERSISTENT,
      NameID: 'ann',
      ConditionsNotBefore: at(now),
      ConditionsNotOnOrAfter: at(now + 5 * MINUTE),
      SubjectConfirmationDataNotOnOrAfter: at(now + 5 * MINUTE),
      AuthnStatement: '',
    };
  };

  const signIn = async (url: string): Promise<SamlPost> => {
    const { searchParams: query } = new URL(url);
    const { entityId: audience, acs } = serviceProvider();
    const { falsified, groups, attributes } = state;
    const {
      tags = {},
      template = (xml) => xml,
      response = (xml) => xml,
      isForeignKey,
      signs = 'assertion',
    } = falsified;
    state.falsified = {};
    const receiver = samlify.ServiceProvider({
      entityID: audience,
      wantAssertionsSigned: signs !== 'response',
      wantMessageSigned: signs !== 'assertion',
      assertionConsumerService: [{ Binding: POST, Location: acs }],
    });
    const asked = await provider.parseLoginRequest(receiver, 'redirect', { query: Object.fromEntries(query) });
    const { request, issuer } = asked.extract;
    const { id, assertionConsumerServiceUrl } = request as Record<string, string>;
    if (issuer !== audience || assertionConsumerServiceUrl !== acs) {
      throw new Error(`The request is of ${issuer}, for ${assertionConsumerServiceUrl}.`);
    }
    const person = { email: ['ann@corp.example'], name: ['Ann'], ...(groups && { groups }), ...attributes };
    const { context } = await (isForeignKey ? providerWith(foreign) : provider).createLoginResponse(
      receiver,
      { extract: asked.extract },
      'post',
      {},
      {
        customTagReplacement: (given) => {
          const all = { ...tagsOf(String(id), acs, audience), ...tags };
          const xml = template(given.replace('{AttributeStatement}', statement(person)));
          return { id: all.ID, context: samlify.SamlLib.replaceTagsByValue(xml, all) };
        },
      },
    );
    const signed = Buffer.from(String(context), 'base64').toString();
    return {
      url: acs,
      form: {
        SAMLResponse: Buffer.from(response(signed)).toString('base64'),
        RelayState: query.get('RelayState') ?? '',
      },
    };
  };

  const upstream = await startUpstream({
    host: HOST,
    respond: async ({ target }) =>
      target.startsWith('/sso?')
        ? { headers: { 'content-type': 'text/html' }, body: page(await signIn(`https://${HOST}${target}`)) }
        : { headers: { 'content-type': 'application/samlmetadata+xml' }, body: state.metadata },
  });

  return Object.assign(state, {
    upstream,
    entityId,
    metadataUrl: `https://${HOST}/metadata.xml`,
    signIn,
    close: () => upstream.close(),
  });
}
