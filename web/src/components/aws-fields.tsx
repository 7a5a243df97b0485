/** AWS Signature Version 4: an access key, or a role that the sandbox assumes, with the trust policy that the role needs. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useQuery } from '@tanstack/react-query';
import { shapeWithin } from '../../../core/model/credential.ts';
import { externalIdOf } from '../../../core/request/credential/externalId.ts';
import { settingsQuery } from '../api/queries.ts';
import type { Server } from '../api/types.ts';
import type { CredentialField, Credentials } from '../lib/credential-form.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import { trustPolicy } from '../lib/trust-policy.ts';
import { CodeBlock } from './code-block.tsx';

interface AwsFieldsProps {
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (value: Credentials) => void;
}

interface TextField {
  readonly key: CredentialField;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly isSecret?: true;
  readonly isOptional?: true;
}

const KEY_FIELDS: readonly TextField[] = [
  {
    key: 'accessKeyId',
    label: 'Access key ID',
    description: 'Of a user or role that is allowed these calls only.',
    placeholder: 'AKIAIOSFODNN7EXAMPLE',
  },
  { key: 'secretAccessKey', label: 'Secret access key', isSecret: true },
  {
    key: 'sessionToken',
    label: 'Session token',
    description: 'Only for temporary credentials, which expire.',
    isSecret: true,
    isOptional: true,
  },
];
const SCOPE_FIELDS: readonly TextField[] = [
  { key: 'region', label: 'Region', placeholder: 'eu-central-1' },
  {
    key: 'service',
    label: 'Service',
    description: 'The signing name, such as execute-api, lambda or s3.',
    placeholder: 'execute-api',
  },
];

const IDENTITIES = [
  { value: 'key', label: 'Access key' },
  { value: 'role', label: 'Role', description: 'Assumed by the sandbox; there is no secret to enter or to rotate.' },
] as const;

export function AwsFields({ value, faults, onChange }: AwsFieldsProps) {
  const text = ({ key, label, description, placeholder, isSecret, isOptional }: TextField) => (
    <FormField
      key={key}
      label={
        isOptional ? (
          <>
            {label} <i>optional</i>
          </>
        ) : (
          label
        )
      }
      description={description}
      errorText={faults[key]}
      stretch
    >
      <Input
        value={value[key]}
        type={isSecret ? 'password' : 'text'}
        placeholder={placeholder}
        autoComplete="off"
        spellcheck={false}
        ariaRequired={!isOptional}
        nativeInputAttributes={NOT_SAVED}
        onChange={({ detail }) => onChange({ ...value, [key]: detail.value })}
      />
    </FormField>
  );
  const isRole = value.awsIdentity === 'role';
  return (
    <>
      <FormField label="Sign as" stretch>
        <Select
          selectedOption={IDENTITIES[isRole ? 1 : 0]}
          options={IDENTITIES}
          onChange={({ detail }) =>
            onChange({ ...value, awsIdentity: detail.selectedOption.value === 'role' ? 'role' : 'key' })
          }
        />
      </FormField>
      {isRole ? <RoleField value={value} faults={faults} onChange={onChange} /> : KEY_FIELDS.map(text)}
      {SCOPE_FIELDS.map(text)}
    </>
  );
}

function RoleField({ value, faults, onChange }: AwsFieldsProps) {
  const settings = useQuery(settingsQuery());
  const isNoneAllowed = settings.data !== undefined && settings.data.sandboxRole === undefined;
  return (
    <FormField
      label="Role ARN"
      description={
        isNoneAllowed ? (
          <>
            This installation allows no role. Whoever deploys it names the roles:{' '}
            <span className="mono break">npm run deploy -- -c upstreamRoles=arn:aws:iam::123456789012:role/orders</span>
          </>
        ) : (
          'One that the deployment names (upstreamRoles). The server’s settings show the trust policy that it needs.'
        )
      }
      errorText={faults['roleArn']}
      stretch
    >
      <Input
        value={value.roleArn}
        placeholder="arn:aws:iam::123456789012:role/orders"
        autoComplete="off"
        spellcheck={false}
        ariaRequired
        nativeInputAttributes={NOT_SAVED}
        onChange={({ detail }) => onChange({ ...value, roleArn: detail.value })}
      />
    </FormField>
  );
}

interface TrustProps {
  readonly serverId: string;
  readonly auth: Server['auth'];
}

/** The trust policy that the role of a credential needs; nothing for a credential without a role. */
export function RoleTrust({ serverId, auth }: TrustProps) {
  const { roleArn } = shapeWithin(auth, 'awsSigV4') ?? {};
  return roleArn === undefined || auth.origin === undefined ? null : (
    <Trust serverId={serverId} origin={auth.origin} roleArn={roleArn} />
  );
}

interface RoleProps {
  readonly serverId: string;
  readonly origin: string;
  readonly roleArn: string;
}

function Trust({ serverId, origin, roleArn }: RoleProps) {
  const principal = useQuery(settingsQuery()).data?.sandboxRole;
  if (principal === undefined) return null;
  const externalId = externalIdOf(serverId, origin);
  return (
    <div className="stack tight">
      <div>
        The role <span className="mono break">{roleArn}</span> has to trust this server. Its external ID is{' '}
        <span className="mono break">{externalId}</span>. With several regions, name the sandbox’s role of each (output
        SandboxRole).
      </div>
      <CodeBlock text={trustPolicy(principal, externalId)} title="Trust policy" json copyLabel="Copy" />
    </div>
  );
}
