/** Presets of a server's tools: a menu, and the question before one is applied, which says how many tools it switches off. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ToolPreset, UNUSED_DAYS } from '../../../../../core/model/toolPresets.ts';
import type { ToolList as Tools } from '../../../api/types.ts';
import { Problem } from '../../../components/problem.tsx';
import { Loading } from '../../../components/shell.tsx';
import { plural } from '../../../lib/format.ts';
import { changeTools } from '../../../lib/many-tools.ts';
import { Confirm } from '../../../state/confirm.tsx';
import { useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';

/** What is switched off: `preset` names those tools, the title what is left. */
const PRESETS: Readonly<Record<ToolPreset, { readonly title: string; readonly off: string }>> = {
  changing: { title: 'Read-only tools', off: 'Switches off tools that change data.' },
  deprecated: { title: 'Hide deprecated', off: 'Switches off tools that are marked deprecated.' },
  unused: {
    title: `Used in the last ${UNUSED_DAYS} days`,
    off: `Tools without a call in the last ${UNUSED_DAYS} days go off, also those that are newer than that.`,
  },
};

interface PresetsProps {
  readonly serverId: string;
  readonly list: Tools;
  /** Reads the list again after a change; resolves to what it is then. */
  readonly reload: () => Promise<Tools | undefined>;
  readonly onSwitchedOff: (ids: readonly string[]) => void;
}

export function Presets({ serverId, list, reload, onSwitchedOff }: PresetsProps) {
  const [asked, setAsked] = useState<ToolPreset>();
  return (
    <>
      <ButtonDropdown
        items={(Object.keys(PRESETS) as ToolPreset[]).map((id) => ({ id, text: `${PRESETS[id].title} …` }))}
        onItemClick={({ detail }) => setAsked(detail.id as ToolPreset)}
      >
        Presets
      </ButtonDropdown>
      {asked !== undefined && (
        <PresetQuestion
          preset={asked}
          serverId={serverId}
          list={list}
          reload={reload}
          onClose={() => setAsked(undefined)}
          onSwitchedOff={onSwitchedOff}
        />
      )}
    </>
  );
}

interface PresetQuestionProps extends PresetsProps {
  readonly preset: ToolPreset;
  readonly onClose: () => void;
}

function PresetQuestion({ preset, serverId, list, reload, onClose, onSwitchedOff }: PresetQuestionProps) {
  const notify = useNotify();
  const saving = useSaving();
  const [pending, setPending] = useState(false);
  const change = { enabled: false, preset };
  const preview = useQuery({
    queryKey: ['server', serverId, 'preset', preset],
    queryFn: () => changeTools(serverId, { ...change, preview: true }),
    gcTime: 0,
    retry: false,
  });
  const off = preview.data?.changed ?? 0;
  const apply = async () => {
    setPending(true);
    try {
      await saving(() => changeTools(serverId, change));
      onClose();
    } catch (error) {
      notify.failure(error);
    } finally {
      // What has become of it is in the list, also where no answer came.
      const now = new Map((await reload())?.items.map(({ id, enabled }) => [id, enabled]));
      onSwitchedOff(list.items.flatMap(({ id, enabled }) => (enabled && now.get(id) === false ? [id] : [])));
      setPending(false);
    }
  };
  return (
    <Confirm
      title={PRESETS[preset].title}
      action={off > 0 ? `Switch off ${plural(off, 'tool')}` : 'Switch off'}
      pending={pending}
      waits={off === 0}
      onConfirm={() => void apply()}
      onClose={onClose}
    >
      <div className="stack">
        <p>{PRESETS[preset].off}</p>
        {preview.isPending && <Loading what="how many tools that is" />}
        {preview.isError && <Problem error={preview.error} retry={() => void preview.refetch()} />}
        {preview.data !== undefined && (
          <p role="status">
            {off === 0 ? (
              'No enabled tool matches. Nothing would change.'
            ) : (
              <>
                <strong>{plural(off, 'tool')}</strong> of {plural(list.enabled, 'enabled tool')}{' '}
                {off === 1 ? 'goes' : 'go'} off, {plural(list.enabled - off, 'tool')} stay on. None goes on.
              </>
            )}
          </p>
        )}
      </div>
    </Confirm>
  );
}
