/** Finds out how people sign in at an MCP server, and fills in the credential once a person has looked at its hosts. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { call } from '../api/client.ts';
import type { Credentials } from '../lib/credential-form.ts';
import { discoveredCredentials } from '../lib/credentials.ts';
import { Problem } from './problem.tsx';

type Ways = AnswerOf<'discoverSignIn'>;
type SignInServer = Ways['servers'][number];

interface McpSignInProps {
  /** The address of the MCP server. */
  readonly url: string;
  readonly isComplete: boolean;
  readonly value: Credentials;
  readonly onFound: (credentials: Credentials) => void;
}

export function McpSignIn({ url, isComplete, value, onFound }: McpSignInProps) {
  const [pending, setPending] = useState(false);
  const [found, setFound] = useState<{ readonly url: string; readonly ways: Ways }>();
  const [used, setUsed] = useState<string>();
  const [fault, setFault] = useState<unknown>();
  const waiting = async (work: () => Promise<void>) => {
    setPending(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(error);
    } finally {
      setPending(false);
    }
  };
  const find = () =>
    waiting(async () => {
      setUsed(undefined);
      setFound({ url, ways: await call('discoverSignIn', { path: {}, body: { url } }) });
    });
  const use = (server: SignInServer) =>
    waiting(async () => {
      const { issuer, clientId, registers, auth } = server;
      const isRegistering = clientId === undefined && registers;
      const client = isRegistering
        ? await call('registerClient', { path: {}, body: { url, issuer } })
        : { clientId: clientId ?? '', clientAuthentication: 'basic' as const };
      onFound(discoveredCredentials({ ...auth, ...client }, value));
      setUsed(issuer);
    });
  const servers = found?.url === url ? found.ways.servers : [];
  return (
    <div className="stack tight">
      <div>
        <Button formAction="none" loading={pending} disabled={!isComplete} onClick={() => void find()}>
          Find out how people sign in
        </Button>
      </div>
      <div aria-live="polite" className="stack tight">
        {servers.map((server) => (
          <Alert
            key={server.issuer}
            type={used === server.issuer ? 'success' : 'info'}
            header={`People sign in at ${server.hosts.join(', and access goes to ')}`}
            action={
              used === server.issuer ? undefined : (
                <Button
                  formAction="none"
                  loading={pending}
                  ariaLabel={`${actionOf(server)}: ${server.hosts.join(', ')}`}
                  onClick={() => void use(server)}
                >
                  {actionOf(server)}
                </Button>
              )
            }
          >
            {used === server.issuer ? FILLED_IN : textOf(server)}
          </Alert>
        ))}
        {fault !== undefined && <Problem error={fault} title="The server’s sign-in was not found" />}
      </div>
    </div>
  );
}

const FILLED_IN = 'The credential is filled in. Its tools are imported once somebody has signed in.';

const actionOf = ({ clientId, registers }: SignInServer): string =>
  clientId === undefined && registers ? 'Register there and use it' : 'Use it';

function textOf({ clientId, registers }: SignInServer): string {
  const way =
    clientId !== undefined
      ? 'It knows this installation by a public document about it.'
      : registers
        ? 'This installation registers itself there as a client.'
        : 'Register a client there first: the next step asks for its id.';
  return `The MCP server says so itself. Use it only if you know this host. ${way}`;
}
