/** Adds tools manually, several in a row if needed: typed in, or read from an existing request. */
import Button from '@cloudscape-design/components/button';
import type { InputProps } from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { type FormEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { annotationsOf } from '../../../../../core/model/annotations.ts';
import { ApiError, call } from '../../../api/client.ts';
import type { NewTool, Server } from '../../../api/types.ts';
import { AnnotationFields } from '../../../components/annotation-fields.tsx';
import { AreaField, TextField } from '../../../components/form-fields.tsx';
import { Loading } from '../../../components/shell.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { focusFault } from '../../../lib/fault-focus.ts';
import {
  blankRequest,
  hinting,
  isBroken,
  type RequestRows,
  requestOf,
  rowsOfForm,
  suggestedName,
} from '../../../lib/tool-form.ts';
import { useHold, useLeave, useSaving } from '../../../state/leaving.tsx';
import { messageOf, useNotify } from '../../../state/notices.tsx';
import { RequestFields } from './request-fields.tsx';
// The wizard opens this panel as well, without the page of a server.
import '../../../styles/server.css';

// The readers of other formats are loaded on demand.
const ToolPaste = lazy(() => import('./tool-paste.tsx'));

/** Everything else is required. */
const optional = (label: string) => (
  <>
    {label} <i className="optional">optional</i>
  </>
);

interface Draft {
  readonly request: RequestRows;
  /** Undefined while the suggested name is used. */
  readonly name?: string;
  readonly title: string;
  readonly description: string;
  readonly tag: string;
  /** Undefined while they follow the method. */
  readonly annotations?: Required<NonNullable<NewTool['annotations']>>;
}

const blank = (): Draft => ({ request: blankRequest(), title: '', description: '', tag: '' });

const newToolOf = ({ request, name, title, description, tag, annotations }: Draft): NewTool => ({
  ...requestOf(request),
  name: name?.trim() ?? suggestedName(request),
  ...(title.trim() !== '' && { title: title.trim() }),
  ...(description.trim() !== '' && { description }),
  ...(tag.trim() !== '' && { tag: tag.trim() }),
  ...(annotations && { annotations }),
});

/** Whether the panel closes after the tool, or is filled in again. */
type Then = 'last' | 'another';

interface ToolAddProps {
  readonly server: Pick<Server, 'id' | 'baseUrl'>;
  readonly tags: readonly string[];
  readonly onClose: () => void;
  /** Called with the number of added tools; the panel stays open. */
  readonly onChanged: (count: number) => void;
  /** Called when the last one was added. */
  readonly onAdded: (id: string) => void;
}

export function ToolAdd({ server, tags, onClose, onChanged, onAdded }: ToolAddProps) {
  const notify = useNotify();
  const leave = useLeave();
  const saving = useSaving();
  const [way, setWay] = useState<'type' | 'paste'>('type');
  const [begun, setBegun] = useState(blank);
  const [draft, setDraft] = useState(begun);
  const [refused, setRefused] = useState<ApiError>();
  const [pending, setPending] = useState<Then>();
  const [added, setAdded] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const pathInput = useRef<InputProps.Ref>(null);
  // With each tool anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the number of tools
  useEffect(() => {
    pathInput.current?.focus();
    pathInput.current?.select();
  }, [added.length]);
  useHold(JSON.stringify(draft) !== JSON.stringify(begun));
  const edit = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));

  const send = async (then: Then) => {
    if (isBroken(draft.request)) return focusFault(form.current);
    setPending(then);
    setRefused(undefined);
    try {
      const made = newToolOf(draft);
      const answer = await saving(() => call('createTool', { path: { id: server.id }, body: made }));
      notify.success(answer.resealed ? `${made.name} is live.` : `${made.name} is added.`);
      if (then === 'last') return onAdded(answer.id);
      // Tools that belong together are often added in a row, so the tag is kept.
      const next = { ...blank(), tag: draft.tag };
      setBegun(next);
      setDraft(next);
      setAdded((names) => [...names, made.name]);
      onChanged(1);
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) {
        setRefused(error);
        focusFault(form.current);
      } else notify.failure(error);
    }
    setPending(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending === undefined) void send('last');
  };
  return (
    <SidePanel title="Add a tool" onClose={onClose}>
      <div className="stack">
        <SegmentedControl
          label="How to add it"
          selectedId={way}
          options={[
            { id: 'type', text: 'Type it in' },
            { id: 'paste', text: 'From curl, Postman or HAR' },
          ]}
          onChange={({ detail }) => setWay(detail.selectedId as typeof way)}
        />
        {added.length > 0 && (
          <span className="small muted break">
            Added: <span className="mono">{added.join(', ')}</span>
          </span>
        )}
        {way === 'paste' && (
          <Suspense fallback={<Loading what="the form" />}>
            <ToolPaste
              server={server}
              onOne={(found) => {
                const { name: called, title = '', description = '', tag = '' } = found;
                setDraft({ request: rowsOfForm(found), name: called, title, description, tag });
                setWay('type');
              }}
              onAdded={(names) => {
                setAdded((before) => [...before, ...names]);
                onChanged(names.length);
              }}
            />
          </Suspense>
        )}
        {way === 'type' && (
          <form ref={form} className="stack" onSubmit={submit} noValidate>
            <NewToolFields draft={draft} refused={refused} tags={tags} pathRef={pathInput} onChange={edit} />
            <Actions
              refused={refused}
              pending={pending}
              hasAdded={added.length > 0}
              onClose={() => leave(onClose)}
              onAnother={() => void send('another')}
            />
          </form>
        )}
      </div>
    </SidePanel>
  );
}

