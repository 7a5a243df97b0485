/**
 * A form for the rules of governance: used in the wizard, a server's settings and the global settings. Each value shows whether it is set
 * here or inherited, and can be reset. The form edits a draft of overrides; its parent saves it and validates patterns.
 */
import { AnswerFields, ItemsField } from './governance-limits.tsx';
import { PlaceholderFields, RedactionFields } from './governance-redaction.tsx';
import { type GovernanceFormProps, SwitchRow, valuesOf } from './governance-values.tsx';

export type { GovernanceFormProps, Inherited } from './governance-values.tsx';

export function GovernanceForm(props: GovernanceFormProps) {
  const values = valuesOf(props);
  const { value } = values;
  return (
    <div className="governance-form">
      <SwitchRow values={values} of="pii" title="Redact personal data">
        Names, addresses, card and account numbers, keys and more, at any depth, by field name and by value.
      </SwitchRow>
      {value('pii') && (
        <div className="sub-fields">
          <SwitchRow values={values} of="pseudonyms" title="Tell redacted people apart">
            Markers get a short code that is the same wherever the value is the same, and that does not lead back to it.
          </SwitchRow>
          <RedactionFields values={values} />
          <SwitchRow values={values} of="dryRun" title="Dry run: only count what would be redacted">
            Answers pass as they are. Trials and the audit log show what would have been redacted, by kind.
          </SwitchRow>
        </div>
      )}
      <SwitchRow values={values} of="truncation" title="Truncate long arrays">
        Long arrays are cut before they cost the model tokens; a note says how many items there were and how to get the
        next.
      </SwitchRow>
      {value('truncation') && (
        <div className="sub-fields">
          <ItemsField values={values} />
        </div>
      )}
      <SwitchRow values={values} of="holdAnswers" title="Let models read the rest of a cut answer">
        A cut answer is kept for 15 minutes, encrypted for the connection that asked; an additional tool reads the rest
        of it.
      </SwitchRow>
      <SwitchRow values={values} of="chooseFields" title="Let models choose the fields of an answer">
        Each tool takes one more argument, fields; the rest of a JSON answer is left out, after redaction.
      </SwitchRow>
      <SwitchRow values={values} of="dropNulls" title="Leave out what is null">
        Members of JSON objects that have no value cost tokens, too.
      </SwitchRow>
      <SwitchRow values={values} of="tables" title="Write long lists as tables">
        From ten equal, flat objects on, each name is written once, where that saves tokens.
      </SwitchRow>
      <SwitchRow values={values} of="outputSchemas" title="Tell clients the form of answers">
        For programs that read structured content. Only for tools that are listed one by one, in full; read at the next
        import.
      </SwitchRow>
      {value('pii') && (
        <div className="sub-fields flush">
          <PlaceholderFields values={values} />
        </div>
      )}
      <div className="sub-fields flush">
        <AnswerFields values={values} />
      </div>
    </div>
  );
}
