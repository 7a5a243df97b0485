/** Adds a sentence with its tool, or changes one. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiError } from '../../../../api/client.ts';
import type { SelectionItem, Sentence, ToolSummary } from '../../../../api/types.ts';
import { ChoiceField } from '../../../../components/form-fields.tsx';

interface SentenceFormProps {
  readonly tools: readonly ToolSummary[];
  /** The one that is changed; undefined for a new one. */
  readonly item: SelectionItem | undefined;
  readonly isSaving: boolean;
  readonly refused: ApiError | undefined;
  readonly onCancel: () => void;
  readonly onSave: (form: HTMLFormElement | null, sentence: Sentence) => void;
}

export function SentenceForm({ tools, item, isSaving, refused, onCancel, onSave }: SentenceFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<InputProps.Ref>(null);
  // Whoever presses Edit in a row goes on here.
  useEffect(() => {
    if (item !== undefined) field.current?.focus();
  }, [item]);
  const [sentence, setSentence] = useState(item?.sentence ?? '');
  const [toolId, setToolId] = useState(item?.tool.id);
  const options = useMemo(
    () =>
      tools.map(({ id, name, title, path }) => ({ value: id, label: name, description: title, filteringTags: [path] })),
    [tools],
  );
  // The only fault that this form cannot tell before: a sentence that stands already.
  const fault = refused?.faults[0]?.message;
  const isWhole = sentence.trim() !== '' && toolId !== undefined;
  return (
    <form
      ref={form}
      className="sentence-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onSave(form.current, { sentence: sentence.trim(), tool: toolId });
      }}
    >
      <FormField label="Sentence" errorText={fault}>
        <Input
          ref={field}
          value={sentence}
          placeholder="refund an order"
          onChange={({ detail }) => setSentence(detail.value.slice(0, 500))}
        />
      </FormField>
      <ChoiceField
        label="Tool"
        stretch={false}
        value={toolId}
        options={options}
        placeholder="Choose a tool"
        filteringType="auto"
        filteringAriaLabel="Find a tool"
        virtualScroll
        empty="No tool has this name"
        onChange={setToolId}
      />
      <div className="row">
        <Button formAction="submit" disabled={!isWhole} loading={isSaving}>
          {item === undefined ? 'Add' : 'Save'}
        </Button>
        {item !== undefined && (
          <Button variant="link" formAction="none" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
