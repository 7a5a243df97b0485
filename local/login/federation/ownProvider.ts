/** The owner's identity provider as the template has it. What the local login does not do is refused at the start. */
import type { EgressClient } from '../../../egress/index.ts';
import type { Resolve } from '../../template/resolve.ts';
import { isOneOf, knowsAll, unsupported } from '../../template/strict.ts';
import { ofType, type StackTemplate } from '../../template/template.ts';
import type { Federation, FederationOptions } from './federation.ts';
import { OpenIdFederation, type OpenIdProvider } from './openId.ts';
import type { SamlProvider } from './saml.ts';

/** A provider of either protocol. */
export type OwnProvider = OpenIdProvider | SamlProvider;

/** The provider, with what the login needs to ask it. */
export interface OwnProviderAccess {
  readonly provider: OwnProvider;
  /** The client secret at an OpenID provider; SAML has none. */
  readonly secret: string;
  readonly client: EgressClient;
}

type Details = Readonly<Record<string, string | undefined>>;

/** Reads the provider; undefined when there is none. Throws PortcullisError. */
export function providerIn(template: StackTemplate, resolve: Resolve): OwnProvider | undefined {
  const [found] = ofType(template, 'AWS::Cognito::UserPoolIdentityProvider');
  if (!found) return undefined;
  const [id, properties] = found;
  knowsAll(id, properties, ['UserPoolId', 'ProviderName', 'ProviderType', 'ProviderDetails', 'AttributeMapping']);
  const { ProviderName, ProviderType, ProviderDetails, AttributeMapping } = properties as {
    readonly ProviderName: string;
    readonly ProviderType: string;
    readonly ProviderDetails: Details;
    readonly AttributeMapping: Readonly<Record<string, string>>;
  };
  isOneOf(`${id}.ProviderType`, ProviderType, ['OIDC', 'SAML']);
  const [client] = ofType(template, 'AWS::Cognito::UserPoolClient');
  const ways = (client?.[1]['SupportedIdentityProviders'] ?? []) as string[];
  const settings = { name: ProviderName, mapping: AttributeMapping, isOnly: !ways.includes('COGNITO') };
  const where = `${id}.ProviderDetails`;
  return ProviderType === 'SAML'
    ? {
        ...settings,
        ...samlDetails(where, ProviderDetails, resolve),
        entityId: entityIdOf(resolve(properties['UserPoolId'])),
      }
    : { ...settings, ...openIdDetails(where, ProviderDetails) };
}

/** Of a user pool (developer guide, things to know about SAML IdPs). */
const entityIdOf = (poolId: string): string => `urn:amazon:cognito:sp:${poolId}`;

function openIdDetails(where: string, details: Details) {
  knowsAll(where, details, [
    'oidc_issuer',
    'client_id',
    'client_secret',
    'authorize_scopes',
    'attributes_request_method',
  ]);
  isOneOf(`${where}.attributes_request_method`, details['attributes_request_method'], ['GET']);
  return {
    type: 'OIDC',
    issuer: String(details['oidc_issuer']),
    clientId: String(details['client_id']),
    scopes: String(details['authorize_scopes']),
  } as const;
}

/** Requests are not signed, answers not encrypted, sign-outs stay here, and sign-ins begin here: nothing else is known. */
function samlDetails(where: string, details: Details, resolve: Resolve) {
  const { MetadataURL: url, MetadataFile: file } = resolve<Details>(details);
  const switches = ['IDPSignout', 'EncryptedResponses', 'IDPInit'];
  knowsAll(where, details, ['MetadataURL', 'MetadataFile', ...switches]);
  for (const name of switches) isOneOf(`${where}.${name}`, details[name] ?? 'false', ['false']);
  if ((url === undefined) === (file === undefined)) {
    throw unsupported(`${where} needs either MetadataURL or MetadataFile.`);
  }
  // Developer guide, things to know about SAML IdPs.
  if (url !== undefined && URL.parse(url)?.port !== '') {
    throw unsupported(`Cognito takes no MetadataURL with a port of its own (${where}).`);
  }
  return { type: 'SAML', metadata: url === undefined ? { text: String(file) } : { url } } as const;
}

/** The login's part towards the provider. The SAML library is loaded only where a provider speaks SAML. */
export async function federationWith(
  { provider, secret, client }: OwnProviderAccess,
  given: Pick<FederationOptions, 'issuer' | 'inbound'>,
): Promise<Federation> {
  const options = { client, ...given };
  if (provider.type === 'OIDC') return new OpenIdFederation(provider, { ...options, secret });
  const { SamlFederation } = await import('./saml.ts');
  return new SamlFederation(provider, options);
}
