/** Name, base URL, URL of the description, and signing of a server. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Toggle from '@cloudscape-design/components/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../../../core/limits.ts';
import { ApiError, call } from '../../api/client.ts';
import { serverQuery, showServer } from '../../api/queries.ts';
import type { Server, ServerChange } from '../../api/types.ts';
import { useSaving } from '../../app/leaving.tsx';
import { useNotify } from '../../app/notices.tsx';
import { Contested } from '../../components/contested.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { Info } from '../../components/info.tsx';
import { SaveBar } from '../../components/save-bar.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { fileFault, readDocument, type UploadedDocument } from '../../lib/document-file.ts';
import { focusFault } from '../../lib/fault-focus.ts';
import { addressFault, baseUrlFault } from '../../lib/url.ts';

interface ConnectionSettingsProps {
  readonly server: Server;
  readonly disabled: boolean;
}

interface Fields {
  readonly name: string;
  readonly baseUrl: string;
  readonly documentUrl: string;
  /** A file that replaces the document; it is not shown again once it is stored. */
  readonly upload: UploadedDocument | undefined;
  /** As typed. */
  readonly seconds: string;
  readonly signed: boolean;
}

const NAMES: Record<keyof Fields, string> = {
  name: 'The name',
  baseUrl: 'The base URL',
  documentUrl: 'The address of the OpenAPI document',
  upload: 'The OpenAPI document',
  seconds: 'The time limit of a request',
  signed: 'The signed lockfile',
};

const fieldsOf = (server: Server): Fields => ({
  name: server.name,
  baseUrl: server.baseUrl,
  documentUrl: server.source.url ?? '',
  upload: undefined,
  seconds: String(server.upstreamMs / 1_000),
  signed: server.signed,
});

function changeOf(stored: Fields, { name, baseUrl, documentUrl, upload, seconds, signed }: Fields): ServerChange {
  return {
    ...(name.trim() === stored.name ? {} : { name: name.trim() }),
    ...(baseUrl.trim() === stored.baseUrl ? {} : { baseUrl: baseUrl.trim() }),
    ...(Number(seconds) === Number(stored.seconds) ? {} : { upstreamMs: Math.round(Number(seconds) * 1_000) }),
    ...(signed === stored.signed ? {} : { signed }),
    ...(upload !== undefined
      ? { source: { kind: 'openapi', document: upload.content } }
      : documentUrl.trim() === stored.documentUrl
        ? {}
        : { source: { kind: 'openapi', url: documentUrl.trim() } }),
  };
}

const displayValue = (value: Fields[keyof Fields]): string =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'on' : 'off') : (value?.name ?? '');

const { min, max } = LIMITS.upstreamMs;

const timeFault = (seconds: string): string | undefined => {
  const ms = Number(seconds) * 1_000;
  return seconds.trim() !== '' && ms >= min && ms <= max
    ? undefined
    : `Give a number from ${min / 1_000} to ${max / 1_000}.`;
};