interface NewToolFieldsProps {
  readonly draft: Draft;
  readonly refused: ApiError | undefined;
  /** Those of the server's other tools, as suggestions. */
  readonly tags: readonly string[];
  readonly pathRef: RefObject<InputProps.Ref | null>;
  readonly onChange: (part: Partial<Draft>) => void;
}

function NewToolFields({ draft, refused, tags, pathRef, onChange }: NewToolFieldsProps) {
  return (
    <>
      <RequestFields
        value={draft.request}
        refused={refused}
        pathRef={pathRef}
        onChange={(next) => onChange({ request: next })}
      />
      <TextField
        label="Name"
        constraintText="Letters, digits, underscores and dashes; 63 at most."
        errorText={refused?.faultOf('name')}
        value={draft.name ?? suggestedName(draft.request)}
        placeholder="get_order"
        ariaRequired
        spellcheck={false}
        onChange={(name) => onChange({ name })}
      />
      <AreaField
        label="Description"
        description="What a model reads to choose the tool."
        errorText={refused?.faultOf('description')}
        warningText={
          draft.description.trim() === '' && suggestedName(draft.request) !== ''
            ? `Say what it does and when to use it. Otherwise models see only “${draft.request.verb} ${draft.request.path.trim()}”.`
            : undefined
        }
        value={draft.description}
        rows={3}
        placeholder="Returns one order with its items. Use it when the order number is known."
        onChange={(description) => onChange({ description })}
      />
      <AnnotationFields
        legend="Annotations"
        description={`Tells clients about its effects. Preselected for ${draft.request.verb}: correct it where this endpoint differs.`}
        value={draft.annotations ?? annotationsOf(hinting(draft.request))}
        fault={refused?.faults.find(({ field }) => field.startsWith('/annotations'))?.message}
        onChange={(annotations) => onChange({ annotations })}
      />
      <div className="two">
        <TextField
          label={optional('Title')}
          errorText={refused?.faultOf('title')}
          value={draft.title}
          placeholder="Get an order"
          onChange={(title) => onChange({ title })}
        />
        <TextField
          label={optional('Tag')}
          constraintText={tags
            .filter((one) => one !== '')
            .slice(0, 6)
            .join(', ')}
          errorText={refused?.faultOf('tag')}
          value={draft.tag}
          onChange={(tag) => onChange({ tag })}
        />
      </div>
    </>
  );
}

interface ActionsProps {
  readonly refused: ApiError | undefined;
  readonly pending: Then | undefined;
  readonly hasAdded: boolean;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}

function Actions({ refused, pending, hasAdded, onClose, onAnother }: ActionsProps) {
  return (
    <div className="panel-actions row">
      {refused !== undefined && (
        <div className="bad whole" role="alert">
          {messageOf(refused)}
        </div>
      )}
      <Button formAction="none" variant="link" onClick={onClose}>
        {hasAdded ? 'Done' : 'Cancel'}
      </Button>
      <span className="grow" />
      <Button formAction="none" loading={pending === 'another'} onClick={onAnother}>
        Add and start another
      </Button>
      <Button variant="primary" formAction="submit" loading={pending === 'last'}>
        Add tool
      </Button>
    </div>
  );
}
