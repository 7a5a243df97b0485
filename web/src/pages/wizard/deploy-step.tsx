/** The deployment in progress, and at its end the token, which can be seen only here. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, lazy, type SetStateAction, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { deploymentQuery } from '../../api/queries/deployments.ts';
import { serverQuery } from '../../api/queries/servers.ts';
import { toolsQuery } from '../../api/queries/tools.ts';
import type { CreatedServer, Deployment } from '../../api/types.ts';
import { AccountAddress } from '../../components/account-address.tsx';
import { NotConnected } from '../../components/consent-state.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { Phases } from '../../components/phases.tsx';
import { Problem } from '../../components/problem.tsx';
import { ShownToken } from '../../components/shown-token.tsx';
import { sectionOfFailure } from '../../lib/failures.ts';
import { plural } from '../../lib/format.ts';
import { settingsPath } from '../../lib/settings-sections.ts';
import { TRY_TOOL } from '../../lib/tool-panel-views.ts';
import { easiestToTry } from '../../lib/tools.ts';
import { useAction } from '../../state/use-action.ts';
import { Stepper } from './stepper.tsx';

const ToolAdd = lazy(async () => ({ default: (await import('../server/tools/tool-add.tsx')).ToolAdd }));

const TEXTS: Readonly<Record<Deployment['status'], string>> = {
  running: 'This takes a few seconds.',
  live: 'Connect an AI client with the MCP URL below.',
  failed: 'The token below works as soon as a deployment succeeds.',
};
const NO_TOOLS_YET = 'Add its first tool. Connected clients see new tools at once.';

export function DeployStep({ created }: { readonly created: CreatedServer }) {
  const serverId = created.server.id;
  const [deploymentId, setDeploymentId] = useState(created.deployment.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pending, run } = useAction();
  /** Tools that were added by hand. */
  const [added, setAdded] = useState(0);
  const [isCopied, setCopied] = useState(false);
  const isManual = created.server.source.kind === 'manual';
  const query = useQuery(deploymentQuery(serverId, deploymentId));
  // A poll without a response yet clears the previous error.
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    if (query.data !== undefined) setTrouble(undefined);
    else if (query.error !== null) setTrouble(query.error);
  }, [query.data, query.error]);
  const deployment = query.data ?? created.deployment;
  const live = deployment.status === 'live';
  const server = useQuery({ ...serverQuery(serverId), enabled: live, refetchInterval: false });
  const name = server.data?.name || created.server.name || 'Your server';

  useEffect(() => {
    document.title = `${live ? 'Live' : deployment.status === 'failed' ? 'Failed' : 'Deploying'} · Portcullis`;
  }, [live, deployment.status]);

  // The button that was pressed is gone; what became of it is read out as it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the state
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === heading.current)
      heading.current?.focus();
  }, [deployment.status]);

  const again = () =>
    run(async () => {
      const next = await call('createDeployment', {
        path: { id: serverId },
        body: created.server.source.kind === 'openapi' ? { reimport: true } : {},
      });
      setDeploymentId(next.id);
    });

  return (
    <div className="wizard">
      <Stepper
        state={{ step: 'deploy', authType: created.server.auth.type, way: created.server.source.kind }}
        isDone={live}
      />
      <div className="wizard-main">
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {live ? `${name} is live` : deployment.status === 'failed' ? 'The deployment stopped' : 'Deploying'}
          </h1>
          <p className="muted">{isManual && live && added === 0 ? NO_TOOLS_YET : TEXTS[deployment.status]}</p>
        </header>
        <Phases deployment={deployment} live />
        {trouble !== undefined && (
          <Problem title="Progress is not available; the deployment continues" error={trouble} />
        )}
        <Failure deployment={deployment} serverId={serverId} pending={pending} onAgain={() => void again()} />
        {server.data !== undefined && <NotConnected server={server.data} beside />}
        {server.data?.credentials === 'per-token' && <AccountAddress serverId={serverId} />}
        {live && isManual && <FirstTools server={created.server} added={added} onAdded={setAdded} />}
        {deployment.status !== 'running' && (
          <ShownToken shown={created} ready={live} onCopied={() => setCopied(true)} />
        )}
        {/* Added tools are another list. */}
        {live && <Onward key={added} serverId={serverId} />}
        <LeaveGuard what="connection token" text={created.token.value} isCopied={isCopied} />
      </div>
    </div>
  );
}

interface FailureProps {
  readonly deployment: Deployment;
  readonly serverId: string;
  readonly pending: boolean;
  readonly onAgain: () => void;
}

/** Why the deployment failed, and what can be done. Renders nothing without an error. */
function Failure({ deployment: { error, phases }, serverId, pending, onAgain }: FailureProps) {
  if (error === undefined) return null;
  return (
    <Alert
      type="error"
      header={`${phases.find(({ name }) => name === error.phase)?.label ?? error.phase} failed`}
      action={
        <Button loading={pending} onClick={onAgain}>
          Deploy again
        </Button>
      }
    >
      <div className="break">{error.message}</div>
      <div className="small mono muted">{error.code}</div>
      <div>
        <Link to={settingsPath(serverId, sectionOfFailure(error.code) ?? 'connection')}>
          Change the server’s settings
        </Link>
        , or <Link to="/servers/new">start over</Link>.
      </div>
    </Alert>
  );
}

interface FirstToolsProps extends Pick<CreatedServer, 'server'> {
  readonly added: number;
  readonly onAdded: Dispatch<SetStateAction<number>>;
}

/** Adds tools to a server that has no document to take them from. */
function FirstTools({ server, added, onAdded }: FirstToolsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className="row">
        <Button variant="primary" iconName="add-plus" onClick={() => setAdding(true)}>
          {added === 0 ? 'Add the first tool' : 'Add another tool'}
        </Button>
        <span className="muted" role="status">
          {added > 0 && `${plural(added, 'tool')} added.`}
        </span>
      </div>
      {adding && (
        <Suspense>
          <ToolAdd
            server={server}
            tags={[]}
            onClose={() => setAdding(false)}
            onChanged={(count) => onAdded((before) => before + count)}
            onAdded={() => {
              onAdded((before) => before + 1);
              setAdding(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The first call: of a tool that needs as little as possible, where there is one, else on the page of the server. */
function Onward({ serverId }: { readonly serverId: string }) {
  const list = useQuery({ ...toolsQuery(serverId), staleTime: 0 });
  const tool = easiestToTry(list.data?.items ?? []);
  return (
    <section className="card row spread" aria-label="Next step">
      <span className="grow">
        {tool !== undefined && (
          <>
            <strong>Next:</strong> call a tool and compare the raw answer with the one that a model gets.
          </>
        )}
      </span>
      <span className="row">
        <Link className={tool === undefined ? 'button-link primary' : 'button-link'} to={`/servers/${serverId}`}>
          Open the server
        </Link>
        {tool !== undefined && (
          <Link className="button-link primary" to={`/servers/${serverId}/tools?tool=${tool.id}`} state={TRY_TOOL}>
            Try a tool
          </Link>
        )}
      </span>
    </section>
  );
}
