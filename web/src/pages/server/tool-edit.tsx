/** What a model is told about a tool: name, title, description, annotations, cache hint, schema; each can go back to its original. */
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
import { CodeBlock } from '../../components/code-block.tsx';
import { Contested } from '../../components/contested.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { focusFault } from '../../lib/fault-focus.ts';

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

const ANNOTATIONS = [
  { key: 'readOnlyHint', label: 'Read only', text: 'It changes nothing' },
  { key: 'destructiveHint', label: 'Destructive', text: 'It may delete or overwrite' },
  { key: 'idempotentHint', label: 'Idempotent', text: 'Repeating it changes nothing more' },
  { key: 'openWorldHint', label: 'Open world', text: 'It reaches systems outside of the client' },
] as const;

/** What differs from the stored tool. */
function changeOf(tool: Tool, draft: Draft): ToolChange {
  const change: ToolChange = {};
  if (draft.name !== tool.name) change.name = draft.name;
  if (draft.title !== tool.title) change.title = draft.title;
  if (draft.description !== tool.description) change.description = draft.description;
  if (draft.tag !== tool.tag) change.tag = draft.tag;
  if (draft.cacheHint !== tool.cacheHint) change.cacheHint = draft.cacheHint;
  if (JSON.stringify(draft.annotations) !== JSON.stringify(tool.annotations)) change.annotations = draft.annotations;
  const items = draft.maxItems === '' ? null : Number(draft.maxItems);
  if (items !== (tool.maxItems ?? null)) change.maxItems = items;
  if (draft.inputSchema !== undefined && JSON.stringify(draft.inputSchema) !== JSON.stringify(tool.inputSchema))
    change.inputSchema = draft.inputSchema;
  return change;
}

interface Draft extends Pick<Tool, 'name' | 'title' | 'description' | 'tag' | 'cacheHint' | 'annotations'> {
  readonly maxItems: string;
  /** Undefined while the text is not a JSON object. */
  readonly inputSchema: Record<string, unknown> | undefined;
}

function storedOf({ name, title, description, tag, cacheHint, annotations, maxItems, inputSchema }: Tool): Draft {
  return {
    name,
    title,
    description,
    tag,
    cacheHint,
    annotations,
    maxItems: maxItems === undefined ? '' : String(maxItems),
    inputSchema,
  };
}

/** A schema that is no JSON yet cannot be saved, but can be lost. */
const isUnfinished = (edits: Partial<Draft>): boolean => 'inputSchema' in edits && edits.inputSchema === undefined;

const NAMES: Record<keyof Draft, string> = {
  name: 'The name',
  title: 'The title',
  description: 'The description',
  tag: 'The tag',
  cacheHint: 'The cache hint',
  annotations: 'The annotations',
  maxItems: 'The number of list items kept',
  inputSchema: 'The input schema',
};

/** The endpoint takes body fields that its description does not declare; the tool's schema says whether they may be given. */
const hasOpenBody = ({ body }: Tool): boolean => body?.['layout'] === 'fields' && body['extra'] === true;

/** The schema with undeclared fields let through, as far as the import lets them through, or refused. */
function withUndeclared(schema: Record<string, unknown>, tool: Tool, isTaken: boolean): Record<string, unknown> {
  if (!isTaken) return { ...schema, additionalProperties: false };
  const imported = (tool.originals['inputSchema'] ?? tool.inputSchema) as Record<string, unknown>;
  return { ...schema, additionalProperties: imported['additionalProperties'] || true };
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

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
  /** Counts what other controls did to the schema: the editor keeps a text of its own and begins anew. */
  const [rewrites, setRewrites] = useState(0);
  const change = changeOf(tool, draft);
  const dirty = Object.keys(change).length > 0;

  const send = async (body: ToolChange, what: 'save' | Field) => {
    setPending(what);
    setRefused(undefined);
    try {
      await saving(async () => {
        // Another tab or person may have saved since the panel was opened; that is shown before it is replaced.
        const now = storedOf(await queries.fetchQuery({ ...toolQuery(server.id, tool.id), staleTime: 0 }));
        const differs = (field: keyof Draft) => JSON.stringify(now[field]) !== JSON.stringify(stored[field]);
        if (what === 'save' && contestedBy(now).some(differs)) return;
        const answer = await call('changeTool', { path: { id: server.id, toolId: tool.id }, body });
        queries.setQueryData(toolQuery(server.id, tool.id).queryKey, answer);
        saved(what === 'save' ? edits : { [what]: edits[what as keyof Draft] });
        notify.success(
          answer.resealed ? 'Saved. Connected clients see it now.' : 'Saved. Clients see it with the next deployment.',
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
    if (dirty && draft.inputSchema !== undefined) void send(change, 'save');
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
  const original = tool.originals['description'];

  return (
    <form ref={form} className="stack" onSubmit={submit}>
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
      <fieldset className="plain">
        <legend>
          Annotations <span className="small">{reset('annotations')}</span>
        </legend>
        <div className="two">
          {ANNOTATIONS.map((one) => (
            <Checkbox
              key={one.key}
              checked={draft.annotations[one.key]}
              readOnly={readOnly}
              description={one.text}
              onChange={({ detail }) => set({ annotations: { ...draft.annotations, [one.key]: detail.checked } })}
            >
              {one.label}
            </Checkbox>
          ))}
        </div>
      </fieldset>
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
          constraintText={`${LIMITS.items.min} to ${LIMITS.items.max}; empty follows the server (${server.governance.effective.maxItems}).`}
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
      </div>
      {hasOpenBody(tool) && (
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
      {!readOnly && (
        <div className="panel-actions row">
          {refused !== undefined && (
            <div className="bad whole" role="alert">
              {messageOf(refused)}
            </div>
          )}
          {contest.length > 0 && (
            <div className="whole">
              <Contested fields={contest.map((field) => ({ name: NAMES[field], stored: shown(stored[field]) }))} />
            </div>
          )}
          <span className="small muted grow">≈ {tool.tokens} tokens in the tool list</span>
          <Button
            variant="primary"
            formAction="submit"
            disabled={!dirty || draft.inputSchema === undefined}
            disabledReason={dirty ? 'The input schema is not JSON yet.' : 'Nothing is changed.'}
            loading={pending === 'save'}
          >
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
