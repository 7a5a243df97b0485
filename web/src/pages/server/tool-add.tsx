/** A tool typed in by hand: verb, path with braces, parameters, body, annotations and cache hint. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { annotationsOf } from '../../../../core/tools/annotations.ts';
import { ApiError, call } from '../../api/client.ts';
import type { NewTool } from '../../api/types.ts';
import { useHold, useLeave, useSaving } from '../../app/leaving.tsx';
import { messageOf, useNotify } from '../../app/notices.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { focusFault } from '../../lib/fault-focus.ts';
import { bracesOf } from '../../lib/tools.ts';
import { type ParameterDraft, ParameterRows, schemaOf } from './parameter-rows.tsx';

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'] as const;
const HINTS = [
  { value: 'none', label: 'No cache hint' },
  { value: 'no-store', label: 'No store: never reuse an answer' },
  { value: 'immutable', label: 'Immutable: equal arguments, equal answer' },
] as const;
const ANNOTATIONS = [
  ['readOnlyHint', 'Read only'],
  ['destructiveHint', 'Destructive'],
  ['idempotentHint', 'Idempotent'],
  ['openWorldHint', 'Open world'],
] as const;

/** Everything else is required. */
const optional = (label: string) => (
  <>
    {label} <i className="optional">optional</i>
  </>
);

interface ToolAddProps {
  readonly serverId: string;
  readonly tags: readonly string[];
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

export function ToolAdd({ serverId, tags, onClose, onAdded }: ToolAddProps) {
  const notify = useNotify();
  const leave = useLeave();
  const saving = useSaving();
  const [verb, setVerb] = useState<NewTool['verb']>('GET');
  const [path, setPath] = useState('/');
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [tag, setTag] = useState('');
  const [cacheHint, setCacheHint] = useState<NonNullable<NewTool['cacheHint']>>('none');
  const [parameters, setParameters] = useState<readonly ParameterDraft[]>([]);
  const [body, setBody] = useState<Record<string, unknown> | undefined>({ type: 'object', properties: {} });
  const [annotations, setAnnotations] = useState<NewTool['annotations']>({});
  const [refused, setRefused] = useState<ApiError>();
  const [pending, setPending] = useState(false);
  const takesBody = ['POST', 'PUT', 'PATCH', 'QUERY'].includes(verb);
  const pathInput = useRef<InputProps.Ref>(null);
  useEffect(() => pathInput.current?.focus(), []);
  useHold(path !== '/' || name !== '' || description !== '' || parameters.length > 0);
  const effective = { ...annotationsOf(verb), ...annotations };
  const braces = bracesOf(path);

  const submit = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    setPending(true);
    setRefused(undefined);
    try {
      const made: NewTool = {
        name: name.trim(),
        verb,
        path: path.trim(),
        ...(title.trim() === '' ? {} : { title: title.trim() }),
        ...(description.trim() === '' ? {} : { description }),
        ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
        parameters: parameters.filter((one) => one.name.trim() !== '').map(schemaOf),
        ...(takesBody && body !== undefined && Object.keys((body['properties'] as object) ?? {}).length > 0
          ? { body: { schema: body, required: true } }
          : {}),
        annotations: annotations ?? {},
        cacheHint,
      };
      const answer = await saving(() => call('createTool', { path: { id: serverId }, body: made }));
      notify.success(answer.resealed ? `${name} is live.` : `${name} is added.`);
      onAdded(answer.id);
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) {
        setRefused(error);
        focusFault(form);
      } else notify.failure(error);
      setPending(false);
    }
  };

  return (
    <SidePanel title="Add a tool" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <div className="verb-path">
          <FormField label="Verb" errorText={refused?.faultOf('verb')} stretch>
            <Select
              selectedOption={{ value: verb, label: verb }}
              options={VERBS.map((one) => ({ value: one, label: one }))}
              onChange={({ detail }) => setVerb(detail.selectedOption.value as NewTool['verb'])}
            />
          </FormField>
          <FormField
            label="Path"
            constraintText="Relative to the base URL; parameters in {braces}."
            errorText={refused?.faultOf('path')}
            stretch
          >
            <Input
              value={path}
              placeholder="/orders/{orderId}"
              ariaRequired
              spellcheck={false}
              ref={pathInput}
              onChange={({ detail }) => setPath(detail.value)}
            />
          </FormField>
        </div>
        {braces.length > 0 && (
          <span className="small muted">
            Required from the path: <span className="mono">{braces.join(', ')}</span>
          </span>
        )}
        <FormField
          label="Name"
          constraintText="Letters, digits, underscores and dashes; 63 at most."
          errorText={refused?.faultOf('name')}
          stretch
        >
          <Input
            value={name}
            placeholder="get_order"
            ariaRequired
            spellcheck={false}
            onChange={({ detail }) => setName(detail.value)}
          />
        </FormField>
        <FormField
          label={optional('Description')}
          description="What a model reads to choose the tool."
          errorText={refused?.faultOf('description')}
          stretch
        >
          <Textarea
            value={description}
            rows={3}
            placeholder="Returns one order with its items. Use it when the order number is known."
            onChange={({ detail }) => setDescription(detail.value)}
          />
        </FormField>
        <ParameterRows value={parameters} braces={braces} refused={refused} onChange={setParameters} />
        {takesBody && (
          <JsonEditor
            label="Body"
            description="JSON Schema of the JSON body; the properties of an object become arguments."
            value={body}
            fault={refused?.faults.find((one) => one.field.includes('body'))?.message}
            onChange={setBody}
          />
        )}
        <ExpandableSection headerText="Title, tag, annotations and caching">
          <div className="stack">
            <div className="two">
              <FormField label={optional('Title')} errorText={refused?.faultOf('title')} stretch>
                <Input value={title} placeholder="Get an order" onChange={({ detail }) => setTitle(detail.value)} />
              </FormField>
              <FormField
                label={optional('Tag')}
                constraintText={tags
                  .filter((one) => one !== '')
                  .slice(0, 6)
                  .join(', ')}
                errorText={refused?.faultOf('tag')}
                stretch
              >
                <Input value={tag} onChange={({ detail }) => setTag(detail.value)} />
              </FormField>
            </div>
            <fieldset className="plain">
              <legend>Annotations, following the verb until changed</legend>
              <div className="row">
                {ANNOTATIONS.map(([key, label]) => (
                  <Checkbox
                    key={key}
                    checked={effective[key]}
                    onChange={({ detail }) => setAnnotations({ ...annotations, [key]: detail.checked })}
                  >
                    {label}
                  </Checkbox>
                ))}
              </div>
            </fieldset>
            <FormField label="Cache hint" stretch>
              <Select
                selectedOption={HINTS.find((one) => one.value === cacheHint) ?? HINTS[0]}
                options={[...HINTS]}
                onChange={({ detail }) => setCacheHint(detail.selectedOption.value as typeof cacheHint)}
              />
            </FormField>
          </div>
        </ExpandableSection>
        <div className="panel-actions row">
          {refused !== undefined && (
            <div className="bad whole" role="alert">
              {messageOf(refused)}
            </div>
          )}
          <span className="grow" />
          <Button formAction="none" variant="link" onClick={() => leave(onClose)}>
            Cancel
          </Button>
          <Button variant="primary" formAction="submit" loading={pending}>
            Add tool
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
