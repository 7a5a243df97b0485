/** Controls for single values of a form for a JSON Schema. Each keeps the text as typed, even while it is not a valid value. */
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import { useRef, useState } from 'react';
import { bytes } from '../lib/format.ts';
import { localMinute, minuteOf } from '../lib/range.ts';

export interface ControlProps {
  readonly id: string;
  readonly value: unknown;
  readonly invalid: boolean;
  readonly placeholder?: string;
  /** Undefined for an empty field: the argument is not sent. */
  readonly onChange: (value: unknown) => void;
}

/** The text of a control, which is updated when the value is changed elsewhere. */
function useText(value: unknown, format: (value: unknown) => string, read: (text: string) => unknown) {
  const [text, setText] = useState(() => format(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (JSON.stringify(read(text)) !== JSON.stringify(value)) setText(format(value));
  }
  return [text, setText] as const;
}

const plainText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Text that is not a number is passed on unchanged, so that the fault is shown at this field. */
function numberIn(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

export function NumberControl({ id, value, placeholder, onChange }: ControlProps) {
  const [text, setText] = useText(value, plainText, numberIn);
  return (
    <Input
      controlId={id}
      value={text}
      inputMode="decimal"
      autoComplete={false}
      placeholder={placeholder}
      onChange={({ detail }) => {
        setText(detail.value);
        onChange(numberIn(detail.value));
      }}
    />
  );
}

/** RFC 3339 dates and date-times, in the local time of the person. */
export function MomentControl({
  id,
  value,
  invalid,
  type,
  onChange,
}: ControlProps & { readonly type: 'date' | 'date-time' }) {
  const isDate = type === 'date';
  const format = (moment: unknown) => {
    if (typeof moment !== 'string' || Number.isNaN(Date.parse(moment))) return '';
    return isDate ? moment.slice(0, 10) : localMinute(moment);
  };
  const read = (text: string) => {
    if (text === '' || Number.isNaN(Date.parse(text))) return undefined;
    return isDate ? text : minuteOf(Date.parse(text)).replace(/Z$/, ':00Z');
  };
  const [text, setText] = useText(value, format, read);
  return (
    <input
      id={id}
      type={isDate ? 'date' : 'datetime-local'}
      className="moment"
      value={text}
      aria-invalid={invalid}
      aria-describedby={`${id}-error ${id}-description ${id}-constraint`}
      onChange={({ target }) => {
        setText(target.value);
        onChange(read(target.value));
      }}
    />
  );
}

/**
 * Any JSON, for values without a field of their own. Text that is not JSON is passed on unchanged, so that the fault is shown at this
 * field.
 */
export function JsonControl({ id, value, invalid, placeholder, onChange }: ControlProps) {
  const read = (text: string): unknown => {
    if (text.trim() === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const format = (json: unknown) =>
    json === undefined ? '' : typeof json === 'string' ? json : JSON.stringify(json, null, 2);
  const [text, setText] = useText(value, format, read);
  return (
    <textarea
      id={id}
      className="editor short"
      rows={4}
      value={text}
      spellCheck={false}
      placeholder={placeholder}
      aria-invalid={invalid}
      aria-describedby={`${id}-error ${id}-description ${id}-constraint`}
      onChange={({ target }) => {
        setText(target.value);
        onChange(read(target.value));
      }}
    />
  );
}

/** As base64 this is close to the 4 MB that a call takes in all. */
const FILE_BYTES = 2.5 * 1024 * 1024;

export function FileControl({ id, value, onChange }: ControlProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    setFault(file.size > FILE_BYTES ? `${file.name} is larger than ${bytes(FILE_BYTES)}.` : '');
    if (file.size > FILE_BYTES) return;
    setName(file.name);
    onChange(base64Of(new Uint8Array(await file.arrayBuffer())));
  };
  const isSet = typeof value === 'string' && value !== '';
  return (
    <div className="row">
      <Button formAction="none" iconName="upload" onClick={() => picker.current?.click()}>
        {isSet ? 'Choose another file' : 'Choose a file'}
      </Button>
      <input
        ref={picker}
        id={id}
        type="file"
        hidden
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {isSet && (
        <>
          <span className="small break">
            {name === '' ? 'A file' : name}, {bytes(Math.floor((value.length * 3) / 4))}
          </span>
          <Button formAction="none" variant="inline-link" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        </>
      )}
      {fault !== '' && (
        <span className="bad small" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

function base64Of(file: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < file.length; at += 8_192) parts.push(String.fromCharCode(...file.subarray(at, at + 8_192)));
  return btoa(parts.join(''));
}
