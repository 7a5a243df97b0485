/** Adds tools from a curl command, a Postman collection or a HAR file. The pasted text is read here and sent nowhere. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { NewTool, Server } from '../../../api/types.ts';
import { FileButton } from '../../../components/file-button.tsx';
import { bytes, plural } from '../../../lib/format.ts';
import { LIMITS, type Reading, readRequests } from '../../../lib/requests/read.ts';
import { UnreadableRequest } from '../../../lib/requests/recorded.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { useHold, useSaving } from '../../../state/leaving.tsx';
import { messageOf, useNotify } from '../../../state/notices.tsx';
import { endpointOf, FoundTools, Outcome } from './found-tools.tsx';

interface ToolPasteProps {
  readonly server: Pick<Server, 'id' | 'baseUrl'>;
  /** Called with the tool if exactly one was found, to be reviewed and added. */
  readonly onOne: (tool: NewTool) => void;
  readonly onAdded: (names: readonly string[]) => void;
}

/** A longer text is shown by its size instead of in a field, which would be slow. */
const SHOWN = 200_000;

function withTurned(turned: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(turned);
  if (!next.delete(name)) next.add(name);
  return next;
}

function read(
  text: string,
  baseUrl: string,
  taken: readonly string[],
): { readonly reading?: Reading; readonly fault?: string } {
  if (text.trim() === '') return {};
  try {
    return { reading: readRequests(text, baseUrl, taken) };
  } catch (error) {
    if (error instanceof UnreadableRequest) return { fault: error.message };
    throw error;
  }
}

