/** An error and what to do about it, for a whole page or section; field errors are shown at their fields instead. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { Link } from 'react-router';
import { ApiError } from '../api/client.ts';
import { fieldWords } from '../api/field-words.ts';
import { isHeldBack, messageOf } from '../state/notices.tsx';

interface ProblemProps {
  readonly error: unknown;
  readonly title?: string;
  readonly retry?: () => void;
}

export function Problem({ error, title = 'This could not be loaded', retry }: ProblemProps) {
  if (isHeldBack(error))
    return (
      <Alert
        type="info"
        header="Nothing was changed yet"
        action={retry === undefined ? undefined : <Button onClick={retry}>Try again</Button>}
      >
        {messageOf(error)} <Link to="/approvals">Approvals</Link>
      </Alert>
    );
  const api = error instanceof ApiError ? error : undefined;
  return (
    <Alert
      type="error"
      header={title}
      action={retry === undefined ? undefined : <Button onClick={retry}>Try again</Button>}
    >
      {messageOf(error)}
      {api !== undefined && api.faults.length > 1 && (
        <ul>
          {api.faults.map((fault) => (
            <li key={`${fault.field} ${fault.rule}`}>
              {fieldWords(fault.field)}: {fault.message}
            </li>
          ))}
        </ul>
      )}
      {api !== undefined && api.code !== 'unknown' && (
        <Link className="small mono" to={`/help?q=${api.code}`}>
          {api.code}
        </Link>
      )}
    </Alert>
  );
}
