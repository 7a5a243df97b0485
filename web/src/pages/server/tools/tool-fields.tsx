import Checkbox from '@cloudscape-design/components/checkbox';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { SERVER_SETTINGS } from '../../../../../core/model/serverSettings.ts';
import { LIST_STYLES } from '../../../../../core/model/tool.ts';
import type { Tool } from '../../../api/types.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { AreaField, ChoiceField, TextField } from '../../../components/form-fields.tsx';
import { Info } from '../../../components/info.tsx';
import { JsonEditor } from '../../../components/json-editor.tsx';
import { type Draft, hasOpenBody, withUndeclared } from '../../../lib/tool-draft.ts';

const [SHORTEST, LONGEST] = [LIMITS.longCalls.min / 1_000, LIMITS.longCalls.max / 1_000];

/** What clients are told about keeping answers. */
export const CACHE_HINTS = [
  { value: 'none', label: 'None', description: 'No hint about caching' },
  { value: 'no-store', label: 'No store', description: 'Never reuse an answer' },
  { value: 'immutable', label: 'Immutable', description: 'The same arguments always give the same answer' },
] as const;

const LIST_OPTIONS: ReadonlyArray<{ readonly value: Draft['listStyle']; readonly label: string }> = [
  { value: '', label: 'Server setting' },
  ...LIST_STYLES.map((value) => ({ value, label: SERVER_SETTINGS.listStyle.control?.options?.[value] ?? value })),
];

/** A field that can be taken back to its original. */
export type EditedField = Tool['edited'][number];

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

type TextName = 'name' | 'title' | 'description' | 'tag' | 'maxItems' | 'fields' | 'headers';

const textOf = ({ draft, readOnly, set, fault }: ToolFields, name: TextName) => ({
  errorText: fault(name),
  value: draft[name],
  readOnly,
  onChange: (value: string) => set({ [name]: value }),
});

/** Name, title and description. */
export function TextFields({ fields }: { readonly fields: ToolFields }) {
  const { tool, reset } = fields;
  const original = tool.originals['description'];
  return (
    <>
      <TextField
        label="Name"
        description="The name that models and clients use; 63 characters at most."
        info={reset('name')}
        ariaRequired
        spellcheck={false}
        {...textOf(fields, 'name')}
      />
      <TextField
        label="Title"
        description="The name that people see."
        info={reset('title')}
        {...textOf(fields, 'title')}
      />
      <AreaField
        label="Description"
        description="What a model reads to choose the tool. Say when to use it, not only what it does."
        info={reset('description')}
        rows={5}
        {...textOf(fields, 'description')}
      />
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
  const { draft, readOnly, set, reset } = fields;
  return (
    <div className="two">
      <ChoiceField
        label="Cache hint"
        info={reset('cacheHint')}
        value={draft.cacheHint}
        options={CACHE_HINTS}
        readOnly={readOnly}
        onChange={(cacheHint) => set({ cacheHint })}
      />
      <TextField label="Tag" info={reset('tag')} {...textOf(fields, 'tag')} />
      <TextField
        label="List items kept"
        constraintText={`${LIMITS.items.min} to ${LIMITS.items.max}; leave blank for the server’s (${maxItems}).`}
        type="number"
        inputMode="numeric"
        {...textOf(fields, 'maxItems')}
      />
      <TextField
        label="Fields of answers"
        constraintText="Only these fields are returned, such as id, items.name; blank for all. Errors and answers that are not JSON show only their status."
        spellcheck={false}
        placeholder="All"
        {...textOf(fields, 'fields')}
      />
      <AreaField
        label="Headers"
        constraintText="One per line, such as Accept: text/csv. Headers for all tools and secret headers are in the server’s settings."
        info={reset('headers')}
        rows={2}
        spellcheck={false}
        {...textOf(fields, 'headers')}
      />
    </div>
  );
}

/** How lists and slashes of arguments are sent, and how long a call may take. */
export function SendingFields({ fields }: { readonly fields: ToolFields }) {
  const { tool, draft, readOnly, set, fault, reset } = fields;
  const inPath = tool.parameters.flatMap(({ in: place, argument }) => (place === 'path' ? [String(argument)] : []));
  return (
    <div className="two">
      <ChoiceField
        label="Lists in requests"
        info={
          <>
            <Info about="listStyle" /> {reset('listStyle')}
          </>
        }
        errorText={fault('listStyle')}
        value={draft.listStyle}
        options={LIST_OPTIONS}
        readOnly={readOnly}
        onChange={(listStyle) => set({ listStyle })}
      />
      <TextField
        label="Longest time (seconds)"
        info={
          <>
            <Info about="longMs" /> {reset('longMs')}
          </>
        }
        constraintText={`${SHORTEST} to ${LONGEST}, for a tool that takes minutes; blank for the time limit of the server.`}
        errorText={fault('longMs')}
        value={draft.longSeconds}
        type="number"
        inputMode="numeric"
        readOnly={readOnly}
        onChange={(longSeconds) => set({ longSeconds })}
      />
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
