/** Edits what a model sees of a tool: name, title, description, annotations, cache hint, schema; each can be reset to its original. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { LIMITS } from '../../../../core/limits.ts';
import { ApiError, call } from '../../api/client.ts';
import { toolQuery } from '../../api/queries.ts';
import type { Server, Tool, ToolChange } from '../../api/types.ts';
import { useSaving } from '../../app/leaving.tsx';
import { messageOf, useNotify } from '../../app/notices.tsx';
import { AnnotationFields } from '../../components/annotation-fields.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Contested } from '../../components/contested.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { focusFault } from '../../lib/fault-focus.ts';
import {
  changeOf,
  type Draft,
  displayField,
  hasOpenBody,
  isUnfinished,
  NAMES,
  storedOf,
  withRequest,
  withUndeclared,
} from '../../lib/tool-draft.ts';
import { isBroken } from '../../lib/tool-form.ts';
import { RequestFields } from './request-fields.tsx';

interface ToolEditProps {
  readonly server: Server;
  readonly tool: Tool;
  readonly readOnly: boolean;
  readonly onSaved: () => void;
}

type Field = Tool['edited'][number];

const HINTS = [
  { value: 'none', label: 'None', description: 'Say nothing about caching' },
  { value: 'no-store', label: 'No store', description: 'Never reuse an answer' },
  { value: 'immutable', label: 'Immutable', description: 'Equal arguments always give the same answer' },
] as const;

export function ToolEdit({ server, tool, readOnly, onSaved }: ToolEditProps) {
  const notify = useNotify();
  const saving = useSaving();
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
  const [pending, setPending] = useState<'save' | Field>();
  const [refused, setRefused] = useState<ApiError>();
  const change = changeOf(tool, draft);
  const dirty = Object.keys(change).length > 0;
  const isRecomposed = change.path !== undefined;
  const cannotSend = draft.inputSchema === undefined || (draft.request !== undefined && isBroken(draft.request));

  const send = async (body: ToolChange, what: 'save' | Field) => {
    setPending(what);
    setRefused(undefined);
    try {
      await saving(async () => {
        // Another tab or person may have saved since the panel was opened; their values are shown before they are replaced.
        const now = storedOf(await queries.fetchQuery({ ...toolQuery(server.id, tool.id), staleTime: 0 }));
        const differs = (field: keyof Draft) => JSON.stringify(now[field]) !== JSON.stringify(stored[field]);
        if (what === 'save' && contestedBy(now).some(differs)) return;
        const answer = await call('changeTool', { path: { id: server.id, toolId: tool.id }, body });
        queries.setQueryData(toolQuery(server.id, tool.id).queryKey, answer);
        saved(what === 'save' ? edits : { [what]: edits[what as keyof Draft] });
        notify.success(
          answer.resealed
            ? 'Saved and live. Clients that listen for changes are told now; others see it when they list the tools next.'
            : 'Saved. Clients see it with the next deployment.',
        );
        onSaved();
      });
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) {
        setRefused(error);
        focusFault(form.current);
      } else notify.failure(error);
    } finally {
      setPending(undefined);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty && !cannotSend) void send(change, 'save');
  };
  const fault = (field: string) =>
    refused?.faultOf(field) ??
    refused?.faults.find((one) => one.field.replace(/^\//, '').startsWith(`${field}/`))?.message;
  const reset = (field: Field): ReactNode =>
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

  const fields: Fields = { tool, draft, readOnly, set, fault, reset };

  return (
    <form ref={form} className="stack" onSubmit={submit}>
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
      {draft.request !== undefined && !readOnly && (
        <section className="stack" aria-label="Request">
          <RequestFields
            value={draft.request}
            refused={refused}
            onChange={(request) => set(withRequest(draft, request))}
          />
        </section>
      )}
      <SchemaFields fields={fields} isRecomposed={isRecomposed} />
      {!readOnly && (
        <div className="panel-actions row">
          {refused !== undefined && (
            <div className="bad whole" role="alert">
              {messageOf(refused)}
            </div>
          )}
          {contest.length > 0 && (
            <div className="whole">
              <Contested
                fields={contest.map((field) => ({ name: NAMES[field], stored: displayField(field, stored) }))}
              />
            </div>
          )}
          <span className="small muted grow">≈ {tool.tokens} tokens in the tool list</span>
          <Button
            variant="primary"
            formAction="submit"
            disabled={!dirty || cannotSend}
            disabledReason={dirty ? 'A schema is not JSON yet.' : 'Nothing is changed.'}
            loading={pending === 'save'}
          >
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

/** What the parts of the form have in common. */
interface Fields {
  readonly tool: Tool;
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly set: (part: Partial<Draft>) => void;
  /** The message of the service about a field. */
  readonly fault: (field: string) => string | undefined;
  /** The button that takes a field back to its original, if it was edited. */
  readonly reset: (field: Field) => ReactNode;
}

