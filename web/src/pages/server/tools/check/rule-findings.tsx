/** What one rule finds: the rule with its source, and the texts at fault, read page by page when it is opened. */
import Icon from '@cloudscape-design/components/icon';
import { useInfiniteQuery } from '@tanstack/react-query';
import { findingsQuery } from '../../../../api/queries/tools.ts';
import type { Server, ToolCheck } from '../../../../api/types.ts';
import { QueryState } from '../../../../components/query-state.tsx';
import { count, plural } from '../../../../lib/format.ts';
import { FindingRow } from './finding-row.tsx';

interface RuleFindingsProps {
  readonly server: Server;
  readonly rule: ToolCheck['rules'][number];
  readonly tone: string;
  /** The severity in a word. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onTurn: () => void;
}

export function RuleFindings({ server, rule, tone, label, isOpen, onTurn }: RuleFindingsProps) {
  return (
    <section className="tag-group" aria-label={rule.says}>
      <header>
        <button type="button" className="fold" aria-expanded={isOpen} onClick={onTurn}>
          <Icon name={isOpen ? 'caret-down-filled' : 'caret-right-filled'} />
          <span className={`chip ${tone}`}>{label}</span>
          <span className="grow">{rule.says}</span>
          <span className="muted small">
            {rule.findings === rule.tools
              ? plural(rule.tools, 'tool')
              : `${count(rule.findings)} in ${plural(rule.tools, 'tool')}`}
          </span>
        </button>
      </header>
      {isOpen && <Findings server={server} rule={rule} />}
    </section>
  );
}

function Findings({ server, rule }: Pick<RuleFindingsProps, 'server' | 'rule'>) {
  const query = useInfiniteQuery(findingsQuery(server.id, rule.id));
  const items = query.data?.pages.flatMap((page) => page.items);
  if (items === undefined) return <QueryState query={query} what="the findings" />;
  return (
    <div className="findings">
      <p className="small muted break">Source: {rule.source}</p>
      <ul className="changes" aria-label={rule.says}>
        {items.map((finding) => (
          <FindingRow key={`${finding.tool.id} ${finding.at}`} server={server} finding={finding} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className="text-button more"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Reading …' : `Show more of ${count(rule.findings)}`}
        </button>
      )}
    </div>
  );
}
