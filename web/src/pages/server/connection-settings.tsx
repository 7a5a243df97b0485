/** Name, base URL, address of the description and signing of a server. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Toggle from '@cloudscape-design/components/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { Server, ServerChange } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { leftOf } from '../../lib/draft.ts';
import { addressFault, baseUrlFault } from '../../lib/url.ts';

interface ConnectionSettingsProps {
  readonly server: Server;
  readonly disabled: boolean;
}

interface Fields {
  readonly name: string;
  readonly baseUrl: string;
  readonly documentUrl: string;
  readonly signed: boolean;
}

export function ConnectionSettings({ server, disabled }: ConnectionSettingsProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Fields>>({});
  const stored: Fields = {
    name: server.name,
    baseUrl: server.baseUrl,
    documentUrl: server.source.url ?? '',
    signed: server.signed,
  };
  const { name, baseUrl, documentUrl, signed } = { ...stored, ...draft };
  const edit = (part: Partial<Fields>) => setDraft((now) => ({ ...now, ...part }));
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  const change: ServerChange = {
    ...(name.trim() === stored.name ? {} : { name: name.trim() }),
    ...(baseUrl.trim() === stored.baseUrl ? {} : { baseUrl: baseUrl.trim() }),
    ...(signed === stored.signed ? {} : { signed }),
    ...(documentUrl.trim() === stored.documentUrl ? {} : { source: { kind: 'openapi', url: documentUrl.trim() } }),
  };
  const addressProblem = change.baseUrl === undefined ? undefined : baseUrlFault(baseUrl);
  const documentProblem = change.source === undefined ? undefined : addressFault(documentUrl);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (addressProblem !== undefined || documentProblem !== undefined || Object.keys(change).length === 0) return;
    setPending(true);
    setRefused(undefined);
    try {
      await call('changeServer', { path: { id: server.id }, body: change });
      notify.success('Saved.');
      await queries.invalidateQueries({ queryKey: ['server', server.id] });
      await queries.invalidateQueries({ queryKey: ['servers'] });
      setDraft((now) => leftOf(now, draft));
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) setRefused(error);
      else notify.failure(error);
    } finally {
      setPending(false);
    }
  };
  const { source } = server;
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      <h2>Connection</h2>
      <dl className="facts">
        <dt>Made from</dt>
        <dd>
          {source.kind === 'manual'
            ? 'Typed in by hand'
            : source.uploaded
              ? 'An uploaded document'
              : 'An OpenAPI document on the web'}
        </dd>
        {source.tags !== undefined && (
          <>
            <dt>Tags</dt>
            <dd>{source.tags.join(', ')}</dd>
          </>
        )}
        <dt>Server id</dt>
        <dd className="mono">{server.id}</dd>
      </dl>
      <div className="two">
        <FormField label="Name" description="People and models see it." errorText={refused?.faultOf('name')} stretch>
          <Input value={name} disabled={disabled} onChange={({ detail }) => edit({ name: detail.value })} />
        </FormField>
        <FormField
          label="Base URL"
          description="The one host that calls may reach."
          errorText={addressProblem ?? refused?.faultOf('baseUrl')}
          stretch
        >
          <Input
            value={baseUrl}
            type="url"
            disabled={disabled}
            spellcheck={false}
            onChange={({ detail }) => edit({ baseUrl: detail.value })}
          />
        </FormField>
      </div>
      {source.url !== undefined && (
        <FormField
          label="OpenAPI document"
          description="Read again when the server is deployed with “Read the document again”."
          errorText={documentProblem ?? refused?.faultOf('source.url')}
          stretch
        >
          <Input
            value={documentUrl}
            type="url"
            disabled={disabled}
            spellcheck={false}
            onChange={({ detail }) => edit({ documentUrl: detail.value })}
          />
        </FormField>
      )}
      <Toggle
        checked={signed}
        disabled={disabled}
        description="A deployment whose tools differ from the signed list is refused until a person approves it."
        onChange={({ detail }) => edit({ signed: detail.checked })}
      >
        Guard the surface with a signed lockfile
      </Toggle>
      {!disabled && (
        <div>
          <Button variant="primary" formAction="submit" loading={pending} disabled={Object.keys(change).length === 0}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
