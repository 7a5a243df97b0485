/**
 * The SCIM schemas of users and groups as data (RFC 7643, sections 4.1, 4.2 and 7): what is kept of a person and of a group, and nothing else. The
 * endpoints /Schemas and /ResourceTypes show it; filters, PATCH and requests find attributes in it, whatever their case (section 2.1).
 */

/** An attribute (RFC 7643, section 7). */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned: 'default';
  readonly uniqueness: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

/** Names of schemas and messages. */
export const URN = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
} as const;

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const USER: readonly Attribute[] = [
  attribute('userName', 'The name by which the identity provider knows the person, usually an e-mail address', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The name of the person', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'The family name'),
      attribute('givenName', 'The given name'),
    ],
  }),
  attribute('displayName', 'The name that is shown'),
  attribute('emails', 'E-mail addresses; the primary one, or else the first, finds the login of the person', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'What it is for', { canonicalValues: ['work', 'home', 'other'] }),
      attribute('primary', 'Whether it is the main address', { type: 'boolean' }),
    ],
  }),
  // Required because it is never unassigned; one that is made without it is active.
  attribute('active', 'Whether the person may use Portcullis; false ends all that they hold', {
    type: 'boolean',
    required: true,
  }),
  attribute('groups', 'The groups of the person; changed by those of /Groups', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'The id of the group', { mutability: 'readOnly' }),
      attribute('$ref', 'The address of the group', {
        type: 'reference',
        referenceTypes: ['Group'],
        caseExact: true,
        mutability: 'readOnly',
      }),
      attribute('display', 'The name of the group', { mutability: 'readOnly' }),
    ],
  }),
];

const GROUP: readonly Attribute[] = [
  attribute('displayName', 'The name of the group, which groupRoles, projects and access rules may name', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'The people in it; groups in groups are not kept', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
        mutability: 'immutable',
      }),
    ],
  }),
];

/** A kind of resource. */
export interface Schema {
  readonly id: string;
  readonly name: 'User' | 'Group';
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** By kind. */
export const SCHEMAS: Readonly<Record<'User' | 'Group', Schema>> = {
  User: { id: URN.user, name: 'User', description: 'A person of the identity provider', attributes: USER },
  Group: { id: URN.group, name: 'Group', description: 'A group of the identity provider', attributes: GROUP },
};

/** Attributes that every resource has (RFC 7643, section 3.1). */
const COMMON: readonly Attribute[] = [
  attribute('id', '', { caseExact: true, mutability: 'readOnly' }),
  attribute('externalId', '', { caseExact: true }),
  attribute('schemas', '', { type: 'reference', multiValued: true, mutability: 'readOnly' }),
  attribute('meta', '', {
    type: 'complex',
    mutability: 'readOnly',
    subAttributes: ['resourceType', 'created', 'lastModified', 'location', 'version'].map((name) =>
      attribute(name, '', { mutability: 'readOnly', caseExact: name !== 'resourceType' }),
    ),
  }),
];

/** Those of RFC 7643, section 4.1, that are taken and not kept, in small letters; and all of extensions. */
const NOT_KEPT =
  /^(?:nickname|profileurl|title|usertype|preferredlanguage|locale|timezone|password|phonenumbers|ims|photos|addresses|entitlements|roles|x509certificates|name\.(?:middlename|honorificprefix|honorificsuffix)|emails\.display|members\.(?:display|type)|groups\.type|urn:.*)$/;

/** Whether the attribute is one that other services keep, so that a request that has it is no mistake. */
export const isKnownElsewhere = (path: string): boolean => {
  const name = path.toLowerCase();
  return NOT_KEPT.test(name) || NOT_KEPT.test(name.split('.')[0] as string);
};

/** A value that is no object or list as a text; of these nothing is one, and JavaScript may fail to make one of them. */
export const scalarText = (value: unknown): string => (typeof value === 'object' ? '' : String(value));

/** An attribute of these by its name, whatever its case. */
export const attributeNamed = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined =>
  attributes?.find((each) => each.name.toLowerCase() === name.toLowerCase());

/** An attribute of the resource itself. */
export const attributeOf = ({ attributes }: Schema, name: string): Attribute | undefined =>
  attributeNamed(attributes, name) ?? attributeNamed(COMMON, name);

/** The path without the name of the resource's own schema before it (RFC 7644, section 3.10). */
export function withoutUrn({ id }: Schema, path: string): string {
  const prefix = `${id}:`;
  return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : path;
}
