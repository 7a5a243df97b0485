/** A new server: who may create one, and what a link to the wizard has filled in (`?url=`, `?way=`, `?demo`). */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type DemoApi, isOnThisMachine, localQuery } from '../../api/local.ts';
import { Empty } from '../../components/empty.tsx';
import { Loading } from '../../components/shell.tsx';
import { useSession } from '../../state/session.tsx';
import { initialState, type WizardState } from './state.ts';
import { Wizard } from './wizard.tsx';

export default function WizardPage() {
  const { canEdit } = useSession();
  const [search] = useSearchParams();
  const wantsDemo = search.has('demo');
  const local = useQuery({ ...localQuery(), enabled: wantsDemo && isOnThisMachine() });
  if (!canEdit)
    return (
      <Empty level={1} title="Viewers cannot create servers">
        Ask an administrator for the editor role to create one.
      </Empty>
    );
  if (wantsDemo && local.isLoading) return <Loading what="the demo API" />;
  return <Started search={search} demo={wantsDemo ? local.data?.demo : undefined} />;
}

/** A link is read once; what is typed afterwards stays. */
function Started(props: { readonly search: URLSearchParams; readonly demo: DemoApi | undefined }) {
  const [start] = useState(() => startOf(props.search, props.demo));
  return <Wizard start={start} />;
}

function startOf(search: URLSearchParams, demo: DemoApi | undefined): WizardState {
  if (demo) return initialState('openapi', demo.specUrl, demo.auth.token);
  const url = search.get('url') ?? '';
  const way = search.get('way');
  if (way === 'manual' || way === 'mcp') return initialState(way);
  return initialState(url !== '' || way === 'openapi' ? 'openapi' : undefined, url);
}
