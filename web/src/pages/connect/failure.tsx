/** Why a page outside of the frame could not go on: the message, and the code that the help explains. */
import Alert from '@cloudscape-design/components/alert';
import { ApiError } from '../../api/client.ts';
import { messageOf } from '../../state/notices.tsx';

export const Failure = ({ error }: { readonly error: unknown }) => (
  <Alert type="error">
    <span className="break">{messageOf(error)}</span>
    {error instanceof ApiError && <div className="small mono muted">{error.code}</div>}
  </Alert>
);
