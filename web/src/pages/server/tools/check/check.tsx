/** The description check of a server: its score, and what each rule finds, with suggestions to accept one by one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkQuery } from '../../../../api/queries/tools.ts';
import type { ToolCheck } from '../../../../api/types.ts';
import { Empty } from '../../../../components/empty.tsx';
import { Info } from '../../../../components/info.tsx';
import { QueryState } from '../../../../components/query-state.tsx';
import type { TabProps } from '../../../../components/server-tab.ts';
import { count, plural } from '../../../../lib/format.ts';
import { OpenedTool } from '../opened-tool.tsx';
import { RuleFindings } from './rule-findings.tsx';

type Severity = ToolCheck['rules'][number]['severity'];

const CHIPS: Readonly<Record<Severity, { readonly tone: string; readonly one: string; readonly many: string }>> = {
  error: { tone: 'bad', one: 'error', many: 'errors' },
  warning: { tone: 'warn', one: 'warning', many: 'warnings' },
  notice: { tone: '', one: 'notice', many: 'notices' },
};
const SEVERITIES = Object.keys(CHIPS) as Severity[];

export default function CheckPage({ server }: TabProps) {
  const query = useQuery(checkQuery(server.id));
  const [closed, setClosed] = useState<ReadonlySet<string>>();
  const check = query.data;
  if (check === undefined) return <QueryState query={query} what="the check" />;
  if (check.tools === 0)
    return (
      <div className="card">
        <Empty title="No tools to check">Only enabled tools on approved hosts are checked.</Empty>
      </div>
    );
  const found = check.rules
    .filter(({ findings }) => findings > 0)
    .sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  // The first rule is open until the person opens or closes one.
  const isOpen = (id: string) => (closed === undefined ? id === found[0]?.id : !closed.has(id));
  const turn = (id: string) => {
    const now = new Set<string>(found.map((rule) => rule.id).filter((one) => !isOpen(one)));
    if (!now.delete(id)) now.add(id);
    setClosed(now);
  };
  return (
    <div className="stack">
      <section className="card row check-head" aria-label="Score">
        <p className="check-score">
          <strong>{check.score}</strong> of 100
        </p>
        <div className="grow" role="status">
          <p>
            Checks by published rules whether names, descriptions and arguments tell a model what to call.{' '}
            <Info about="toolCheck" />
          </p>
          <div className="row">
            {SEVERITIES.map((severity) => (
              <SeverityChip key={severity} severity={severity} rules={found} />
            ))}
            <span className="muted small">{plural(check.tools, 'tool')} checked</span>
          </div>
        </div>
      </section>
      {found.length === 0 && <Empty title="Nothing found">These tools pass all rules.</Empty>}
      {found.map((rule) => (
        <RuleFindings
          key={rule.id}
          server={server}
          rule={rule}
          tone={CHIPS[rule.severity].tone}
          label={CHIPS[rule.severity].one}
          isOpen={isOpen(rule.id)}
          onTurn={() => turn(rule.id)}
        />
      ))}
      <OpenedTool server={server} />
    </div>
  );
}

interface SeverityChipProps {
  readonly severity: Severity;
  readonly rules: ToolCheck['rules'];
}

/** Renders nothing where there is none. */
function SeverityChip({ severity, rules }: SeverityChipProps) {
  const findings = rules.filter((rule) => rule.severity === severity).reduce((sum, rule) => sum + rule.findings, 0);
  if (findings === 0) return null;
  const { tone, one, many } = CHIPS[severity];
  return (
    <span className={`chip ${tone}`}>
      {count(findings)} {findings === 1 ? one : many}
    </span>
  );
}