/** Name, title and description. */
function TextFields({ fields }: { readonly fields: Fields }) {
  const { tool, draft, readOnly, set, fault, reset } = fields;
  const original = tool.originals['description'];
  return (
    <>
      <FormField
        label="Name"
        description="What clients call; 63 characters at most."
        info={reset('name')}
        errorText={fault('name')}
        stretch
      >
        <Input
          value={draft.name}
          readOnly={readOnly}
          ariaRequired
          spellcheck={false}
          onChange={({ detail }) => set({ name: detail.value })}
        />
      </FormField>
      <FormField label="Title" description="What people see." info={reset('title')} errorText={fault('title')} stretch>
        <Input value={draft.title} readOnly={readOnly} onChange={({ detail }) => set({ title: detail.value })} />
      </FormField>
      <FormField
        label="Description"
        description="What a model reads to choose the tool. Say when to use it, not only what it does."
        info={reset('description')}
        errorText={fault('description')}
        stretch
      >
        <Textarea
          value={draft.description}
          rows={5}
          readOnly={readOnly}
          onChange={({ detail }) => set({ description: detail.value })}
        />
      </FormField>
      {tool.edited.includes('description') && typeof original === 'string' && (
        <CodeBlock title="Original description" text={original} />
      )}
    </>
  );
}

interface ListingFieldsProps {
  readonly fields: Fields;
  /** Items that the server keeps of an array. */
  readonly maxItems: number;
}

/** Cache hint, tag and items kept. */
function ListingFields({ fields, maxItems }: ListingFieldsProps) {
  const { draft, readOnly, set, fault, reset } = fields;
  return (
    <div className="two">
      <FormField label="Cache hint" info={reset('cacheHint')} stretch>
        <Select
          selectedOption={HINTS.find((one) => one.value === draft.cacheHint) ?? HINTS[0]}
          options={[...HINTS]}
          readOnly={readOnly}
          onChange={({ detail }) => set({ cacheHint: detail.selectedOption.value as Draft['cacheHint'] })}
        />
      </FormField>
      <FormField label="Tag" info={reset('tag')} errorText={fault('tag')} stretch>
        <Input value={draft.tag} readOnly={readOnly} onChange={({ detail }) => set({ tag: detail.value })} />
      </FormField>
      <FormField
        label="List items kept"
        constraintText={`${LIMITS.items.min} to ${LIMITS.items.max}; leave blank for the server’s (${maxItems}).`}
        errorText={fault('maxItems')}
        stretch
      >
        <Input
          value={draft.maxItems}
          type="number"
          inputMode="numeric"
          readOnly={readOnly}
          onChange={({ detail }) => set({ maxItems: detail.value })}
        />
      </FormField>
      <FormField
        label="Fields of answers"
        constraintText="Only these leave, such as id, items.name; empty lets all out. Redaction comes first."
        errorText={fault('fields')}
        stretch
      >
        <Input
          value={draft.fields}
          readOnly={readOnly}
          spellcheck={false}
          placeholder="All"
          onChange={({ detail }) => set({ fields: detail.value })}
        />
      </FormField>
    </div>
  );
}

interface SchemaFieldsProps {
  readonly fields: Fields;
  /** The request is edited, which makes a new schema. */
  readonly isRecomposed: boolean;
}

/** The input schema as JSON, and whether undeclared fields of the body are accepted. */
function SchemaFields({ fields, isRecomposed }: SchemaFieldsProps) {
  const { tool, draft, readOnly, set, fault, reset } = fields;
  /** Counts changes that other controls made to the schema: the editor keeps its own text and is remounted. */
  const [rewrites, setRewrites] = useState(0);
  return (
    <>
      {hasOpenBody(tool) && !isRecomposed && (
        <Checkbox
          checked={draft.inputSchema?.['additionalProperties'] !== false}
          disabled={draft.inputSchema === undefined}
          readOnly={readOnly}
          description="They are sent as fields of the body. This is additionalProperties in the input schema."
          onChange={({ detail }) => {
            if (draft.inputSchema === undefined) return;
            set({ inputSchema: withUndeclared(draft.inputSchema, tool, detail.checked) });
            setRewrites(rewrites + 1);
          }}
        >
          Accept fields that the description does not declare
        </Checkbox>
      )}
      {isRecomposed ? (
        <p className="small muted">The input schema is made from these parameters when you save.</p>
      ) : (
        <JsonEditor
          label="Input schema"
          description="JSON Schema 2020-12. Arguments are checked against it before anything is sent."
          key={`${rewrites} ${JSON.stringify(tool.inputSchema)}`}
          value={draft.inputSchema ?? tool.inputSchema}
          info={reset('inputSchema')}
          fault={fault('inputSchema')}
          readOnly={readOnly}
          onChange={(inputSchema) => set({ inputSchema })}
        />
      )}
    </>
  );
}
