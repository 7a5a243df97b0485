/** Calls a tool for real, with arguments from a form for its schema or from JSON. The last arguments are stored. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, call } from '../../../api/client.ts';
import type { Server, Tool, ToolTrial } from '../../../api/types.ts';
import { JsonEditor } from '../../../components/json-editor.tsx';
import { Members } from '../../../components/schema-field.tsx';
import { focusFault } from '../../../lib/fault-focus.ts';
import { duration } from '../../../lib/format.ts';
import { forgetArguments, lastArguments } from '../../../lib/kept-arguments.ts';
import { keepArguments } from '../../../lib/last-arguments.ts';
import { fieldOf } from '../../../lib/schema-form.ts';
import { asObject, exampleOf } from '../../../lib/tools.ts';
import { messageOf } from '../../../state/notices.tsx';
import { TryResult } from './try-result.tsx';

interface TryConsoleProps {
  readonly server: Server;
  readonly tool: Tool;
}

type Arguments = Record<string, unknown>;

/** The examples of the schema, without empty texts. */
const firstOf = (schema: unknown): Arguments =>
  Object.fromEntries(Object.entries(asObject(exampleOf(schema))).filter(([, value]) => value !== '' && value !== null));

export function TryConsole({ server, tool }: TryConsoleProps) {
  const key = `${server.id}/${tool.id}`;
  const [isKept, setKept] = useState(() => lastArguments(key) !== undefined);
  const [args, setArgs] = useState<Arguments>(() => lastArguments(key) ?? firstOf(tool.inputSchema));
  const [isJson, setJson] = useState(true);
  /** Counts changes made in the form: the editor beside it keeps its own text and is remounted. */
  const [edits, setEdits] = useState(0);
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<{ readonly trial: ToolTrial; readonly sent: Arguments }>();
  const [error, setError] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);
  const faults = error instanceof ApiError ? argumentFaults(error) : [];

  const put = (next: Arguments) => {
    setArgs(next);
    setJson(true);
    setEdits(edits + 1);
  };
  const startOver = () => {
    forgetArguments(key);
    setKept(false);
    put(firstOf(tool.inputSchema));
  };
  const run = async (sent: Arguments) => {
    setPending(true);
    setError(undefined);
    keepArguments(key, sent, tool.inputSchema);
    try {
      const trial = await call('tryTool', { path: { id: server.id, toolId: tool.id }, body: { arguments: sent } });
      setResult({ trial, sent });
    } catch (cause) {
      setResult(undefined);
      setError(cause);
      focusFault(form.current);
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A tool that changes something runs only when the button is pressed.
    if (isJson && !pending && tool.annotations.readOnlyHint) void run(args);
  };
  return (
    <div className="stack try">
      {!tool.annotations.readOnlyHint && <RealCall mayDestroy={tool.annotations.destructiveHint} />}
      <form ref={form} className="try-arguments" onSubmit={submit} noValidate>
        <ArgumentForm tool={tool} args={args} faults={faults} onChange={put} />
        <JsonEditor
          key={edits}
          label="Arguments"
          description="The arguments as JSON."
          value={args}
          onChange={(next) => {
            setJson(next !== undefined);
            if (next !== undefined) setArgs(next);
          }}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      <div className="row">
        <Button
          variant="primary"
          loading={pending}
          disabled={!isJson}
          disabledReason="The arguments are not JSON yet."
          onClick={() => void run(args)}
        >
          Call
        </Button>
        {isKept && <StartOver onClick={startOver} />}
      </div>
      {error !== undefined && <Failure error={error} faults={faults} />}
      {/* Only the outcome is announced: reading a whole answer aloud would take minutes. */}
      <span role="status" className="visually-hidden">
        {result !== undefined &&
          !pending &&
          `${result.trial.isError ? 'Failed' : 'Answered'}: upstream ${result.trial.status ?? 'not reached'}, ${duration(result.trial.durationMs)}`}
      </span>
      {result !== undefined && (
        <TryResult
          result={result.trial}
          sent={result.sent}
          tool={tool}
          server={server}
          pending={pending}
          onCorrected={() => {
            if (tool.annotations.readOnlyHint) void run(result.sent);
          }}
          onNext={(next) => {
            put(next);
            void run(next);
          }}
        />
      )}
    </div>
  );
}

function RealCall({ mayDestroy }: { readonly mayDestroy: boolean }) {
  return (
    <Alert type={mayDestroy ? 'error' : 'warning'}>
      This is a real call with the stored credential{mayDestroy ? ', and it may destroy data' : ' and may change data'}.
    </Alert>
  );
}

function StartOver({ onClick }: { readonly onClick: () => void }) {
  return (
    <>
      <span className="small muted">Arguments of your last call, from this browser.</span>
      <Button variant="inline-link" onClick={onClick}>
        Start over
      </Button>
    </>
  );
}

interface ArgumentFormProps {
  readonly tool: Tool;
  readonly args: Arguments;
  readonly faults: readonly Fault[];
  readonly onChange: (args: Arguments) => void;
}

function ArgumentForm({ tool, args, faults, onChange }: ArgumentFormProps) {
  const { schema } = fieldOf(tool.inputSchema, tool.inputSchema);
  return (
    <section className="stack" aria-label="Form">
      {Object.keys(asObject(schema['properties'])).length === 0 && (
        <span className="muted">This tool takes no arguments.</span>
      )}
      <Members
        schema={schema}
        root={tool.inputSchema}
        value={args}
        pointer=""
        faults={faults}
        depth={0}
        onChange={(next) => onChange(asObject(next))}
      />
    </section>
  );
}

/** Why there is no answer: faults of arguments, before anything was sent, or anything else. */
function Failure({ error, faults }: { readonly error: unknown; readonly faults: readonly Fault[] }) {
  return (
    <div role="alert">
      <Alert type="error" header={faults.length > 0 ? 'Nothing was sent' : undefined}>
        {faults.length > 0
          ? faults.map(({ field, message }) => (
              <div key={`${field} ${message}`} className="break">
                {field === '' ? 'The arguments' : <span className="mono">{field.slice(1).replaceAll('/', '.')}</span>}{' '}
                {message}
              </div>
            ))
          : messageOf(error)}
      </Alert>
    </div>
  );
}

type Fault = ApiError['faults'][number];

/** Faults of arguments, by their JSON pointers. */
const argumentFaults = (error: ApiError): Fault[] =>
  error.faults
    .filter(({ field }) => field === '/arguments' || field.startsWith('/arguments/'))
    .map((fault) => ({ ...fault, field: fault.field.slice('/arguments'.length) }));
