/**
 * The local login as a service provider of the owner's SAML 2.0 identity provider: the request by the redirect binding with a RelayState, the
 * response by the POST binding. @node-saml/node-saml verifies signature, audience and times; samlAssertion.ts checks what it leaves open.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import {
  type ExternalPerson,
  type Federation,
  FederationFailed,
  type FederationOptions,
  type ProviderSettings,
  personFrom,
  textFrom,
  Waiting,
} from './federation.ts';
import { formIn } from './form.ts';
import { CLOCK_SKEW_MS, type Expected, readAssertion, reasonOf, type VerifiedAssertion } from './samlAssertion.ts';
import { hasDoctype, readMetadata, type SamlIdentityProvider } from './samlMetadata.ts';

/** What the template says about a SAML provider. */
export interface SamlProvider extends ProviderSettings {
  readonly type: 'SAML';
  /** Of the user pool as a service provider: the audience of assertions. */
  readonly entityId: string;
  readonly metadata: { readonly url: string } | { readonly text: string };
}

interface Begun {
  readonly uid: string;
  readonly requestId: string;
  /** The provider as its metadata was when the sign-in began. */
  readonly idp: SamlIdentityProvider;
}

/** Characters of a response (developer guide, the IdP SAML assertion endpoint). */
const MAX_LENGTH = 100_000;
/** Tags of a response: the XML library takes time with the square of them. A person in 500 groups has about 1,100. */
const MAX_TAGS = 2_000;
/** A form with such a response in base64, with some characters percent-encoded, and the RelayState. */
const MAX_FORM_BYTES = 256 * 1024;

/** Sends people to the provider and takes them back. */
export class SamlFederation implements Federation {
  readonly provider: SamlProvider;
  readonly path = '/saml2/idpresponse';
  readonly method = 'POST';
  readonly registration: string;
  private readonly options: FederationOptions;
  private readonly callback: string;
  private readonly waiting = new Waiting<Begun>();
  /** Assertions that were accepted, until they would be refused anyway. */
  private readonly used = new Map<string, number>();

  constructor(provider: SamlProvider, options: FederationOptions) {
    this.provider = provider;
    this.options = options;
    this.callback = options.issuer + this.path;
    this.registration = `SAML, ACS URL ${this.callback}, entity id ${provider.entityId}`;
  }

  async check(): Promise<void> {
    await this.identityProvider();
  }

  async begin(uid: string): Promise<string> {
    const begun = { uid, requestId: `_${randomUUID()}`, idp: await this.identityProvider() };
    const relayState = randomBytes(24).toString('base64url');
    this.waiting.add(relayState, begun);
    return this.serviceProvider(begun).getAuthorizeUrlAsync(relayState, undefined, {});
  }

  async finish(request: IncomingMessage): Promise<{ readonly uid: string; readonly person: ExternalPerson }> {
    const form = await formIn(request, MAX_FORM_BYTES);
    if (!form) throw new FederationFailed(`its response is longer than ${MAX_LENGTH} characters`);
    const begun = this.waiting.take(form.get('RelayState'));
    const { subject, attributes } = await this.verified(form.get('SAMLResponse') ?? '', begun);
    const said = { type: 'SAML', subject, attributes: { samlResponse: attributes } } as const;
    return { uid: begun.uid, person: await personFrom(this.provider, said, this.options.inbound()) };
  }

  private async verified(response: string, begun: Begun): Promise<VerifiedAssertion> {
    const xml = Buffer.from(response, 'base64').toString();
    if (xml.length > MAX_LENGTH) throw new FederationFailed(`its response is longer than ${MAX_LENGTH} characters`);
    if (xml.split('<', MAX_TAGS + 2).length - 1 > MAX_TAGS) {
      throw new FederationFailed(`its response has more than ${MAX_TAGS} tags`);
    }
    if (hasDoctype(xml)) throw new FederationFailed('its response has a document type declaration');
    try {
      const { profile } = await this.serviceProvider(begun).validatePostResponseAsync({ SAMLResponse: response });
      const assertion = readAssertion(profile?.getAssertion?.(), this.expected(begun));
      this.use(assertion);
      return assertion;
    } catch (cause) {
      throw new FederationFailed(`its response is not acceptable: ${reasonOf(cause)}`, { cause });
    }
  }

  private expected({ requestId, idp }: Begun): Expected {
    return { issuer: idp.entityId, recipient: this.callback, requestId };
  }

  /** Cognito takes no assertion twice, by its ID (developer guide, things to know about SAML IdPs). */
  private use({ id, until }: VerifiedAssertion): void {
    const now = Date.now();
    for (const [each, end] of this.used) if (end < now) this.used.delete(each);
    if (this.used.has(id)) throw new FederationFailed('the assertion was used before');
    this.used.set(id, until);
  }

  private async identityProvider(): Promise<SamlIdentityProvider> {
    const { metadata } = this.provider;
    const { client } = this.options;
    const headers = [['accept', 'application/samlmetadata+xml, application/xml, text/xml']] as const;
    const text =
      'text' in metadata ? metadata.text : await textFrom(client, { method: 'GET', url: metadata.url, headers });
    try {
      return readMetadata(text);
    } catch (cause) {
      throw new FederationFailed(`its metadata cannot be used: ${(cause as Error).message}`, { cause });
    }
  }

  /** For one sign-in, whose request is the only one that a response may answer. */
  private serviceProvider({ requestId, idp }: Pick<Begun, 'requestId' | 'idp'>): SAML {
    const { entityId } = this.provider;
    return new SAML({
      issuer: entityId,
      audience: entityId,
      callbackUrl: this.callback,
      entryPoint: idp.signOnUrl,
      idpCert: [...idp.certificates],
      // Either signature covers the assertion; the library reads nothing that is not signed.
      wantAuthnResponseSigned: false,
      wantAssertionsSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      // Cognito asks for no format of the NameID and for no way to authenticate.
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: {
        saveAsync: async () => null,
        getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
        removeAsync: async () => null,
      },
    });
  }
}
