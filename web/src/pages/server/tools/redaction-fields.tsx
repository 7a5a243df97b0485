/** What the owner decides about redaction in a tool's answers: its mode, what they are about, and single fields. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import type { Tool } from '../../../api/types.ts';
import { ChoiceField } from '../../../components/form-fields.tsx';
import {
  MARK_GROUPS,
  type Mark,
  MODE_NAMES,
  MODE_TEXTS,
  MODES,
  markLabel,
  type RedactionDraft,
  type RedactionMode,
  SUBJECT_NAMES,
  type Subject,
  subjectLabel,
} from '../../../lib/redaction.ts';
import { asObject } from '../../../lib/tools.ts';
import type { ToolFields } from './tool-fields.tsx';

interface RedactionFieldsProps {
  readonly fields: ToolFields;
  /** Of the server. */
  readonly mode: RedactionMode;
}

export function RedactionFields({ fields: form, mode }: RedactionFieldsProps) {
  const { tool, draft, readOnly, set, fault, reset } = form;
  const { redaction } = draft;
  const change = (part: Partial<RedactionDraft>) => set({ redaction: { ...redaction, ...part } });
  const subjects: Array<{ value: RedactionDraft['about']; label: string }> = [
    {
      value: '',
      label:
        tool.origin === 'manual'
          ? 'Not classified'
          : `From the API description: ${subjectLabel(asObject(tool.described)['about'])}`,
    },
    ...(Object.entries(SUBJECT_NAMES) as [Subject, string][]).map(([value, label]) => ({ value, label })),
  ];
  const modes = [
    { value: '' as const, label: `The server’s: ${MODE_NAMES[mode].toLowerCase()}` },
    ...MODES.map((one) => ({ value: one, label: MODE_NAMES[one], description: MODE_TEXTS[one] })),
  ];
  return (
    <section className="stack" aria-label="Redaction of answers">
      <div className="row">
        <strong className="grow">Redaction of answers</strong> {reset('redaction')}
      </div>
      <div className="two">
        <ChoiceField
          label="Content"
          value={redaction.about}
          options={subjects}
          readOnly={readOnly}
          onChange={(about) => change({ about })}
        />
        <ChoiceField
          label="Mode"
          value={redaction.mode}
          options={modes}
          readOnly={readOnly}
          onChange={(mode) => change({ mode })}
        />
      </div>
      <Checkbox
        checked={redaction.dryRun}
        readOnly={readOnly}
        description="Answers are not changed; the audit log counts what would have been redacted."
        onChange={({ detail }) => change({ dryRun: detail.checked })}
      >
        Dry run
      </Checkbox>
      <Checkbox
        checked={redaction.prose}
        readOnly={readOnly}
        description="For texts of tickets, mails and notes. Also redacts some other words."
        onChange={({ detail }) => change({ prose: detail.checked })}
      >
        Redact names in sentences
      </Checkbox>
      <DescribedFields described={tool.described} />
      <FormField
        label="Fields"
        constraintText="A field name or a path, such as items.owner. Lists need no index; * is any name."
        errorText={fault('redaction')}
        stretch
      >
        <div className="stack">
          {redaction.fields.map(({ path, mark }, index) => {
            const replace = (part: { path?: string; mark?: Mark }) =>
              change({ fields: redaction.fields.map((row, at) => (at === index ? { ...row, ...part } : row)) });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while its path is typed
              <div key={index} className="row">
                <div className="grow">
                  <Input
                    value={path}
                    ariaLabel={`Path of field ${index + 1}`}
                    placeholder="items.owner"
                    spellcheck={false}
                    readOnly={readOnly}
                    onChange={({ detail }) => replace({ path: detail.value })}
                  />
                </div>
                <div className="grow">
                  <Select
                    ariaLabel={`What field ${index + 1} is`}
                    selectedOption={{ value: mark, label: markLabel(mark) }}
                    options={MARK_GROUPS}
                    readOnly={readOnly}
                    onChange={({ detail }) => replace({ mark: detail.selectedOption.value as Mark })}
                  />
                </div>
                {!readOnly && (
                  <Button
                    formAction="none"
                    variant="icon"
                    iconName="close"
                    ariaLabel={`Remove field ${index + 1}`}
                    onClick={() => change({ fields: redaction.fields.filter((_, at) => at !== index) })}
                  />
                )}
              </div>
            );
          })}
        </div>
      </FormField>
      {!readOnly && (
        <div>
          <Button
            formAction="none"
            iconName="add-plus"
            onClick={() => change({ fields: [...redaction.fields, { path: '', mark: 'redact' }] })}
          >
            Add a field
          </Button>
        </div>
      )}
    </section>
  );
}

/** What the API description says about single fields. */
function DescribedFields({ described }: Pick<Tool, 'described'>) {
  const fields = Object.entries(asObject(asObject(described)['fields']));
  if (fields.length === 0) return null;
  return (
    <p className="small muted break">
      From the API description: {fields.map(([path, mark]) => `${path} (${markLabel(String(mark))})`).join(', ')}
    </p>
  );
}