export default function ToolPaste({ server, onOne, onAdded }: ToolPasteProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const saving = useSaving();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState('');
  const [problem, setProblem] = useState<string>();
  /** Descriptions that were typed, by tool name. */
  const [told, setTold] = useState<Readonly<Record<string, string>>>({});
  /** Names of tools whose checkbox differs from its initial state. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<number>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const settled = useDeferredValue(text);
  const existing = useQuery(toolsQuery(server.id)).data?.items;
  const { reading, fault } = useMemo(
    () => read(settled, server.baseUrl, existing?.map(({ name }) => name) ?? []),
    [settled, server.baseUrl, existing],
  );
  const there = useMemo(() => new Set(existing?.map(endpointOf)), [existing]);
  useHold(text !== '');
  // A tool that the server has already is not selected at first.
  const isChosen = (tool: NewTool) => there.has(endpointOf(tool)) === turned.has(tool.name);
  const only = reading?.tools[0];
  const chosen = reading?.tools.filter(({ tool }) => isChosen(tool)) ?? [];
  const shown = problem ?? fault;

  const take = (next: string, name = '') => {
    setText(next);
    setFileName(name);
    setProblem(undefined);
    setTurned(new Set());
    setTold({});
    setRefused([]);
  };
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > LIMITS.megabytes * 1024 * 1024) setProblem(`The file is larger than ${LIMITS.megabytes} MB.`);
    else take(await file.text(), file.name);
  };
  const addAll = async () => {
    setRefused([]);
    const { added, failed } = await saving(() =>
      addTools(
        server.id,
        chosen.map(({ tool }) => described(tool, told)),
        setProgress,
      ),
    );
    await queries.invalidateQueries({ queryKey: toolsQuery(server.id).queryKey });
    // Set together with the result, so that nothing is cleared that somebody has selected since.
    setProgress(undefined);
    if (failed.length === 0) take('');
    else {
      setTurned(new Set());
      setRefused(failed);
    }
    if (added.length > 0) {
      notify.success(`${plural(added.length, 'tool')} added.`);
      onAdded(added);
    }
  };
  return (
    <div className="stack">
      <RequestText
        baseUrl={server.baseUrl}
        text={text}
        fileName={fileName}
        fault={shown}
        onText={take}
        onFile={(file) => void open(file)}
      />
      {reading !== undefined && <Notes reading={reading} server={server} />}
      {reading !== undefined && reading.tools.length > 1 && (
        <FoundTools
          reading={reading}
          existing={there}
          isChosen={isChosen}
          onTurn={(name) => setTurned(withTurned(turned, name))}
          told={told}
          onTell={(name, description) => setTold({ ...told, [name]: description })}
        />
      )}
      {refused.length > 0 && <NotAdded reasons={refused} />}
      {only !== undefined && reading?.tools.length === 1 && (
        <div className="stack tight">
          <Outcome tool={only.tool} />
          <Button variant="primary" formAction="none" onClick={() => onOne(only.tool)}>
            Fill in the form
          </Button>
        </div>
      )}
      {reading !== undefined && reading.tools.length > 1 && (
        <div className="row">
          <Button
            variant="primary"
            formAction="none"
            loading={progress !== undefined}
            disabled={chosen.length === 0}
            disabledReason="No tool is chosen."
            onClick={() => void addAll()}
          >
            {progress === undefined
              ? `Add ${plural(chosen.length, 'tool')}`
              : `Adding ${progress + 1} of ${chosen.length}`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The tool with the description that was typed for it. */
function described(tool: NewTool, told: Readonly<Record<string, string>>): NewTool {
  const description = told[tool.name]?.trim() ?? '';
  return description === '' ? tool : { ...tool, description };
}

/** Adds them sequentially, because each write depends on the server's version. `onProgress` gets the number of those that are done. */
async function addTools(serverId: string, tools: readonly NewTool[], onProgress: (done: number) => void) {
  const added: string[] = [];
  const failed: string[] = [];
  for (const tool of tools) {
    onProgress(added.length + failed.length);
    try {
      await call('createTool', { path: { id: serverId }, body: tool });
      added.push(tool.name);
    } catch (error) {
      failed.push(`${tool.name}: ${messageOf(error)}`);
    }
  }
  return { added, failed };
}

interface RequestTextProps {
  readonly baseUrl: string;
  readonly text: string;
  /** Shown instead of the text if it is not blank. */
  readonly fileName: string;
  readonly fault: string | undefined;
  readonly onText: (text: string, fileName?: string) => void;
  readonly onFile: (file: File | undefined) => void;
}

function RequestText({ baseUrl, text, fileName, fault, onText, onFile }: RequestTextProps) {
  const id = useId();
  return (
    <div className="stack tight">
      <label htmlFor={id}>
        <strong>curl command, Postman collection (v2) or HAR file</strong>
      </label>
      <span className="small muted">
        Read in your browser and not uploaded. Names and types become the tool; values and credentials are left out.
      </span>
      {fileName === '' ? (
        <textarea
          id={id}
          className="editor"
          rows={8}
          value={text}
          spellCheck={false}
          placeholder={`curl -X POST ${baseUrl}/orders \\\n  -H 'Content-Type: application/json' \\\n  -d '{"item": "lamp", "quantity": 2}'`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={({ target: { value } }) =>
            onText(value, value.length > SHOWN ? `Pasted text, ${bytes(value.length)}` : '')
          }
        />
      ) : (
        <span className="row">
          <span className="mono break">{fileName}</span>
          <Button formAction="none" variant="inline-link" onClick={() => onText('')}>
            Remove
          </Button>
        </span>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} className="bad small" role="alert">
          {fault}
        </span>
      )}
      <div>
        <FileButton
          label="Postman collection or HAR file"
          accept=".json,.har,.txt,.sh,application/json"
          onFile={onFile}
        >
          Choose a file
        </FileButton>
      </div>
    </div>
  );
}

function NotAdded({ reasons }: { readonly reasons: readonly string[] }) {
  return (
    <Alert type="error" header="Not added">
      <ul className="warnings">
        {reasons.map((reason) => (
          <li key={reason} className="break">
            {reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const MAX_NOTES = 10;

interface NotesProps {
  readonly reading: Reading;
  readonly server: Pick<Server, 'id' | 'baseUrl'>;
}

function Notes({ reading, server }: NotesProps) {
  const { leftOut, elsewhere, notes, tools } = reading;
  const isElsewhere = tools.some((one) => one.elsewhere !== undefined);
  return (
    <>
      {leftOut.length > 0 && (
        <Alert type="info" header="Credentials are left out">
          <span className="break">{leftOut.join(', ')}.</span> The server sends its own credential with every call:
          enter it in the <Link to={settingsPath(server.id, 'sign-in')}>settings</Link>.
        </Alert>
      )}
      {notes.length > 0 && (
        <Alert type="warning" header="Not read">
          <ul className="warnings">
            {notes.slice(0, MAX_NOTES).map((note) => (
              <li key={note} className="break">
                {note}
              </li>
            ))}
            {notes.length > MAX_NOTES && <li>{plural(notes.length - MAX_NOTES, 'more place')}.</li>}
          </ul>
        </Alert>
      )}
      {elsewhere.length > 0 && (
        <Alert type="warning">
          <span className="break">
            {isElsewhere
              ? `The request goes to ${elsewhere.join(', ')}. The tool will call ${server.baseUrl}, the base URL of this server.`
              : `Requests to other hosts are skipped: ${elsewhere.slice(0, 10).join(', ')}${elsewhere.length > 10 ? ' …' : ''}.`}
          </span>
        </Alert>
      )}
    </>
  );
}
