import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import type { Tool } from '../../../api/types.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Info } from '../../../components/info.tsx';
import { JsonEditor } from '../../../components/json-editor.tsx';
import { AS_SERVER, chosenStyle, LIST_OPTIONS } from '../../../lib/list-styles.ts';
import { type Draft, hasOpenBody, withUndeclared } from '../../../lib/tool-draft.ts';

const [SHORTEST, LONGEST] = [LIMITS.longCalls.min / 1_000, LIMITS.longCalls.max / 1_000];

/** A field that can be taken back to its original. */
export type EditedField = Tool['edited'][number];

const HINTS = [
  { value: 'none', label: 'None', description: 'No hint about caching' },
  { value: 'no-store', label: 'No store', description: 'Never reuse an answer' },
  { value: 'immutable', label: 'Immutable', description: 'The same arguments always give the same answer' },
] as const;

/** What the parts of the form have in common. */
export interface ToolFields {
  readonly tool: Tool;
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly set: (part: Partial<Draft>) => void;
  /** The message of the service about a field. */
  readonly fault: (field: string) => string | undefined;
  /** The button that takes a field back to its original, if it was edited. */
  readonly reset: (field: EditedField) => ReactNode;
}

/** Name, title and description. */
export function TextFields({ fields }: { readonly fields: ToolFields }) {
  const { tool, draft, readOnly, set, fault, reset } = fields;
  const original = tool.originals['description'];
  return (
    <>
      <FormField
        label="Name"
        description="The name that models and clients use; 63 characters at most."
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
      <FormField
        label="Title"
        description="The name that people see."
        info={reset('title')}
        errorText={fault('title')}
        stretch
      >
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
  readonly fields: ToolFields;
  /** Items that the server keeps of an array. */
  readonly maxItems: number;
}

/** Cache hint, tag and items kept. */
export function ListingFields({ fields, maxItems }: ListingFieldsProps) {
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
        constraintText="Only these fields are returned, such as id, items.name; blank for all. Errors and answers that are not JSON show only their status."
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
      <FormField
        label="Headers"
        constraintText="One per line, such as Accept: text/csv. Headers for all tools and secret headers are in the server’s settings."
        info={reset('headers')}
        errorText={fault('headers')}
        stretch
      >
        <Textarea
          value={draft.headers}
          rows={2}
          readOnly={readOnly}
          spellcheck={false}
          onChange={({ detail }) => set({ headers: detail.value })}
        />
      </FormField>
    </div>
  );
}

/** How lists and slashes of arguments are sent, and how long a call may take. */
export function SendingFields({ fields }: { readonly fields: ToolFields }) {
  const { tool, draft, readOnly, set, fault, reset } = fields;
  const inPath = tool.parameters.flatMap(({ in: place, argument }) => (place === 'path' ? [String(argument)] : []));
  return (
    <div className="two">
      <FormField
        label="Lists in requests"
        info={
          <>
            <Info about="listStyle" /> {reset('listStyle')}
          </>
        }
        errorText={fault('listStyle')}
        stretch
      >
        <Select
          selectedOption={chosenStyle(draft.listStyle)}
          options={[AS_SERVER, ...LIST_OPTIONS]}
          readOnly={readOnly}
          onChange={({ detail }) => set({ listStyle: detail.selectedOption.value as Draft['listStyle'] })}
        />
      </FormField>
      <FormField
        label="Longest time (seconds)"
        info={
          <>
            <Info about="longMs" /> {reset('longMs')}
          </>
        }
        constraintText={`${SHORTEST} to ${LONGEST}, for a tool that takes minutes; blank for the time limit of the server.`}
        errorText={fault('longMs')}
        stretch
      >
        <Input
          value={draft.longSeconds}
          type="number"
          inputMode="numeric"
          readOnly={readOnly}
          onChange={({ detail }) => set({ longSeconds: detail.value })}
        />
      </FormField>
      {inPath.length > 0 && (
        <fieldset className="plain">
          <legend>
            Arguments with slashes <Info about="slashes" /> <span className="small">{reset('slashes')}</span>
          </legend>
          {inPath.map((name) => (
            <Checkbox
              key={name}
              checked={draft.slashes.includes(name)}
              readOnly={readOnly}
              onChange={({ detail }) =>
                set({
                  slashes: detail.checked ? [...draft.slashes, name] : draft.slashes.filter((one) => one !== name),
                })
              }
            >
              {name}
            </Checkbox>
          ))}
          {fault('slashes') !== undefined && <div className="bad small">{fault('slashes')}</div>}
        </fieldset>
      )}
    </div>
  );
}

interface SchemaFieldsProps {
  readonly fields: ToolFields;
  /** The request is edited, which makes a new schema. */
  readonly isRecomposed: boolean;
}

/** The input schema as JSON, and whether undeclared fields of the body are accepted. */
export function SchemaFields({ fields, isRecomposed }: SchemaFieldsProps) {
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
          description="Sends them as fields of the body (additionalProperties in the input schema)."
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
