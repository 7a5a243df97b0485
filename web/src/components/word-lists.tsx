/** An owner's lists of words that are redacted: a name for the marker, and the words, typed or pasted from a table. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { GovernanceSettings } from '../api/types.ts';
import { wordsIn } from '../lib/own-words.ts';
import { AreaField, TextField } from './form-fields.tsx';

type Lists = GovernanceSettings['wordLists'];

interface WordListsProps {
  readonly value: Lists;
  readonly origin: ReactNode;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly disabled: boolean;
  readonly onChange: (value: Lists) => void;
}

export function WordLists({ value, origin, faults, disabled, onChange }: WordListsProps) {
  const change = (index: number, part: Partial<Lists[number]>) =>
    onChange(value.map((item, at) => (at === index ? { ...item, ...part } : item)));
  return (
    <FormField
      label="Always redact these words"
      description="Names of customers, staff or projects. Whole words and phrases, in any case, become [REDACTED:name]."
      constraintText={`One per line, or a column pasted from a table; at most ${LIMITS.wordLists.words.toLocaleString('en')} in all lists.`}
      errorText={faults['wordLists']}
      info={origin}
      stretch
    >
      <div className="stack tight">
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <div key={index} className="pattern-row">
            <TextField
              label={`Name of list ${index + 1}`}
              value={item.name}
              placeholder="customers"
              spellcheck={false}
              disabled={disabled}
              invalid={item.name !== '' && !/^[A-Za-z0-9-]{1,40}$/.test(item.name)}
              onChange={(next) => change(index, { name: next })}
            />
            <Words
              words={item.words}
              label={`Words of list ${index + 1}`}
              disabled={disabled}
              onChange={(words) => change(index, { words })}
            />
            <Button
              formAction="none"
              variant="icon"
              iconName="remove"
              disabled={disabled}
              ariaLabel={`Remove word list ${index + 1}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        <div>
          <Button
            formAction="none"
            iconName="add-plus"
            disabled={disabled || value.length >= LIMITS.wordLists.count}
            onClick={() => onChange([...value, { name: `own-words-${value.length + 1}`, words: [] }])}
          >
            Add a list of words
          </Button>
        </div>
      </div>
    </FormField>
  );
}

interface WordsProps {
  readonly words: readonly string[];
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (words: string[]) => void;
}

function Words({ words, label, disabled, onChange }: WordsProps) {
  // Kept as typed; otherwise a line break at its end would disappear while typing.
  const [text, setText] = useState(words.join('\n'));
  const shown = wordsIn(text).join('\n') === words.join('\n') ? text : words.join('\n');
  return (
    // Its own label, since that of the field around would be read for it.
    <AreaField
      label={label}
      value={shown}
      rows={3}
      placeholder={'Acme Corp\nProject Halcyon'}
      spellcheck={false}
      disabled={disabled}
      onChange={(next) => {
        setText(next);
        onChange(wordsIn(next));
      }}
    />
  );
}
