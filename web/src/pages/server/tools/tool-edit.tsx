/** Edits what a model sees of a tool: name, title, description, annotations, cache hint, schema; each can be reset to its original. */
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { type ApiError, call } from '../../../api/client.ts';
import { toolQuery } from '../../../api/queries/tools.ts';
import type { Server, Tool, ToolChange } from '../../../api/types.ts';
import { AnnotationFields } from '../../../components/annotation-fields.tsx';
import { Contested } from '../../../components/contested.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useSave } from '../../../components/use-save.ts';
import {
  changeOf,
  type Draft,
  displayField,
  isUnfinished,
  NAMES,
  storedOf,
  withRequest,
} from '../../../lib/tool-draft.ts';
import { isBroken } from '../../../lib/tool-form.ts';
import { messageOf, useNotify } from '../../../state/notices.tsx';
import { RedactionFields } from './redaction-fields.tsx';
import { RequestFields } from './request-fields.tsx';
import {
  type EditedField,
  ListingFields,
  SchemaFields,
  SendingFields,
  TextFields,
  type ToolFields,
} from './tool-fields.tsx';

interface ToolEditProps {
  readonly server: Server;
  readonly tool: Tool;
  readonly readOnly: boolean;
  readonly onSaved: () => void;
}

export function ToolEdit({ server, tool, readOnly, onSaved }: ToolEditProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const stored = storedOf(tool);
  const {
    draft: edits,
    edit: set,
    saved,
    contestedBy,
  } = useDraft<Draft>(
    stored,
    (part) => isUnfinished(part) || Object.keys(changeOf(tool, { ...stored, ...part })).length > 0,
  );
  const draft: Draft = { ...stored, ...edits };
  const contest = contestedBy(stored);
  const form = useRef<HTMLFormElement>(null);
  const { pending, refused, run } = useSave<'save' | EditedField>();
  const change = changeOf(tool, draft);
  const dirty = Object.keys(change).length > 0;
  const isRecomposed = change.path !== undefined;
  const cannotSend = draft.inputSchema === undefined || (draft.request !== undefined && isBroken(draft.request));

  const send = (body: ToolChange, what: 'save' | EditedField) =>
    run(what, form.current, async () => {
      // Another tab or person may have saved since the panel was opened; their values are shown before they are replaced.
      const now = storedOf(await queries.fetchQuery({ ...toolQuery(server.id, tool.id), staleTime: 0 }));
      const differs = (field: keyof Draft) => JSON.stringify(now[field]) !== JSON.stringify(stored[field]);
      if (what === 'save' && contestedBy(now).some(differs)) return;
      const answer = await call('changeTool', { path: { id: server.id, toolId: tool.id }, body });
      queries.setQueryData(toolQuery(server.id, tool.id).queryKey, answer);
      saved(what === 'save' ? edits : { [what]: edits[what as keyof Draft] });
      notify.success(
        answer.resealed
          ? 'Saved and live. Clients see it at the next listing; those that listen for changes, now.'
          : 'Saved. Clients see it as soon as it is published, or with the first deployment.',
      );
      onSaved();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty && !cannotSend) void send(change, 'save');
  };
  const fault = (field: string) =>
    refused?.faultOf(field) ??
    refused?.faults.find((one) => one.field.replace(/^\//, '').startsWith(`${field}/`))?.message;
  const reset = (field: EditedField): ReactNode =>
    tool.edited.includes(field) && !readOnly ? (
      <Button
        formAction="none"
        variant="inline-link"
        loading={pending === field}
        onClick={() => void send({ reset: [field] }, field)}
      >
        Reset to original
      </Button>
    ) : undefined;

  const fields: ToolFields = { tool, draft, readOnly, set, fault, reset };

  return (
    <form ref={form} className="stack" onSubmit={submit}>
      {draft.request !== undefined && !readOnly && (
        <section className="stack" aria-label="Request">
          <RequestFields
            value={draft.request}
            refused={refused}
            onChange={(request) => set(withRequest(draft, request))}
          />
        </section>
      )}
      <TextFields fields={fields} />
      <AnnotationFields
        legend={
          <>
            Annotations <span className="small">{reset('annotations')}</span>
          </>
        }
        value={draft.annotations}
        fault={fault('annotations')}
        readOnly={readOnly}
        onChange={(annotations) => set({ annotations })}
      />
      <ListingFields fields={fields} maxItems={server.governance.effective.maxItems} />
      <SendingFields fields={fields} />
      <RedactionFields fields={fields} mode={server.governance.effective.mode} />
      <SchemaFields fields={fields} isRecomposed={isRecomposed} />
      {!readOnly && (
        <Actions
          tool={tool}
          refused={refused}
          contest={contest.map((field) => ({ name: NAMES[field], stored: displayField(field, stored) }))}
          dirty={dirty}
          cannotSend={cannotSend}
          isSaving={pending === 'save'}
        />
      )}
    </form>
  );
}

interface ActionsProps {
  readonly tool: Tool;
  readonly refused: ApiError | undefined;
  /** Fields that somebody else has changed meanwhile. */
  readonly contest: ReadonlyArray<{ name: string; stored: string }>;
  readonly dirty: boolean;
  readonly cannotSend: boolean;
  readonly isSaving: boolean;
}

/** What keeps the form from being saved, and the button that saves it. */
function Actions({ tool, refused, contest, dirty, cannotSend, isSaving }: ActionsProps) {
  return (
    <div className="panel-actions row">
      {refused !== undefined && (
        <div className="bad whole" role="alert">
          {messageOf(refused)}
        </div>
      )}
      {contest.length > 0 && (
        <div className="whole">
          <Contested fields={contest} />
        </div>
      )}
      <span className="small muted grow">≈ {tool.tokens} tokens in the tool list</span>
      <Button
        variant="primary"
        formAction="submit"
        disabled={!dirty || cannotSend}
        disabledReason={dirty ? 'A schema is not JSON yet.' : 'Nothing is changed.'}
        loading={isSaving}
      >
        Save
      </Button>
    </div>
  );
}
