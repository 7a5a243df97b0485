/** AWS Signature Version 4: an access key, or a role that the sandbox assumes, with the trust policy that the role needs. */
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { shapeWithin } from '../../../core/model/credential.ts';
import { externalIdOf } from '../../../core/request/credential/externalId.ts';
import { settingsQuery } from '../api/queries/installation.ts';
import type { Server } from '../api/types.ts';
import { askedFields } from '../lib/credentials.ts';
import { trustPolicy } from '../lib/trust-policy.ts';
import { CodeBlock } from './code-block.tsx';
import { type CredentialFieldProps, CredentialText } from './credential-text.tsx';

const IDENTITIES = [
  { value: 'key', label: 'Access key' },
  { value: 'role', label: 'Role', description: 'Assumed by the sandbox. There is no secret to enter.' },
] as const;

export function AwsFields(part: CredentialFieldProps) {
  const { value, onChange } = part;
  return (
    <>
      <FormField label="Sign as" stretch>
        <Select
          selectedOption={IDENTITIES[value.awsIdentity === 'role' ? 1 : 0]}
          options={IDENTITIES}
          onChange={({ detail }) =>
            onChange({ ...value, awsIdentity: detail.selectedOption.value === 'role' ? 'role' : 'key' })
          }
        />
      </FormField>
      {askedFields('awsSigV4', value).map(({ field, isNeeded }) => {
        if (field?.key === 'roleArn') return <RoleField key={field.key} field={field} isNeeded={isNeeded} {...part} />;
        return field && <CredentialText key={field.key} field={field} isNeeded={isNeeded} {...part} />;
      })}
    </>
  );
}

function RoleField(props: ComponentProps<typeof CredentialText>) {
  const settings = useQuery(settingsQuery());
  const isNoneAllowed = settings.data !== undefined && settings.data.sandboxRole === undefined;
  if (!isNoneAllowed) return <CredentialText {...props} />;
  return (
    <CredentialText
      {...props}
      description={
        <>
          This installation allows no roles. Name them in the deployment:{' '}
          <span className="mono break">npm run deploy -- -c upstreamRoles=arn:aws:iam::123456789012:role/orders</span>
        </>
      }
    />
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
