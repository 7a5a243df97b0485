/** Which faults of its document each import of a server repairs. */
import { useQuery } from '@tanstack/react-query';
import { deploymentsQuery } from '../../../api/queries/deployments.ts';
import type { RepairName } from '../../../api/types.ts';
import { Info } from '../../../components/info.tsx';
import { Repairs } from '../../../components/repairs.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

interface Fields {
  readonly without: readonly RepairName[];
}

export function RepairSettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change } = useServerChange(server);
  const saving = useSaving();
  const deployments = useQuery(deploymentsQuery(server.id));
  const { pending, run } = useAction();
  const stored: Fields = { without: server.source.withoutRepairs ?? [] };
  const differs = ({ without = stored.without }: Partial<Fields>) =>
    JSON.stringify([...without].sort()) !== JSON.stringify([...stored.without].sort());
  const { draft, edit, saved, discard } = useDraft(stored, differs);
  const { without } = { ...stored, ...draft };
  const made = deployments.data?.items.find(({ repairs }) => repairs !== undefined)?.repairs ?? [];
  if (made.length === 0 && without.length === 0 && stored.without.length === 0) return null;
  const save = () =>
    run(async () => {
      await saving(async () => {
        await change({ withoutRepairs: without.length === 0 ? null : [...without] });
        saved(draft);
        notify.success('Saved. Use “Re-import” under Deployments to apply it.');
      });
    });
  return (
    <section className="card stack">
      <div className="row tight">
        <h2>Repairs</h2> <Info about="repairs" />
      </div>
      <p className="muted">
        The import fixes known faults of the document. A repair that you switch off is not applied by later re-imports.
      </p>
      <Repairs
        made={made}
        without={without}
        stored={stored.without}
        disabled={disabled || pending}
        onChange={(next) => edit({ without: next ?? [] })}
      />
      <SaveBar changes={differs(draft) ? 1 : 0} pending={pending} onDiscard={discard} onSave={() => void save()} />
    </section>
  );
}
