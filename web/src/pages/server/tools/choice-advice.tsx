/** What the number of listed tools costs a model's choice, and the listing that helps. Nothing where one that helps is on. */
import { Link } from 'react-router';
import type { Server, ToolList as Tools } from '../../../api/types.ts';
import { EXPOSITION_NAMES } from '../../../components/exposition-choice.tsx';
import { plural } from '../../../lib/format.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { choiceCost } from '../../../lib/tool-count.ts';

interface ChoiceAdviceProps {
  readonly server: Server;
  readonly list: Tools;
}

export function ChoiceAdvice({ server, list }: ChoiceAdviceProps) {
  const cost = choiceCost(list, server.exposition);
  if (cost === undefined) return null;
  return (
    <p className="small muted">
      {cost.text}{' '}
      {cost.better !== undefined && (
        <>
          “{EXPOSITION_NAMES[cost.better.exposition]}” would show it {plural(cost.better.tools, 'tool')}:{' '}
          <Link to={settingsPath(server.id, 'listing')}>change the listing</Link>.
        </>
      )}
    </p>
  );
}
