/** The global defaults, which every server uses unless it overrides them. */
import Alert from '@cloudscape-design/components/alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { DEFAULT_GOVERNANCE } from '../../../../core/model/governance/settings.ts';
import { call } from '../../api/client.ts';
import { isOnThisMachine } from '../../api/local.ts';
import { globalAuditQuery } from '../../api/queries/audit.ts';
import { settingsQuery } from '../../api/queries/installation.ts';
import { serversQuery } from '../../api/queries/servers.ts';
import type { AuditEntry } from '../../api/types.ts';
import { GovernanceSettings } from '../../components/governance-settings.tsx';
import { Problem } from '../../components/problem.tsx';
import { Loading } from '../../components/shell.tsx';
import { Ago } from '../../components/time.tsx';
import { count, plural } from '../../lib/format.ts';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';
import { entryOf, What } from '../audit/audit-entry.tsx';
import { AuditPanel } from '../audit/audit-panel.tsx';
import { Floor } from './floor.tsx';
import { Webhooks } from './webhooks.tsx';
import '../../styles/server.css';

const NAMED = 5;

type Resealed = Awaited<ReturnType<typeof call<'changeSettings'>>>['resealed'];

export default function SettingsPage() {
  const { isAdmin } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery(settingsQuery());
  const [resealed, setResealed] = useState<Resealed>();
  useEffect(() => {
    document.title = 'Settings · Portcullis';
  }, []);
  if (query.isError && query.data === undefined)
    return (
      <>
        <div className="page-head">
          <h1>Settings</h1>
        </div>
        <Problem error={query.error} retry={() => void query.refetch()} />
      </>
    );
  if (query.data === undefined) return <Loading what="the settings" />;
  const settings = query.data;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Settings</h1>
          <p>
            Defaults for servers without their own value.{' '}
            {settings.updatedAt !== undefined && (
              <>
                Changed <Ago at={settings.updatedAt} /> by {settings.updatedByName ?? settings.updatedBy}.
              </>
            )}
          </p>
        </div>
      </div>
      <div className="settings-stack">
        {!isAdmin && (
          <Alert type="info">
            Only administrators can change these settings. You can view them and try them on a sample.
          </Alert>
        )}
        {resealed !== undefined && <Outcome resealed={resealed} onDismiss={() => setResealed(undefined)} />}
        <section className="card">
          <h2>Governance</h2>
          <p className="muted">Applies at once to every server without its own value.</p>
          <GovernanceSettings
            governance={settings.governance}
            inherited={DEFAULT_GOVERNANCE}
            disabled={!isAdmin}
            withoutRedaction={<WithoutRedaction />}
            refresh={async () => (await queries.fetchQuery({ ...settingsQuery(), staleTime: 0 })).governance}
            onSave={async (governance) => {
              const { version } = queries.getQueryData(settingsQuery().queryKey) ?? settings;
              const answer = await call('changeSettings', { path: {}, body: { governance, version } });
              queries.setQueryData(settingsQuery().queryKey, answer);
              setResealed(answer.resealed);
              notify.success('Saved.');
              void queries.invalidateQueries({ queryKey: ['server'] });
              void queries.invalidateQueries({ queryKey: ['audit'] });
            }}
          />
        </section>
        <Floor />
        {isAdmin && <Webhooks />}
        {isAdmin && <Changes />}
        <Installation addresses={settings.egressAddresses} privateHosts={settings.privateHosts} />
      </div>
    </>
  );
}

interface OutcomeProps {
  readonly resealed: NonNullable<Resealed>;
  readonly onDismiss: () => void;
}

/** What became of the servers that follow a change. */
function Outcome({ resealed: { following, done, later, failed }, onDismiss }: OutcomeProps) {
  return (
    <Alert type={failed.length > 0 ? 'warning' : 'success'} dismissible onDismiss={onDismiss}>
      {plural(following, 'server')} follow{following === 1 ? 's' : ''} the changed values; {done} updated
      {later > 0 && `, ${later} in progress`}.
      {failed.map((one) => (
        <div key={one.serverId}>
          {one.name}: {one.message}
        </div>
      ))}
    </Alert>
  );
}

interface InstallationProps {
  /** Those that APIs are called from, if they are fixed. */
  readonly addresses: readonly string[] | undefined;
  readonly privateHosts: readonly string[] | undefined;
}

function Installation({ addresses, privateHosts }: InstallationProps) {
  const { config, me } = useSession();
  return (
    <section className="card">
      <h2>This installation</h2>
      <dl className="facts">
        <dt>MCP URL</dt>
        <dd className="mono">{config.edgeUrl}/mcp</dd>
        <dt>APIs are called from</dt>
        <dd>
          {addresses ? (
            <span className="mono">{addresses.join(', ')}</span>
          ) : isOnThisMachine() ? (
            'this machine'
          ) : (
            'changing AWS addresses; for fixed ones set egress in the deployment'
          )}
        </dd>
        {privateHosts !== undefined && (
          <>
            <dt>Allowed private hosts</dt>
            <dd className="mono break">{privateHosts.join(', ')}</dd>
          </>
        )}
        <dt>Login</dt>
        <dd className="mono">{config.issuer}</dd>
        <dt>Signed in as</dt>
        <dd>
          {me.name} ({me.role})
        </dd>
        <dt>Management API</dt>
        <dd>
          <Link to="/help/api">Operations</Link>, <a href="/v1/openapi.json">/v1/openapi.json</a>
        </dd>
      </dl>
    </section>
  );
}

/** The servers that are affected when redaction is switched off for all. */
function WithoutRedaction() {
  const query = useQuery(serversQuery());
  const following = query.data?.items.filter(({ governance }) => governance.origins.pii !== 'server') ?? [];
  const named = following.slice(0, NAMED).map(({ name }) => name || 'Unnamed server');
  return (
    <>
      <p>
        {query.data === undefined
          ? 'All servers without their own value follow this setting.'
          : following.length === 0
            ? 'No server follows this setting now; new ones will.'
            : `${plural(following.length, 'server')} follow${following.length === 1 ? 's' : ''} this setting: ${named.join(', ')}${following.length > NAMED ? ` and ${count(following.length - NAMED)} more` : ''}.`}
      </p>
      <p>From the next answer on, their clients and models get names, addresses, card numbers and keys unredacted.</p>
    </>
  );
}

/** The latest entries of the trail that belongs to no server: changes of these settings, and deleted servers. */
function Changes() {
  const [opened, setOpened] = useState<AuditEntry>();
  const query = useQuery(globalAuditQuery());
  const items = query.data?.items ?? [];
  return (
    <section className="card">
      <h2>Changes</h2>
      {items.length === 0 ? (
        <p className="muted">
          {query.isError
            ? 'The changes could not be loaded.'
            : query.data === undefined
              ? 'Loading the changes …'
              : 'No changes in the last 30 days.'}
        </p>
      ) : (
        <ul className="feed">
          {items.map((item) => (
            <li key={item.entryId}>
              <button type="button" className="row-button grow break" onClick={() => setOpened(item)}>
                <What entry={entryOf(item)} />
              </button>
              <Ago at={item.at} />
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <AuditPanel entry={entryOf(opened)} hasPage={false} onClose={() => setOpened(undefined)} />
      )}
    </section>
  );
}
