/** What the service can do: /ServiceProviderConfig, /ResourceTypes and /Schemas (RFC 7644, section 4; RFC 7643, sections 5 to 7). */
import type { JsonObject, JsonValue } from '../../../core/lib/json/value.ts';
import { scimError } from '../../../core/scim/error.ts';
import { SCHEMAS, URN } from '../../../core/scim/schema.ts';
import { PAGE, type ScimAnswer } from './request.ts';
import { scimUrl } from './views.ts';

const meta = (resourceType: string, path: string): JsonObject => ({ resourceType, location: `${scimUrl()}${path}` });

function serviceProviderConfig(): JsonObject {
  return {
    schemas: [URN.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE.most },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Automation key',
        description: 'An automation key with the role scim, as a bearer token',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: meta('ServiceProviderConfig', '/ServiceProviderConfig'),
  };
}

const resourceTypes = (): JsonObject[] =>
  Object.values(SCHEMAS).map(({ id, name, description }) => ({
    schemas: [URN.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema: id,
    meta: meta('ResourceType', `/ResourceTypes/${name}`),
  }));

const schemas = (): JsonObject[] =>
  Object.values(SCHEMAS).map(({ id, name, description, attributes }) => ({
    schemas: [URN.schema],
    id,
    name,
    description,
    attributes: structuredClone(attributes) as unknown as JsonValue,
    meta: meta('Schema', `/Schemas/${id}`),
  }));

const listed = (resources: JsonObject[]): ScimAnswer => ({
  status: 200,
  body: {
    schemas: [URN.list],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

/** Answers a request of these endpoints; undefined for another one. Throws `scim_not_found`. */
export function discovered(endpoint: string, id: string | undefined): ScimAnswer | undefined {
  if (endpoint === 'ServiceProviderConfig' && id === undefined) return { status: 200, body: serviceProviderConfig() };
  const resources = endpoint === 'ResourceTypes' ? resourceTypes() : endpoint === 'Schemas' ? schemas() : undefined;
  if (!resources) return undefined;
  if (id === undefined) return listed(resources);
  const found = resources.find((each) => each['id'] === id);
  if (!found) throw scimError('scim_not_found', 'There is no such schema or resource type.');
  return { status: 200, body: found };
}
