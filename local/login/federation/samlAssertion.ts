/**
 * Reads an assertion whose signature, audience and times the library has verified, and checks what it leaves open: the issuer, and that the
 * subject is confirmed for this address and this request (OASIS, Profiles for SAML 2.0, section 4.1.4.3).
 */
import { SamlStatusError } from '@node-saml/node-saml';
import { attributeText, FederationFailed } from './federation.ts';

/** What an assertion must say. */
export interface Expected {
  /** Entity id of the provider. */
  readonly issuer: string;
  /** Address that takes the response. */
  readonly recipient: string;
  readonly requestId: string;
}

/** What counts of an assertion. */
export interface VerifiedAssertion {
  readonly id: string;
  /** Epoch milliseconds after which it would be refused. */
  readonly until: number;
  readonly subject: string;
  /** As Cognito hands them to its trigger: text, and lists as text. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** How far the provider's clock may be off. What Cognito allows is not documented. */
export const CLOCK_SKEW_MS = 60_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** An element as the library parses it (xml2js): attributes in `$`, text in `_`, and lists of elements by name. */
interface Node {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
}
type Parent = Node & Readonly<Record<string, readonly Parent[] | undefined>>;

const children = (parents: readonly Parent[] | undefined, name: string): readonly Parent[] =>
  (parents ?? []).flatMap((each) => each[name] ?? []);

/** @throws FederationFailed that says what is wrong, as the end of a sentence */
export function readAssertion(
  document: object | undefined,
  { issuer, recipient, requestId }: Expected,
): VerifiedAssertion {
  const assertion = (document as { readonly Assertion?: Parent } | undefined)?.Assertion;
  const id = assertion?.$?.['ID'];
  if (!assertion || !id) throw new FederationFailed('it has no assertion');
  if (children([assertion], 'Issuer')[0]?._ !== issuer) throw new FederationFailed('its issuer is another provider');
  const subjects = children([assertion], 'Subject');
  const subject = children(subjects, 'NameID')[0]?._;
  if (!subject) throw new FederationFailed('the assertion has no NameID');
  const confirmed = children(subjects, 'SubjectConfirmation')
    .filter(({ $ }) => $?.['Method'] === BEARER)
    .flatMap((each) => children([each], 'SubjectConfirmationData'))
    .filter(({ $ }) => $?.['InResponseTo'] === requestId && $['Recipient'] === recipient)
    .map(({ $ }) => Date.parse($?.['NotOnOrAfter'] ?? '') + CLOCK_SKEW_MS);
  if (confirmed.length === 0) {
    throw new FederationFailed(
      `its subject is not confirmed for this request at ${recipient} (SubjectConfirmationData)`,
    );
  }
  const until = Math.max(...confirmed.map((each) => each || 0));
  if (until <= Date.now()) throw new FederationFailed('it has expired');
  return { id, until, subject, attributes: attributesOf(assertion) };
}

/** Several elements of one name, as some providers write a list, are one list. */
function attributesOf(assertion: Parent): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const attribute of children(children([assertion], 'AttributeStatement'), 'Attribute')) {
    const name = attribute.$?.['Name'] ?? '';
    const said = children([attribute], 'AttributeValue').map(({ _ = '' }) => _);
    if (said.some((value) => /[\u{10000}-\u{10ffff}]/u.test(value))) {
      throw new FederationFailed(`the attribute ${name} has a character beyond U+FFFF, which Cognito does not take`);
    }
    if (said.length > 0) values.set(name, [...(values.get(name) ?? []), ...said]);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? String(all[0]) : attributeText(all)]),
  );
}

/** In the order in which they are tried: what the library says, and what the person is told. */
const REASONS: ReadonlyArray<readonly [RegExp, string]> = [
  [/multiple assertions/, 'it has more than one assertion'],
  [/signature|not allowed/i, 'it is not signed by a key in the provider’s metadata'],
  [/audience/i, 'its audience is another service provider'],
  [/InResponseTo/, 'it answers another request'],
  [/not yet valid/, 'it is not valid yet; compare the clocks'],
  [/expired|subject confirmation/, 'it has expired'],
  [/Missing SAML assertion/, 'it has no assertion'],
  [/EncryptedAssertion|decryption/i, 'its assertion is encrypted, which was not agreed'],
];

/** Why a response was refused. Of what the response itself says nothing is shown but the status of a refusal by the provider. */
export function reasonOf(error: unknown): string {
  if (error instanceof FederationFailed) return error.message;
  const { message } = error as Error;
  if (error instanceof SamlStatusError) return message.slice(0, 200);
  return REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'it cannot be read as a SAML response';
}
