/** Blind answers: directories, sign-ins and access. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const IDENTITY: Shapes = {
  directoryUsers: (v) =>
    many(3, () => {
      const a = v.who();
      return {
        id: trap('token id', `00u${v.b62(17)}`),
        status: trap('status', 'PASSWORD_EXPIRED'),
        created: trap('iso time', v.stamp()),
        activated: null,
        statusChanged: trap('iso time', v.stamp()),
        lastLogin: trap('iso time', v.stamp()),
        passwordChanged: trap('iso time', v.stamp()),
        type: { id: trap('token id', `oty${v.b62(17)}`) },
        profile: {
          firstName: p('name', a.first),
          lastName: p('name', a.last),
          mobilePhone: p('phone', a.intl),
          secondEmail: p('email', v.who().email),
          login: p('email', a.email),
          email: p('email', a.email),
          nickName: open(a.first),
          employeeNumber: trap('employee number', v.fill('B-#####')),
          costCenter: trap('code', '10'),
          department: 'Sales',
          honorificPrefix: 'Mx',
          postalAddress: p('address', `${a.street}\n${a.zip} ${a.city}`),
          primaryPhone: p('phone', a.local),
          locale: trap('locale code', 'pt-PT'),
          title: trap('job title', 'Account executive'),
          userType: 'Employee',
        },
        credentials: {
          password: {},
          recovery_question: { question: 'Who was your favourite teacher?' },
          provider: { type: 'OKTA', name: 'OKTA' },
          emails: [{ value: p('email', a.email), status: 'VERIFIED', type: 'PRIMARY' }],
        },
        _links: {
          self: { href: trap('url', `https://harbour.idp.example.com/api/v1/users/00u${v.b62(17)}`) },
          resetPassword: {
            href: trap('url', 'https://harbour.idp.example.com/api/v1/users/00u/lifecycle/reset_password'),
            method: 'POST',
          },
        },
      };
    }),

  tenantUsers: (v) => ({
    start: 0,
    limit: 50,
    length: 3,
    total: 9_114,
    users: many(3, () => {
      const a = v.who();
      return {
        created_at: trap('iso time', v.stamp()),
        email: p('email', a.email),
        email_verified: true,
        identities: [
          {
            connection: 'google-oauth2',
            provider: 'google-oauth2',
            user_id: trap('big number string', v.digits(21)),
            isSocial: true,
            access_token: p('secret', `ya29.a0AXooCg${v.b62(120)}`),
            expires_in: 3599,
            profileData: {
              email: p('email', a.email),
              given_name: p('name', a.first),
              family_name: p('name', a.last),
              phone_verified: false,
            },
          },
        ],
        name: p('name', a.full),
        nickname: open(a.login),
        picture: open(`https://lh3.avatar.example.com/a/${v.b62(40)}=s96-c`),
        updated_at: trap('iso time', v.stamp()),
        user_id: trap('token id', `google-oauth2|${v.digits(21)}`),
        user_metadata: { theme: 'dark', addresses: { home: p('address', `${a.street}, ${a.city}`) } },
        app_metadata: { plan: 'free', roles: ['writer'] },
        multifactor: ['guardian'],
        last_ip: p('ip', v.ip6()),
        last_login: trap('iso time', v.stamp()),
        last_password_reset: trap('iso time', v.stamp()),
        logins_count: trap('count', 118),
        blocked_for: [],
        token_dialect: 'access_token',
        password_policy: 'good',
      };
    }),
  }),

  poolUsers: (v) => ({
    PaginationToken: trap('cursor', v.blob(80)),
    Users: many(4, () => {
      const a = v.who();
      return {
        Username: trap('uuid', v.uuid()),
        Attributes: [
          { Name: 'sub', Value: trap('uuid', v.uuid()) },
          { Name: 'email', Value: p('email', a.email) },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'phone_number', Value: p('phone', a.e164) },
          { Name: 'phone_number_verified', Value: 'false' },
          { Name: 'given_name', Value: p('name', a.first) },
          { Name: 'family_name', Value: p('name', a.last) },
          { Name: 'birthdate', Value: p('birth-date', a.birth) },
          { Name: 'zoneinfo', Value: 'Asia/Tokyo' },
          { Name: 'custom:tenant', Value: trap('slug', 'harbour') },
          { Name: 'custom:tier', Value: '3' },
        ],
        UserCreateDate: trap('epoch fraction', 1_721_383_502.117),
        Enabled: true,
        UserStatus: trap('status', 'FORCE_CHANGE_PASSWORD'),
        MFAOptions: [],
      };
    }),
  }),

  provisionedUsers: (v) => ({
    schemas: [trap('urn', 'urn:ietf:params:scim:api:messages:2.0:ListResponse')],
    totalResults: 3,
    startIndex: 1,
    Resources: many(3, () => {
      const a = v.who();
      return {
        schemas: [
          trap('urn', 'urn:ietf:params:scim:schemas:core:2.0:User'),
          trap('urn', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'),
        ],
        id: trap('uuid', v.uuid()),
        externalId: trap('employee number', v.digits(6)),
        userName: p('email', a.email),
        name: {
          formatted: p('name', `Ms. ${a.full} III`),
          familyName: p('name', a.last),
          givenName: p('name', a.first),
          middleName: p('name', 'Jane'),
          honorificPrefix: 'Ms.',
          honorificSuffix: 'III',
        },
        displayName: p('name', a.full),
        emails: [
          { value: p('email', a.email), type: 'work', primary: true },
          { value: p('email', v.who().email), type: 'home' },
        ],
        addresses: [
          {
            type: 'work',
            streetAddress: p('address', a.street),
            locality: p('address', a.city),
            region: p('address', a.region),
            postalCode: p('address', a.zip),
            country: trap('country code', a.country),
            formatted: p('address', `${a.street}\n${a.city} ${a.zip}`),
            primary: true,
          },
        ],
        phoneNumbers: [
          { value: p('phone', a.intl), type: 'work' },
          { value: p('phone', a.local), type: 'mobile' },
        ],
        ims: [{ value: open('someaimhandle'), type: 'aim' }],
        userType: 'Employee',
        title: trap('job title', 'Tour guide'),
        preferredLanguage: trap('locale code', 'en-US'),
        timezone: 'America/Los_Angeles',
        active: true,
        groups: [
          {
            value: trap('uuid', v.uuid()),
            $ref: trap('path', '../Groups/e9e30dba'),
            display: trap('label', 'Tour Guides'),
          },
        ],
        x509Certificates: [{ value: open(`MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAw${v.b62(60)}`) }],
        [trap('urn', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User').value as string]: {
          employeeNumber: trap('employee number', '701984'),
          costCenter: trap('code', '4130'),
          organization: trap('company name', 'Universal Studios'),
          division: 'Theme Park',
          manager: { value: trap('uuid', v.uuid()), displayName: p('name', v.who().full) },
        },
        meta: {
          resourceType: 'User',
          created: trap('iso time', v.zulu()),
          version: trap('etag', 'W/"a330bc54f0671c9"'),
          location: trap('url', 'https://example.com/v2/Users/2819c223'),
        },
      };
    }),
  }),

  signIns: (v) => ({
    value: many(3, (index) => {
      const a = v.who();
      return {
        id: trap('uuid', v.uuid()),
        createdDateTime: trap('iso time', v.zulu()),
        userDisplayName: p('name', a.full),
        userPrincipalName: p('email', a.email),
        userId: trap('uuid', v.uuid()),
        appId: trap('uuid', v.uuid()),
        appDisplayName: trap('product name', ['Graph Explorer', 'Office 365 Exchange Online', 'Azure Portal'][index]!),
        ipAddress: p('ip', index === 1 ? v.ip6() : v.ip()),
        clientAppUsed: 'Browser',
        correlationId: trap('uuid', v.uuid()),
        conditionalAccessStatus: 'notApplied',
        isInteractive: true,
        riskDetail: 'none',
        riskLevelAggregated: 'none',
        resourceDisplayName: trap('product name', 'Microsoft Graph'),
        status: {
          errorCode: [0, 50_126, 53_003][index]!,
          failureReason: 'Other.',
          additionalDetails: 'MFA requirement satisfied by claim in the token',
        },
        deviceDetail: {
          deviceId: '',
          displayName: open(`${a.first}s MacBook`),
          operatingSystem: trap('version', 'MacOs 14.5.0'),
          browser: trap('version', 'Edge 126.0.2592.102'),
          isCompliant: false,
        },
        location: {
          city: open(a.city),
          state: open(a.region),
          countryOrRegion: trap('country code', a.country),
          geoCoordinates: { altitude: null, latitude: open(47.6), longitude: open(-122.1) },
        },
        appliedConditionalAccessPolicies: [
          { id: trap('uuid', v.uuid()), displayName: trap('label', 'MFA for contractors'), result: 'notApplied' },
        ],
      };
    }),
  }),

  tokenExchange: (v) => ({
    access_token: p('secret', v.jwt()),
    expires_in: 300,
    refresh_expires_in: 1800,
    refresh_token: p('secret', v.jwt()),
    token_type: 'Bearer',
    id_token: p('secret', v.jwt()),
    'not-before-policy': 0,
    session_state: trap('uuid', v.uuid()),
    scope: 'openid email profile',
    issued_token_type: trap('urn', 'urn:ietf:params:oauth:token-type:access_token'),
    jwks: {
      keys: many(2, () => ({
        kid: trap('hash', v.b62(43)),
        kty: 'RSA',
        alg: 'RS256',
        use: 'sig',
        n: open(v.b62(342)),
        e: 'AQAB',
        'x5t#S256': trap('hash', v.b62(43)),
      })),
    },
    discovery: {
      issuer: trap('url', 'https://sso.example.com/realms/harbour'),
      token_endpoint: trap('url', 'https://sso.example.com/realms/harbour/protocol/openid-connect/token'),
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
      claims_supported: [
        'sub',
        'name',
        'given_name',
        'family_name',
        'preferred_username',
        'email',
        'phone_number',
        'birthdate',
        'address',
      ],
      password_grant: false,
    },
    clients: many(3, () => ({
      clientId: trap('slug', 'harbour-web'),
      secret: p('secret', v.b62(32)),
      redirectUris: [trap('url', 'https://app.example.com/callback?x=1')],
      protocol: 'openid-connect',
      attributes: {
        'access.token.lifespan': '300',
        'client.secret.creation.time': trap('epoch string', String(v.seconds())),
        'pkce.code.challenge.method': 'S256',
      },
    })),
  }),

  adminActivity: (v) => ({
    kind: 'admin#reports#activities',
    items: many(3, (index) => {
      const a = v.who();
      return {
        id: {
          time: trap('iso time', v.stamp()),
          uniqueQualifier: trap('big number string', `-${v.digits(18)}`),
          applicationName: 'login',
          customerId: trap('token id', 'C03az79cb'),
        },
        actor: { email: p('email', a.email), profileId: trap('big number string', v.digits(21)), callerType: 'USER' },
        ipAddress: p('ip', v.ip()),
        events: [
          {
            type: 'login',
            name: ['login_success', 'login_failure', 'password_edit'][index]!,
            parameters: [
              { name: 'login_challenge_method', multiValue: ['password'] },
              { name: 'is_suspicious', boolValue: false },
              { name: 'affected_email_address', value: p('email', v.who().email) },
              { name: 'login_type', value: 'exchange' },
            ],
          },
        ],
      };
    }),
    etag: trap('etag', `"${v.b62(43)}/${v.b62(27)}"`),
  }),

  signatureEnvelope: (v) => ({
    envelopeId: trap('uuid', v.uuid()),
    status: 'sent',
    emailSubject: 'Please sign: lease for unit 12, 2024-2026',
    emailBlurb: prose(
      'Questions? Write to ',
      p('email', v.who().email),
      ' or call ',
      p('phone', v.who('us').local),
      '.',
    ),
    documents: many(2, (index) => ({
      documentId: String(index + 1),
      documentIdGuid: trap('uuid', v.uuid()),
      name: trap('file name', ['Lease_Unit-12_v3.docx', 'House rules 2024.pdf'][index]!),
      order: String(index + 1),
      pages: [{ pageId: trap('uuid', v.uuid()), sequence: '1', height: '792', width: '612', dpi: '72' }],
    })),
    recipients: {
      signers: many(3, (index) => {
        const a = v.who();
        return {
          creationReason: 'sender',
          recipientId: String(index + 1),
          recipientIdGuid: trap('uuid', v.uuid()),
          userId: trap('uuid', v.uuid()),
          name: p('name', a.full),
          email: p('email', a.email),
          accessCode: open(v.digits(6)),
          phoneNumber: { countryCode: trap('dial code', '49'), number: p('phone', a.local) },
          routingOrder: '1',
          status: 'sent',
          deliveryMethod: 'email',
          signedDateTime: null,
          idCheckConfigurationName: '',
          tabs: {
            textTabs: [
              {
                tabLabel: 'Social Security Number',
                value: p('ssn', v.ssn()),
                tabId: trap('uuid', v.uuid()),
                xPosition: '211',
                yPosition: '344',
              },
              { tabLabel: 'Move-in date', value: trap('iso date', v.day()), tabId: trap('uuid', v.uuid()) },
              { tabLabel: 'Parking bay', value: 'B-17', tabId: trap('uuid', v.uuid()) },
            ],
          },
        };
      }),
      carbonCopies: [],
      recipientCount: '3',
    },
    customFields: {
      textCustomFields: [
        {
          fieldId: trap('numeric string id', v.digits(11)),
          name: 'contract_no',
          value: trap('contract number', v.digits(16)),
        },
      ],
    },
    certificateUri: trap('path', '/envelopes/4b728be4/documents/certificate'),
    sentDateTime: trap('iso time', v.stamp()),
    sender: {
      userName: p('name', v.who().full),
      email: p('email', v.who().email),
      accountId: trap('uuid', v.uuid()),
      ipAddress: p('ip', v.ip()),
    },
  }),
};
