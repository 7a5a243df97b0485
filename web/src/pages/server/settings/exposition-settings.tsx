/** How clients see the tools of a server. Another exposition changes the names of tools, which is said before saving. */

import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { exposedAs } from '../../../../../core/model/exposition.ts';
import { SCHEMA_PROFILES, type SchemaProfile } from '../../../../../core/model/schemaProfile.ts';
import { SERVER_SETTINGS } from '../../../../../core/model/serverSettings.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { Exposed, Exposition } from '../../../api/types.ts';
import { Advanced } from '../../../components/advanced.tsx';
import { EXPOSITION_NAMES, ExpositionChoice } from '../../../components/exposition-choice.tsx';
import { ChoiceField } from '../../../components/form-fields.tsx';
import { Info } from '../../../components/info.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { leftOut } from '../../../lib/tools.ts';
import { useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

interface Fields {
  readonly exposition: Exposition;
  readonly schemaProfile: SchemaProfile;
}

const PROFILES: ReadonlyArray<{ readonly value: SchemaProfile; readonly label: string; readonly description: string }> =
  [
    { value: 'default', label: 'For all vendors', description: SCHEMA_PROFILES.default },
    { value: 'gemini', label: 'For Gemini’s older field', description: SCHEMA_PROFILES.gemini },
    { value: 'openai-strict', label: 'For strict function calling', description: SCHEMA_PROFILES['openai-strict'] },
    { value: 'no-refs', label: 'Without references', description: SCHEMA_PROFILES['no-refs'] },
  ];
const DEFAULT_PROFILE = SERVER_SETTINGS.schemaProfile.default as SchemaProfile;
const profileName = (profile: SchemaProfile): string =>
  PROFILES.find(({ value }) => value === profile)?.label ?? profile;

export function ExpositionSettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change, refetch } = useServerChange(server);
  const saving = useSaving();
  const tools = useQuery(toolsQuery(server.id));
  const stored: Fields = { exposition: server.exposition, schemaProfile: server.schemaProfile };
  const changed = (edits: Partial<Fields>) =>
    (Object.keys(edits) as (keyof Fields)[]).filter((field) => edits[field] !== stored[field]);
  const { draft, edit, saved, discard, contestedBy } = useDraft(stored, (edits) => changed(edits).length > 0);
  const { pending, run } = useAction();
  const { exposition, schemaProfile } = { ...stored, ...draft };
  const enabled = tools.data ? tools.data.enabled - leftOut(tools.data).length : server.bundle?.tools;
  const renames =
    server.bundle !== undefined &&
    enabled !== undefined &&
    namedAs(exposedAs(exposition, enabled)) !== namedAs(server.bundle.exposition);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await saving(async () => {
        const now = await refetch();
        const fresh: Fields = { exposition: now.exposition, schemaProfile: now.schemaProfile };
        if (contestedBy(fresh).some((field) => fresh[field] !== stored[field])) return;
        await change(Object.fromEntries(changed(draft).map((field) => [field, draft[field]])));
        saved(draft);
        notify.success(renames ? 'Saved. Clients are told that the names of the tools have changed.' : 'Saved.');
      });
    });
  };
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      <div>
        <div className="row tight">
          <h2>How clients see the tools</h2> <Info about="exposition" />
        </div>
        <span className="muted">
          For many tools, groups use far fewer tokens, and search the fewest. Both need one more call for the full
          schema of a tool.
        </span>
      </div>
      <ExpositionChoice
        value={exposition}
        disabled={disabled}
        onChange={(value) => edit({ exposition: value })}
        {...(enabled === undefined ? {} : { tools: enabled })}
        {...(tools.data === undefined
          ? {}
          : {
              cost: {
                flat: tools.data.tokens,
                search: tools.data.search,
                ...(tools.data.compact !== undefined && { compact: tools.data.compact }),
                ...(tools.data.grouped && groupedOf(tools.data.grouped)),
              },
            })}
      />
      {renames && (
        <Alert type="warning" header="The names of the tools will change">
          People have to give permissions in their clients again, because those depend on the names.{' '}
          {server.bundle?.exposition === 'grouped'
            ? 'The present group names stop working.'
            : server.bundle?.exposition === 'search'
              ? 'The present names of the three search tools stop working.'
              : 'Calls by the present names keep working.'}
        </Alert>
      )}
      <Advanced
        disabled={disabled}
        settings={[
          {
            id: 'schemaProfile',
            name: 'schema dialect',
            isChanged: schemaProfile !== DEFAULT_PROFILE,
            onReset: () => edit({ schemaProfile: DEFAULT_PROFILE }),
            content: (
              <ChoiceField
                label={
                  <>
                    Schema dialect <Info about="schemaProfile" />
                  </>
                }
                stretch={false}
                disabled={disabled}
                value={schemaProfile}
                options={PROFILES}
                onChange={(schemaProfile) => edit({ schemaProfile })}
              />
            ),
          },
        ]}
      />
      <SaveBar
        changes={changed(draft).length}
        pending={pending}
        contested={contestedBy(stored).map((field) =>
          field === 'exposition'
            ? { name: 'The listing', stored: EXPOSITION_NAMES[stored.exposition] }
            : { name: 'The schema dialect', stored: profileName(stored.schemaProfile) },
        )}
        onDiscard={discard}
      />
    </form>
  );
}

/** Expositions that give clients the same names. */
const namedAs = (exposed: Exposed): string => (exposed === 'grouped' || exposed === 'search' ? exposed : 'tools');

const groupedOf = ({ tokens, groups }: { readonly tokens: number; readonly groups: number }) => ({
  grouped: tokens,
  groups,
});
