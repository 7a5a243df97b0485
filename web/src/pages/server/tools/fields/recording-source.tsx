/** Where recorded answers come from: a file that is chosen or dropped, or a pasted text. It is read in the browser; bodies of answers alone are sent. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import { type DragEvent, useId, useState } from 'react';
import { LIMITS } from '../../../../../../core/lib/limits.ts';
import {
  type Matched,
  matchedAnswers,
  toolFinder,
  UNMATCHED,
  type Unmatched,
} from '../../../../../../core/tools/recordedTool.ts';
import {
  LEFT_OUT,
  type LeftOut,
  type Recording,
  readRecording,
  UnreadableRecording,
} from '../../../../../../core/tools/recording.ts';
import type { Server, ToolSummary } from '../../../../api/types.ts';
import { FileButton } from '../../../../components/file-button.tsx';
import { ChoiceField } from '../../../../components/form-fields.tsx';
import { bytes, count, plural } from '../../../../lib/format.ts';

interface RecordingSourceProps {
  readonly server: Pick<Server, 'baseUrl'>;
  readonly tools: readonly ToolSummary[];
  readonly isReading: boolean;
  readonly onRead: (answers: Matched['answers']) => void;
}

/** A longer text is shown by its size instead of in a field, which would be slow. */
const SHOWN = 200_000;

interface Taken {
  readonly matched: Matched;
  readonly recording: Recording;
}

export function RecordingSource({ server, tools, isReading, onRead }: RecordingSourceProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [toolId, setToolId] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [taken, setTaken] = useState<Taken>();
  const [isOver, setIsOver] = useState(false);
  const [isOpen, setIsOpen] = useState(true);

  const take = (next: string, file = '') => {
    setText(next);
    setName(file);
    setFault(undefined);
    setTaken(undefined);
  };
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    const { file: most } = LIMITS.recordedAnswers;
    if (file.size > most)
      setFault(`${file.name} has ${bytes(file.size)}; the limit is ${bytes(most)}. Take a part of it.`);
    else take(await file.text(), file.name);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const read = () => {
    try {
      const recording = readRecording(text);
      const matched = matchedAnswers(recording.answers, toolFinder(tools, server.baseUrl), toolId);
      setTaken({ recording, matched });
      setFault(faultOf(recording, matched));
      if (matched.answers.length === 0) return;
      setIsOpen(false);
      onRead(matched.answers);
    } catch (error) {
      if (!(error instanceof UnreadableRecording)) throw error;
      setFault(error.message);
    }
  };
  if (!isOpen)
    return (
      <section className="card stack" aria-label="Recorded answers">
        <div className="row spread">
          <span className="break">
            {name || 'Pasted text'} ({bytes(text.length)})
          </span>
          <Button onClick={() => setIsOpen(true)}>Take other answers</Button>
        </div>
        {taken !== undefined && <NotRead {...taken} />}
      </section>
    );
  const isLong = text.length > SHOWN;
  const options = tools.map((tool) => ({ value: tool.id, label: tool.name, description: `${tool.verb} ${tool.path}` }));
  return (
    <section
      className={isOver ? 'card stack dropzone over' : 'card stack dropzone'}
      aria-label="Recorded answers"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p>
        Take answers that were recorded, see what redaction does to each field and how sure it is, and decide on many
        fields in one go.
      </p>
      <FormField
        label="Recorded answers"
        description="A HAR file of a browser or a proxy, a Postman collection with examples, or an answer: JSON, lines of JSON, or any text."
        constraintText="Read in your browser. Only the bodies of answers are sent, governed and forgotten; no header, cookie or request."
        errorText={fault}
        controlId={id}
        stretch
      >
        {isLong || name !== '' ? (
          <div className="row">
            <span className="mono break">
              {name || 'Pasted text'} ({bytes(text.length)})
            </span>
            <Button variant="icon" iconName="close" ariaLabel="Remove the recording" onClick={() => take('')} />
          </div>
        ) : (
          <textarea
            id={id}
            className="editor sample"
            value={text}
            spellCheck={false}
            placeholder="Paste here, or drop a file"
            onChange={(event) => take(event.target.value)}
          />
        )}
      </FormField>
      <div>
        <FileButton
          label="Recording as a file"
          accept=".har,.json,.ndjson,.jsonl,.txt,.csv,.xml"
          onFile={(file) => void open(file)}
        >
          Choose a file
        </FileButton>
      </div>
      <ChoiceField
        label="Tool of an answer"
        description="For a pasted answer that does not say what was called."
        value={toolId}
        options={options}
        filteringType="auto"
        placeholder="Found by method and path"
        onChange={setToolId}
      />
      <div>
        <Button
          variant="primary"
          disabled={text.trim() === ''}
          disabledReason="Give a recording first."
          loading={isReading}
          onClick={read}
        >
          Show the fields
        </Button>
      </div>
      {taken !== undefined && <NotRead {...taken} />}
    </section>
  );
}

function faultOf({ answers }: Recording, { answers: matched, unmatched }: Matched): string | undefined {
  if (answers.length === 0) return 'The recording has no answers that can be read.';
  if (matched.length > 0) return undefined;
  return unmatched.address === answers.length
    ? 'The recording does not say what was called. Choose the tool of the answer.'
    : 'No answer is of a tool of this server.';
}

/** How many answers are not among the fields, and why. */
function NotRead({ recording: { leftOut }, matched: { unmatched } }: Taken) {
  const reasons = [
    ...(Object.entries(leftOut) as [LeftOut, number][]).map(([why, times]) => [LEFT_OUT[why], times] as const),
    ...(Object.entries(unmatched) as [Unmatched, number][]).map(
      ([why, times]) => [`answers for which ${UNMATCHED[why]}`, times] as const,
    ),
  ];
  if (reasons.length === 0) return null;
  const all = reasons.reduce((sum, [, times]) => sum + times, 0);
  return (
    <Alert type="info" header={`${plural(all, 'answer')} left out`}>
      <ul>
        {reasons.map(([says, times]) => (
          <li key={says}>
            {says}: {count(times)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