export function ConnectionSettings({ server, disabled }: ConnectionSettingsProps) {
  const notify = useNotify();
  const saving = useSaving();
  const queries = useQueryClient();
  const stored = fieldsOf(server);
  const { draft, edit, saved, discard, contestedBy } = useDraft(
    stored,
    (edits) => Object.keys(changeOf(stored, { ...stored, ...edits })).length > 0,
  );
  const { name, baseUrl, documentUrl, upload, seconds, signed } = { ...stored, ...draft };
  const contest = contestedBy(stored);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  const change = changeOf(stored, { name, baseUrl, documentUrl, upload, seconds, signed });
  const addressProblem = change.baseUrl === undefined ? undefined : baseUrlFault(baseUrl);
  const documentProblem = change.source === undefined || upload !== undefined ? undefined : addressFault(documentUrl);
  const timeProblem = timeFault(seconds);
  const [uploadFault, setUploadFault] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const fault = fileFault(file);
    setUploadFault(fault);
    if (fault === undefined) edit({ upload: await readDocument(file) });
  };
  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    if (Object.keys(change).length === 0) return;
    if ([addressProblem, documentProblem, timeProblem].some((problem) => problem !== undefined))
      return focusFault(form);
    setPending(true);
    setRefused(undefined);
    try {
      await saving(async () => {
        // Another tab or person may have saved since this page was loaded; their values are shown before they are replaced.
        const now = fieldsOf(await queries.fetchQuery({ ...serverQuery(server.id), staleTime: 0 }));
        if (contestedBy(now).some((field) => now[field] !== stored[field])) return;
        const answer = await call('changeServer', { path: { id: server.id }, body: change });
        showServer(queries, answer);
        saved(draft);
        notify.success(
          change.source === undefined ? 'Saved.' : 'Saved. Use “Re-import” under Deployments to make its tools live.',
        );
      });
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) {
        setRefused(error);
        focusFault(form);
      } else notify.failure(error);
    } finally {
      setPending(false);
    }
  };
  const { source } = server;
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      <h2>Connection</h2>
      <dl className="facts">
        <dt>Source</dt>
        <dd>
          {source.kind === 'manual'
            ? 'Added manually'
            : source.missing
              ? 'OpenAPI document (not copied)'
              : source.uploaded
                ? 'Uploaded OpenAPI document'
                : 'OpenAPI document by URL'}
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
        <FormField
          label="Name"
          description="Shown to people and AI clients."
          errorText={refused?.faultOf('name')}
          stretch
        >
          <Input
            value={name}
            ariaRequired
            disabled={disabled}
            onChange={({ detail }) => edit({ name: detail.value })}
          />
        </FormField>
        <FormField
          label="Base URL"
          info={<Info about="baseUrl" />}
          description={
            server.auth.origin === undefined
              ? 'Where calls go, except for tools on other hosts.'
              : `Where calls go, except for tools on other hosts. The stored credential stays with ${server.auth.origin}; for another host, replace it by “None” first.`
          }
          errorText={addressProblem ?? refused?.faultOf('baseUrl')}
          stretch
        >
          <Input
            value={baseUrl}
            type="url"
            ariaRequired
            disabled={disabled}
            spellcheck={false}
            onChange={({ detail }) => edit({ baseUrl: detail.value })}
          />
        </FormField>
      </div>
      {source.kind === 'openapi' && (
        <FormField
          label="OpenAPI document"
          info={<Info about="document" />}
          description="Read at the next re-import."
          errorText={
            uploadFault ?? documentProblem ?? refused?.faultOf('source.url') ?? refused?.faultOf('source.document')
          }
          stretch
        >
          {upload === undefined ? (
            <Input
              value={documentUrl}
              type="url"
              disabled={disabled}
              spellcheck={false}
              placeholder={source.uploaded ? 'Was uploaded; enter an address to read it from there' : ''}
              onChange={({ detail }) => edit({ documentUrl: detail.value })}
            />
          ) : (
            <div className="row">
              <span className="mono break">{upload.name}</span>
              <Button
                formAction="none"
                iconName="close"
                variant="icon"
                ariaLabel="Remove the file"
                onClick={() => edit({ upload: undefined })}
              />
            </div>
          )}
          {!disabled && (
            <div className="row small muted source-state">
              <span>
                or <FileButton onFile={(file) => void take(file)}>upload another version</FileButton>
              </span>
            </div>
          )}
        </FormField>
      )}
      <FormField
        label="Time limit of a request"
        info={<Info about="upstreamMs" />}
        description="Seconds that the API may take for one answer."
        errorText={timeProblem ?? refused?.faultOf('upstreamMs')}
      >
        <Input
          type="number"
          inputMode="decimal"
          value={seconds}
          disabled={disabled}
          onChange={({ detail }) => edit({ seconds: detail.value })}
        />
      </FormField>
      <div className="row tight">
        <Toggle
          checked={signed}
          disabled={disabled}
          description="A deployment whose tools differ from the signed list is refused until a person approves it."
          onChange={({ detail }) => edit({ signed: detail.checked })}
        >
          Sign the surface (lockfile)
        </Toggle>
        <Info about="signed" />
      </div>
      <SaveBar
        changes={Object.keys(change).length}
        pending={pending}
        {...(contest.length > 0 && {
          contested: (
            <Contested fields={contest.map((field) => ({ name: NAMES[field], stored: displayValue(stored[field]) }))} />
          ),
        })}
        onDiscard={discard}
      />
    </form>
  );
}
