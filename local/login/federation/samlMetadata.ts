/**
 * Reads what a service provider needs from the metadata of a SAML 2.0 identity provider (OASIS, Metadata for SAML 2.0): its entity id, where
 * requests are sent by the redirect binding, and the certificates that it signs with. A signature of the metadata itself is not verified,
 * which is Cognito's way as well; the metadata's address is HTTPS.
 */
import { X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';

/** A SAML identity provider. */
export interface SamlIdentityProvider {
  readonly entityId: string;
  /** Absolute HTTPS address. */
  readonly signOnUrl: string;
  /** PEM; an assertion may be signed by the key of any of them. */
  readonly certificates: readonly string[];
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Whether the text has a document type declaration, with which a document could define entities. SAML needs none. */
export const hasDoctype = (xml: string): boolean => /<!(DOCTYPE|ENTITY)/i.test(xml);

/** @throws Error that says what the metadata lacks, as the end of a sentence */
export function readMetadata(xml: string, now = Date.now()): SamlIdentityProvider {
  if (hasDoctype(xml)) throw new Error('it has a document type declaration');
  const descriptors = elements(parsed(xml), METADATA, 'IDPSSODescriptor').filter((each) =>
    (each.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL),
  );
  const [descriptor] = descriptors;
  if (!descriptor || descriptors.length > 1) {
    throw new Error(`it describes ${descriptor ? 'several identity providers' : 'no identity provider for SAML 2.0'}`);
  }
  const entity = descriptor.parentNode as Element;
  for (const each of [entity, descriptor]) {
    const until = each.getAttribute('validUntil');
    if (until && !(Date.parse(until) > now)) throw new Error(`it was valid until ${until.slice(0, 40)}`);
  }
  const entityId = entity.getAttribute('entityID');
  if (!entityId) throw new Error('it has no entityID');
  const signOnUrl = elements(descriptor, METADATA, 'SingleSignOnService')
    .find((each) => each.getAttribute('Binding') === REDIRECT)
    ?.getAttribute('Location');
  if (!signOnUrl || URL.parse(signOnUrl)?.protocol !== 'https:') {
    throw new Error('it has no SingleSignOnService with the binding HTTP-Redirect at an https address');
  }
  return { entityId, signOnUrl, certificates: signingCertificates(descriptor, now) };
}

/** Cognito takes no metadata whose signing certificate has expired (developer guide, things to know about SAML IdPs). */
function signingCertificates(descriptor: Element, now: number): string[] {
  const all = elements(descriptor, METADATA, 'KeyDescriptor')
    .filter((each) => (each.getAttribute('use') || 'signing') === 'signing')
    .flatMap((each) => elements(each, SIGNATURE, 'X509Certificate'))
    .map((each) => new X509Certificate(Buffer.from(each.textContent ?? '', 'base64')));
  const valid = all.filter(({ validTo }) => Date.parse(validTo) > now);
  if (valid.length === 0) {
    throw new Error(`it has no certificate for signing${all.length > 0 ? ' that has not expired' : ''}`);
  }
  return valid.map(String);
}

function parsed(xml: string): Document {
  const refuse = (message: string) => {
    throw new Error(`it is no XML document (${message.split('\n')[0]?.slice(0, 100)})`);
  };
  return new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } }).parseFromString(
    xml,
    'text/xml',
  );
}

const elements = (within: Document | Element, namespace: string, name: string): Element[] =>
  Array.from(within.getElementsByTagNameNS(namespace, name));
