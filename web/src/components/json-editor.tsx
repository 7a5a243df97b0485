/** A JSON object as editable text: shows where the syntax is wrong, indents on blur, and reports complete objects only. */
import FormField from '@cloudscape-design/components/form-field';
import { type ReactNode, useId, useState } from 'react';

interface JsonEditorProps {
  readonly label: string;
  readonly description?: string;
  readonly value: unknown;
  readonly info?: ReactNode;
  readonly fault?: string;
  readonly readOnly?: boolean;
  readonly onChange: (value: Record<string, unknown> | undefined) => void;
}

function read(text: string): { value?: Record<string, unknown>; fault?: string } {
  try {
    const value = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { fault: 'Enter a JSON object: {…}.' };
    return { value };
  } catch (error) {
    return { fault: `This is not JSON yet: ${error instanceof Error ? error.message : 'syntax error'}.` };
  }
}

export function JsonEditor({ label, description, value, info, fault, readOnly = false, onChange }: JsonEditorProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const id = useId();
  const state = read(text);
  const shown = state.fault ?? fault;
  return (
    <FormField label={label} description={description} info={info} errorText={shown} controlId={id} stretch>
      <textarea
        id={id}
        className="editor"
        value={text}
        readOnly={readOnly}
        spellCheck={false}
        aria-invalid={shown !== undefined}
        // The ids that the form field gives to its texts, in the form that its own controls use.
        aria-describedby={[shown && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ')}
        rows={Math.min(22, Math.max(6, text.split('\n').length))}
        onChange={(event) => {
          setText(event.target.value);
          onChange(read(event.target.value).value);
        }}
        onBlur={() => state.value !== undefined && setText(JSON.stringify(state.value, null, 2))}
      />
    </FormField>
  );
}
