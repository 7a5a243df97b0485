/** AWS Signature Version 4 with an access key, or with a role that the sandbox assumes. */

import type { KindDefinition } from './kind.ts';
import { MAX_CREDENTIAL_BYTES, ROLE_ARN } from './limits.ts';

/** AWS Signature Version 4. */
export const awsSigV4 = {
  label: 'AWS signature',
  description: 'Each request is signed with an access key or as a role (Signature Version 4)',
  fields: {
    accessKeyId: {
      type: 'text',
      min: 16,
      max: 128,
      isOptional: true,
      isTrimmed: true,
      says: 'With secretAccessKey, unless there is a roleArn',
      rule: {
        pattern: /^[\w]{16,128}$/,
        refusal: 'must be 16 to 128 letters and digits, such as AKIAIOSFODNN7EXAMPLE.',
      },
      holds: 'account',
      form: {
        label: 'Access key ID',
        description: 'Of a user or role that is allowed these calls only.',
        placeholder: 'AKIAIOSFODNN7EXAMPLE',
        needs: 'the access key ID',
      },
    },
    secretAccessKey: {
      type: 'text',
      min: 1,
      max: 200,
      isOptional: true,
      isTrimmed: true,
      holds: 'secret',
      form: { label: 'Secret access key', needs: 'the secret access key' },
    },
    sessionToken: {
      type: 'text',
      max: MAX_CREDENTIAL_BYTES.plain,
      isOptional: true,
      isTrimmed: true,
      says: 'For temporary credentials, which expire',
      holds: 'secret',
      form: { label: 'Session token', description: 'Only for temporary credentials, which expire.' },
    },
    roleArn: {
      type: 'text',
      max: 600,
      isOptional: true,
      isTrimmed: true,
      says: 'In place of an access key: a role that the sandbox assumes, with an external ID that names the server and its host. It has to be one that the deployment allows (upstreamRoles)',
      rule: { pattern: ROLE_ARN, refusal: 'must be the ARN of a role, such as arn:aws:iam::123456789012:role/orders.' },
      form: {
        label: 'Role ARN',
        description: 'One that the deployment allows (upstreamRoles). The server’s settings show its trust policy.',
        placeholder: 'arn:aws:iam::123456789012:role/orders',
        needs: 'the ARN of the role',
      },
    },
    region: {
      type: 'text',
      max: 40,
      isTrimmed: true,
      says: 'Such as eu-central-1',
      rule: { pattern: /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, refusal: 'must be one such as eu-central-1.' },
      form: { label: 'Region', placeholder: 'eu-central-1', needs: 'the region, such as eu-central-1' },
    },
    service: {
      type: 'text',
      max: 60,
      isTrimmed: true,
      says: 'The signing name, such as execute-api, lambda or s3',
      rule: {
        pattern: /^[a-z0-9-]{1,60}$/,
        refusal: 'must be the signing name of the service, such as execute-api or s3.',
      },
      form: {
        label: 'Service',
        description: 'The signing name, such as execute-api, lambda or s3.',
        placeholder: 'execute-api',
        needs: 'the signing name of the service, such as execute-api',
      },
    },
  },
  uses: (given) => [
    ...(given('roleArn') === undefined
      ? ([
          ['accessKeyId', 'needed'],
          ['secretAccessKey', 'needed'],
          ['sessionToken', 'offered'],
        ] as const)
      : ([['roleArn', 'needed']] as const)),
    ['region', 'needed'],
    ['service', 'needed'],
  ],
  shape: {
    roleArn: { type: 'text', max: 600, says: 'For awsSigV4 with a role' },
    region: { type: 'text', max: 40, says: 'For awsSigV4' },
    service: { type: 'text', max: 60, says: 'For awsSigV4' },
  },
  scheme: { says: 'a signature of AWS', rank: 3 },
} as const satisfies KindDefinition;
