/** Says that the API of an account is at another host (instance_url of the token endpoint); it is used only if the owner agrees. */
import Alert from '@cloudscape-design/components/alert';
import type { ReactNode } from 'react';

interface InstanceNoticeProps {
  /** Of the token endpoint. */
  readonly host: string;
  /** Origin of the API of this account. */
  readonly instance: string;
  /** Origin of the base URL. */
  readonly origin: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export function InstanceNotice({ host, instance, origin, action, children }: InstanceNoticeProps) {
  return (
    <Alert type="warning" header={`Your organization’s API is at ${new URL(instance).host}`} action={action}>
      {host} says so; the base URL is at <span className="mono break">{origin}</span>. Nothing is sent to{' '}
      <span className="mono break">{instance}</span> unless you set it as the base URL. {children}
    </Alert>
  );
}

/** The base URL with the origin of an account's API. */
export const baseUrlAt = (instance: string, baseUrl: string): string =>
  `${instance}${URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/+$/, '') : ''}`;
