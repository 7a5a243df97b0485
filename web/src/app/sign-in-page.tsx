/** Shown only when signing in failed: what happened, and a button to try again. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { ApiError } from '../api/client.ts';
import { SignInError, signInAgain } from '../auth/login.ts';
import { Gate } from '../components/shell.tsx';

function reason(error: unknown): string {
  if (error instanceof SignInError) return error.message;
  if (error instanceof ApiError && error.status === 403)
    return 'This account belongs to none of the groups admin, editor and viewer. Ask an administrator to add it to one.';
  if (error instanceof ApiError) return error.message;
  return 'The service cannot be reached. Check the connection and try again.';
}

export function SignInPage({ error }: { readonly error: unknown }) {
  return (
    <main className="sign-in">
      <div className="stack">
        <h1 className="row">
          <Gate size={34} /> Portcullis
        </h1>
        <Alert type="error" header="Sign-in failed">
          {reason(error)}
        </Alert>
        <div className="row">
          <Button variant="primary" onClick={() => void signInAgain().catch(() => location.reload())}>
            Sign in
          </Button>
        </div>
      </div>
    </main>
  );
}
