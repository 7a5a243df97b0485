/** The kept whole answer of a call: fetched when somebody asks for it, because each reading is recorded in the audit trail. */
import Button from '@cloudscape-design/components/button';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { AnswerContent } from '../../components/answer-content.tsx';
import { Problem } from '../../components/problem.tsx';
import { moment } from '../../lib/format.ts';
import { useSession } from '../../state/session.tsx';
import type { Entry } from './audit-entry.tsx';

export function KeptAnswer({ entry }: { readonly entry: Entry }) {
  const { readsAnswers } = useSession();
  const { entryId, serverId = '', keptAnswer } = entry;
  const reading = useMutation({ mutationFn: () => call('readAnswer', { path: { id: serverId, entryId } }) });
  if (keptAnswer === undefined) return null;
  if (keptAnswer === 'failed') return <p className="muted">The answer could not be stored when the call was made.</p>;
  const until = new Date(Date.parse(entry.at) + keptAnswer.days * 86_400_000).toISOString();
  if (Date.parse(until) <= Date.now()) return <p className="muted">The answer was stored until {moment(until)}.</p>;
  if (!readsAnswers)
    return (
      <p className="muted">
        The answer is stored until {moment(until)}. Members of the group <code>answer-reader</code> can view it.
      </p>
    );
  if (reading.data !== undefined)
    return (
      <>
        {!reading.data.matches && <p className="warn">This answer does not match the digest in the entry.</p>}
        <AnswerContent
          content={reading.data.content}
          label="Answer, as the client got it"
          detail={` · stored until ${moment(until)}`}
          copyLabel="Copy"
        />
      </>
    );
  return (
    <div className="stack tight">
      <div>
        <Button loading={reading.isPending} onClick={() => reading.mutate()}>
          Show the answer
        </Button>
      </div>
      <p className="muted small">Stored until {moment(until)}. Every view is logged.</p>
      {reading.isError && <Problem error={reading.error} retry={() => reading.mutate()} />}
    </div>
  );
}
