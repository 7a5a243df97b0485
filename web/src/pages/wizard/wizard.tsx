/** The wizard: the current step, what Next does, and the request that creates the server. Each step is a file of its own. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { ApiError, call } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import type { CreatedServer, GovernanceChange, NewServer } from '../../api/types.ts';
import { useHold } from '../../app/leaving.tsx';
import { useNotify } from '../../app/notices.tsx';
import { NO_CREDENTIALS } from '../../lib/credential-form.ts';
import { authOf, fieldOfFault } from '../../lib/credentials.ts';
import { focusFault } from '../../lib/fault-focus.ts';
import { ConnectionStep } from './connection-step.tsx';
import { DeployStep } from './deploy-step.tsx';
import { GovernanceStep } from './governance-step.tsx';
import { SecurityStep } from './security-step.tsx';
import {
  approvedHosts,
  faultsOf,
  isTouched,
  nextStep,
  previousStep,
  reachable,
  type StepId,
  type WizardState,
} from './state.ts';
import { Stepper } from './stepper.tsx';
import { useSpecPreview } from './use-spec-preview.ts';
import { WayStep } from './way-step.tsx';
import '../../styles/wizard.css';

const HEADINGS: Record<StepId, { title: string; text: string }> = {
  way: {
    title: 'How do you want to start?',
    text: 'Both ways end with a live MCP URL; tools can be edited in either.',
  },
  connection: {
    title: 'Which API should this server expose?',
    text: 'AI clients reach this API through the server, and no other host unless you approve it.',
  },
  security: {
    title: 'API credentials',
    text: 'The credential is encrypted with a key of your own account before it is stored. No page, log or AI client ever sees it again.',
  },
  governance: {
    title: 'What may the model see?',
    text: 'Every answer passes through these rules before it leaves the sandbox. The sample shows them at work.',
  },
  deploy: { title: 'Deploy', text: '' },
};

/** The step that has a refused field of the request. */
function stepOf(field: string): StepId {
  if (/^\/?auth/.test(field)) return 'security';
  if (/^\/?(governance|systemRules)/.test(field)) return 'governance';
  return 'connection';
}

/** For a credential the field of its form, else the last name of the pointer. */
const faultField = (field: string): string =>
  /^\/?auth/.test(field) ? fieldOfFault(field) : (field.split('/').at(-1) ?? '');

function requestOf(state: WizardState, governance: GovernanceChange): NewServer {
  const source: NewServer['source'] =
    state.way === 'manual'
      ? { kind: 'manual' }
      : state.document === undefined
        ? { kind: 'openapi', url: state.url.trim() }
        : { kind: 'openapi', document: state.document.content };
  const hosts = approvedHosts(state).map((origin) => ({ origin }));
  return {
    source,
    auth: authOf(state.authType, state.credentials),
    ...(state.name.trim() === '' ? {} : { name: state.name.trim() }),
    ...(state.baseUrl.trim() === '' ? {} : { baseUrl: state.baseUrl.trim() }),
    ...(Object.keys(governance).length === 0 ? {} : { governance }),
    ...(state.tags === undefined ? {} : { tags: [...state.tags] }),
    ...(state.withoutRepairs === undefined ? {} : { withoutRepairs: [...state.withoutRepairs] }),
    ...(hosts.length === 0 || state.way === 'manual' ? {} : { hosts }),
    exposition: state.exposition,
  };
}

interface WizardProps {
  /** The initial values. */
  readonly start: WizardState;
}

