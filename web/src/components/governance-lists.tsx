/** The two kinds of lists in the governance form: field names, one per line, and named patterns, one per row. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { GovernanceSettings } from '../api/types.ts';
import { AreaField } from './form-fields.tsx';

/** One list entry per line. */
const toLines = (list: readonly string[]): string => list.join('\n');
const fromLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface LinesProps {
  readonly label: string;
  readonly constraint: string;
  readonly placeholder: string;
  readonly value: readonly string[];
  readonly origin: ReactNode;
  readonly fault?: string;
  readonly disabled: boolean;
  readonly onChange: (value: string[]) => void;
}

export function Lines({ label, constraint, placeholder, value, origin, fault, disabled, onChange }: LinesProps) {
  // The text is kept as typed; otherwise a line break at its end would disappear while typing.
  const [text, setText] = useState(toLines(value));
  const shown = toLines(fromLines(text)) === toLines(value) ? text : toLines(value);
  return (
    <AreaField
      label={label}
      constraintText={constraint}
      errorText={fault}
      info={origin}
      value={shown}
      rows={2}
      disabled={disabled}
      placeholder={placeholder}
      spellcheck={false}
      onChange={(next) => {
        setText(next);
        onChange(fromLines(next));
      }}
    />
  );
}

interface PatternsProps {
  readonly value: GovernanceSettings['customPatterns'];
  readonly origin: ReactNode;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly disabled: boolean;
  readonly onChange: (value: GovernanceSettings['customPatterns']) => void;
}

export function Patterns({ value, origin, faults, disabled, onChange }: PatternsProps) {
  const change = (index: number, part: Partial<PatternsProps['value'][number]>) =>
    onChange(value.map((item, at) => (at === index ? { ...item, ...part } : item)));
  return (
    <FormField
      label="Patterns"
      description="Text that matches is replaced by [REDACTED:name]. RE2 syntax: no look-around, no back references."
      errorText={faults['customPatterns'] ?? faults['pattern']}
      info={origin}
      stretch
    >
      <div className="stack tight">
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <div key={index} className="pattern-row">
            <Input
              value={item.name}
              placeholder="staff-id"
              ariaLabel={`Name of pattern ${index + 1}`}
              spellcheck={false}
              disabled={disabled}
              invalid={item.name !== '' && !/^[A-Za-z0-9-]{1,40}$/.test(item.name)}
              onChange={({ detail }) => change(index, { name: detail.value })}
            />
            <Input
              value={item.pattern}
              placeholder="\bEMP-\d{6}\b"
              ariaLabel={`Pattern ${index + 1}`}
              spellcheck={false}
              disabled={disabled}
              onChange={({ detail }) => change(index, { pattern: detail.value })}
            />
            <Button
              formAction="none"
              variant="icon"
              iconName="remove"
              disabled={disabled}
              ariaLabel={`Remove pattern ${index + 1}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        <div>
          <Button
            formAction="none"
            iconName="add-plus"
            disabled={disabled || value.length >= LIMITS.customPatterns.count}
            onClick={() => onChange([...value, { name: '', pattern: '' }])}
          >
            Add a pattern
          </Button>
        </div>
      </div>
    </FormField>
  );
}
