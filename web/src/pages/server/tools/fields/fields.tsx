/**
 * Recorded answers by field: what redaction does to each, how sure it is, and marks for many of them in one go. The answers stay in the page, to be read
 * again once fields are marked; they are stored nowhere.
 */
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerFields } from '../../../../../../core/model/answerFields.ts';
import { type Reading, readFields } from '../../../../../../core/tools/recordedFields.ts';
import type { AnswerOfTool } from '../../../../../../core/tools/recordedTool.ts';
import { call } from '../../../../api/client.ts';
import { toolsQuery } from '../../../../api/queries/tools.ts';
import { Empty } from '../../../../components/empty.tsx';
import { Choice } from '../../../../components/form-fields.tsx';
import { GrowingList } from '../../../../components/growing-list.tsx';
import { Problem } from '../../../../components/problem.tsx';
import type { TabProps } from '../../../../components/server-tab.ts';
import { Loading } from '../../../../components/shell.tsx';
import { type FieldRow, keyOf, SHOWN, type Shown, shownRows } from '../../../../lib/answer-fields.ts';
import { count, plural } from '../../../../lib/format.ts';
import { useSession } from '../../../../state/session.tsx';
import { FieldMarks } from './field-marks.tsx';
import { FieldLine } from './field-row.tsx';
import { RecordingSource } from './recording-source.tsx';

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Reads the fields of answers, and again when marks have changed. */
function useFields(serverId: string) {
  const [answers, setAnswers] = useState<readonly AnswerOfTool[]>([]);
  const [fields, setFields] = useState<AnswerFields>();
  const [reading, setReading] = useState<Reading>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const read = async (next: readonly AnswerOfTool[]) => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setAnswers(next);
    setError(undefined);
    try {
      const send = (portion: AnswerOfTool[]) =>
        call('explainFields', { path: { id: serverId }, body: { answers: portion }, signal: run.signal });
      const found = await readFields(next, send, setReading);
      if (!run.signal.aborted) setFields(found);
    } catch (problem) {
      if (!isAborted(problem)) setError(problem);
    } finally {
      if (running.current === run) setReading(undefined);
    }
  };
  return { answers, fields, reading, error, read, stop: () => running.current?.abort() };
}

export default function FieldsPage({ server }: TabProps) {
  const query = useQuery(toolsQuery(server.id));
  const { answers, fields, reading, error, read, stop } = useFields(server.id);
  if (query.isError && query.data === undefined)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the tools" />;
  const tools = query.data.items;
  return (
    <div className="stack">
      <h2 className="visually-hidden">Redaction by field</h2>
      <RecordingSource
        server={server}
        tools={tools}
        isReading={reading !== undefined}
        onRead={(next) => void read(next)}
      />
      {reading !== undefined && (
        <div className="row">
          <span role="status">
            Reading part {count(reading.done + 1)} of {count(reading.parts)} …
          </span>
          <progress max={reading.parts} value={reading.done} aria-label="Parts that are read" />
          <Button onClick={stop}>Stop</Button>
        </div>
      )}
      {error !== undefined && (
        <Problem title="The answers could not be read" error={error} retry={() => void read(answers)} />
      )}
      {fields !== undefined && (
        <Fields
          server={server}
          fields={fields}
          names={new Map(tools.map(({ id, name }) => [id, name]))}
          answers={answers.length}
          onMarked={() => void read(answers)}
        />
      )}
    </div>
  );
}

interface FieldsProps extends TabProps {
  readonly fields: AnswerFields;
  readonly names: ReadonlyMap<string, string>;
  readonly answers: number;
  readonly onMarked: () => void;
}

const OPTIONS = (Object.keys(SHOWN) as Shown[]).map((value) => ({ value, label: SHOWN[value].label }));

function Fields({ server, fields, names, answers, onMarked }: FieldsProps) {
  const { canEdit } = useSession();
  const queries = useQueryClient();
  const [shown, setShown] = useState<Shown>('all');
  const [needle, setNeedle] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const settled = useDeferredValue(needle);
  const nameOf = (id: string) => names.get(id) ?? id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the tools alone
  const rows = useMemo(
    () => shownRows(fields.rows, { shown, needle: settled, nameOf }),
    [fields, shown, settled, names],
  );
  const pick = useCallback((row: FieldRow, on: boolean) => {
    setChosen((now) => {
      const next = new Set(now);
      if (on) next.add(keyOf(row));
      else next.delete(keyOf(row));
      return next;
    });
  }, []);
  const markable = rows.filter(({ isMarkable }) => isMarkable);
  const picked = fields.rows.filter((row) => row.isMarkable && chosen.has(keyOf(row)));
  const hidden = picked.length - markable.filter((row) => chosen.has(keyOf(row))).length;
  const sum = (of: (row: FieldRow) => number) => count(fields.rows.reduce((all, row) => all + of(row), 0));
  return (
    <section className="stack" aria-label="Fields">
      <p role="status">
        {plural(answers, 'answer')}, {plural(fields.rows.length, 'field')}, {plural(fields.values, 'value')}:{' '}
        {sum(({ kept }) => kept)} kept, {sum(({ redacted }) => redacted)} redacted, {sum(({ withheld }) => withheld)}{' '}
        withheld as unknown.
        {fields.left > 0 && ` ${plural(fields.left, 'value')} more without a row.`}
      </p>
      <div className="row">
        <Choice value={shown} options={OPTIONS} ariaLabel="Which fields" onChange={setShown} />
        <div className="grow">
          <Input
            type="search"
            value={needle}
            placeholder="Find a field or tool"
            ariaLabel="Find a field or tool"
            onChange={({ detail }) => setNeedle(detail.value)}
          />
        </div>
        {canEdit && markable.length > 0 && (
          <Button onClick={() => setChosen(new Set([...chosen, ...markable.map(keyOf)]))}>
            Choose all {count(markable.length)} shown
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <Empty title="No field">Nothing in these answers is of this kind.</Empty>
      ) : (
        <GrowingList items={rows} of={`${shown} ${settled}`} className="card field-list" label="Fields of the answers">
          {(row, index) => (
            <li key={keyOf(row)}>
              {row.toolId !== rows[index - 1]?.toolId && <h3 className="field-tool">{nameOf(row.toolId)}</h3>}
              <FieldLine
                row={row}
                toolName={nameOf(row.toolId)}
                isChosen={chosen.has(keyOf(row))}
                canEdit={canEdit}
                says={fields.rules[row.rules[0] ?? '']}
                onPick={pick}
              />
            </li>
          )}
        </GrowingList>
      )}
      {canEdit && (
        <FieldMarks
          serverId={server.id}
          chosen={picked}
          hidden={hidden}
          nameOf={nameOf}
          onClear={() => setChosen(new Set())}
          onMarked={() => {
            setChosen(new Set());
            void queries.invalidateQueries({ queryKey: toolsQuery(server.id).queryKey });
            onMarked();
          }}
        />
      )}
    </section>
  );
}