export function Wizard({ start }: WizardProps) {
  const location = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const notify = useNotify();
  const [state, setState] = useState(start);
  const [governance, setGovernance] = useState<GovernanceChange>({});
  const [shown, setShown] = useState<StepId>();
  const [refused, setRefused] = useState<ApiError>();
  const [pending, setPending] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [created, setCreated] = useState<CreatedServer>();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const preview = useSpecPreview(state, setState);
  // Loaded now, so that the Governance step opens without a wait.
  useQuery({ ...settingsQuery(), staleTime: 30_000 });

  useHold(created === undefined && isTouched(state, start));

  // The step is that of the history entry, so that no Back can come between the two.
  const first = useRef(state.step);
  const mounted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an entry of the history is shown
  useEffect(() => {
    const { step = kind === 'POP' ? first.current : undefined } = (location.state ?? {}) as { step?: StepId };
    if (mounted.current && step !== undefined) {
      setShown(undefined);
      setState((old) => ({ ...old, step: kind === 'POP' ? reachable(old, step) : step }));
    }
    mounted.current = true;
  }, [location.key]);

  useEffect(() => {
    document.title = 'New server · Portcullis';
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the step
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) heading.current?.focus();
  }, [state.step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the reading ends
  useEffect(() => {
    // The fields are filled one render after the document was read.
    if (!waiting || preview.loading || (preview.data !== undefined && state.found === undefined)) return;
    setWaiting(false);
    if (state.found !== undefined && Object.keys(faultsOf(state, 'connection')).length === 0) go(nextStep(state));
  }, [waiting, preview.loading, state.found]);

  const change = (part: Partial<WizardState>) => {
    setRefused(undefined);
    setState((old) => ({ ...old, ...part }));
  };
  const go = (step: StepId, part: Partial<WizardState> = {}) => {
    change(part);
    // The history contains the step's name only.
    navigate({ search: location.search }, { state: { step }, flushSync: true });
  };

  if (created !== undefined) return <DeployStep created={created} />;

  const faults: Record<string, string | undefined> = {
    ...(shown === state.step ? faultsOf(state, state.step) : {}),
    ...(refused === undefined
      ? {}
      : Object.fromEntries(refused.faults.map((fault) => [faultField(fault.field), fault.message]))),
  };

  const deploy = async () => {
    setPending(true);
    notify.clear();
    try {
      const answer = await call('createServer', { path: {}, body: requestOf(state, governance) });
      setCreated(answer);
      // The credential is not needed any more, so it is dropped.
      setState((old) => ({ ...old, credentials: NO_CREDENTIALS, document: undefined }));
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) {
        const step = stepOf(error.faults[0]?.field ?? '');
        setState((old) => ({ ...old, step: step === 'security' && old.authType === 'none' ? 'connection' : step }));
        setRefused(error);
        focusFault(form.current);
      }
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(faultsOf(state, state.step)).length > 0) {
      focusFault(form.current);
      return setShown(state.step);
    }
    if (state.step === 'connection' && state.way === 'openapi' && preview.data === undefined) {
      // Next was pressed while the document is being read: it continues as soon as that is done.
      setWaiting(preview.loading);
      return setShown(state.step);
    }
    if (state.step === 'governance') return void deploy();
    go(nextStep(state));
  };

  return (
    <div className="wizard">
      <Stepper state={state} onGo={go} />
      <form ref={form} className="wizard-main" onSubmit={submit} noValidate autoComplete="off">
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {HEADINGS[state.step].title}
          </h1>
          <p className="muted">{HEADINGS[state.step].text}</p>
        </header>
        {state.step === 'way' && <WayStep onChoose={(way) => go('connection', { way })} />}
        {state.step === 'connection' && (
          <ConnectionStep state={state} faults={faults} preview={preview} onChange={change} />
        )}
        {state.step === 'security' && (
          <SecurityStep state={state} faults={faults} preview={preview.data} onChange={change} />
        )}
        {state.step === 'governance' && <GovernanceStep value={governance} faults={faults} onChange={setGovernance} />}
        <footer className="row spread">
          <Button
            formAction="none"
            onClick={() => (state.step === 'way' ? navigate('/') : go(previousStep(state)))}
            variant="link"
          >
            {state.step === 'way' ? 'Cancel' : 'Back'}
          </Button>
          {state.step !== 'way' && (
            <Button
              variant="primary"
              formAction="submit"
              loading={pending || waiting}
              loadingText={pending ? 'Deploying' : 'Reading the document'}
            >
              {state.step === 'governance' ? 'Deploy' : 'Next'}
            </Button>
          )}
        </footer>
      </form>
    </div>
  );
}
