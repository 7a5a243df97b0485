/** The wizard: the current step, what Next does, and the request that creates the server. Each step is a file of its own. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { ApiError, call } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries/installation.ts';
import type { CreatedServer, GovernanceChange, NewServer } from '../../api/types.ts';
import { NO_CREDENTIALS } from '../../lib/credential-form.ts';
import { focusFault } from '../../lib/fault-focus.ts';
import { useHold } from '../../state/leaving.tsx';
import { useNotify } from '../../state/notices.tsx';
import { ConnectionStep, McpPreview } from './connection-step.tsx';
import { DeployStep } from './deploy-step.tsx';
import { GovernanceStep } from './governance-step.tsx';
import { ProjectField, useProjectChoice } from './project-choice.tsx';
import { faultField, requestOf, stepOf } from './request.ts';
import { SecurityStep } from './security-step.tsx';
import { faultsOf, isTouched, nextStep, previousStep, reachable, type StepId, type WizardState } from './state.ts';
import { Stepper } from './stepper.tsx';
import { ToolsetStep } from './toolset-step.tsx';
import { useSpecPreview } from './use-spec-preview.ts';
import { WayStep } from './way-step.tsx';
import '../../styles/wizard.css';

const HEADINGS: Record<StepId, { title: string; text: string }> = {
  way: {
    title: 'How do you want to start?',
    text: 'You get an MCP URL either way, and can edit the tools later.',
  },
  connection: {
    title: 'Which API does this server call?',
    text: 'The server calls this API, and other hosts only if you approve them.',
  },
  security: {
    title: 'API credentials',
    text: 'Stored encrypted and sent to this API only. Never shown on a page, in a log or in an answer.',
  },
  governance: {
    title: 'What may the model see?',
    text: 'These rules apply to every answer. Anything you do not change follows the global settings.',
  },
  deploy: { title: 'Deploy', text: '' },
};

/** Where the words of a way differ from those for an API. */
const OF_WAY: Partial<Record<NonNullable<WizardState['way']>, Partial<typeof HEADINGS>>> = {
  toolset: {
    connection: {
      title: 'Which servers are combined?',
      text: 'Clients get their tools behind one URL. Calls use the credential and the rules of the server that a tool is of.',
    },
  },
  mcp: {
    connection: { title: 'Which MCP server is it?', text: 'Calls go to this server and to no other host.' },
    security: {
      title: 'Credentials of the MCP server',
      text: 'Stored encrypted and sent to this server only. Never shown on a page, in a log or in an answer.',
    },
  },
};

/**
 * The step is that of the history entry, so that no Back can come between the two. `onStep` is called when an entry is shown, except the
 * one that the wizard began with, and gets the way it was reached.
 */
function useStepOfHistory(onStep: (step: StepId, kind: NavigationType) => void, initial: StepId): void {
  const location = useLocation();
  const kind = useNavigationType();
  const first = useRef(initial);
  const mounted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an entry of the history is shown
  useEffect(() => {
    const { step = kind === 'POP' ? first.current : undefined } = (location.state ?? {}) as { step?: StepId };
    if (mounted.current && step !== undefined) onStep(step, kind);
    mounted.current = true;
  }, [location.key]);
}

/** The heading: each step begins at the top of the page, with the focus on the heading if nothing else has it. */
function useHeading(step: StepId): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = 'New server · Portcullis';
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the step
  useEffect(() => {
    // Next is at the end of a long step, and the page would stay where that was.
    scrollTo(0, 0);
    if (document.activeElement === document.body || document.activeElement === null) heading.current?.focus();
  }, [step]);
  return heading;
}

/** The request that creates the server. `onRefused` gets an error that names fields. */
function useDeploy(onCreated: () => void, onRefused: (error: ApiError) => void) {
  const notify = useNotify();
  const [pending, setPending] = useState(false);
  const [created, setCreated] = useState<CreatedServer>();
  const deploy = async (body: NewServer) => {
    setPending(true);
    notify.clear();
    try {
      // Without a tokenLabel of null the answer has the first token.
      setCreated((await call('createServer', { path: {}, body })) as CreatedServer);
      onCreated();
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) onRefused(error);
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };
  return { pending, created, deploy };
}

interface WizardProps {
  /** The initial values. */
  readonly start: WizardState;
}

export function Wizard({ start }: WizardProps) {
  const location = useLocation();
  const navigate = useNavigate();
  // Loaded now as well so that the Governance step opens without a wait.
  const { privateHosts } = useQuery({ ...settingsQuery(), staleTime: 30_000 }).data ?? {};
  const [entered, setState] = useState(start);
  const state: WizardState = { ...entered, ...(privateHosts && { privateHosts }) };
  const [governance, setGovernance] = useState<GovernanceChange>({});
  const [shown, setShown] = useState<StepId>();
  const [refused, setRefused] = useState<ApiError>();
  const [waiting, setWaiting] = useState(false);
  const place = useProjectChoice();
  const heading = useHeading(state.step);
  const form = useRef<HTMLFormElement>(null);
  const preview = useSpecPreview(state, setState);
  const { pending, created, deploy } = useDeploy(
    // The credential is not needed any more, so it is dropped.
    () => setState((old) => ({ ...old, credentials: NO_CREDENTIALS, document: undefined })),
    (error) => {
      const step = stepOf(error.faults[0]?.field ?? '');
      setState((old) => ({ ...old, step: step === 'security' && old.authType === 'none' ? 'connection' : step }));
      setRefused(error);
      focusFault(form.current);
    },
  );
  useHold(created === undefined && isTouched(state, start));

  useStepOfHistory((step, kind) => {
    setShown(undefined);
    setState((old) => ({
      ...old,
      step: kind === 'POP' ? reachable({ ...old, ...(privateHosts && { privateHosts }) }, step) : step,
    }));
  }, state.step);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the reading ends
  useEffect(() => {
    // The fields are filled one render after the document was read.
    if (!waiting || preview.loading || (preview.data !== undefined && state.found === undefined)) return;
    setWaiting(false);
    if (state.found !== undefined && Object.keys(faultsOf(state, 'connection')).length === 0) go(nextStep(state));
  }, [waiting, preview.loading, state.found]);

  const Connection = state.way === 'toolset' ? ToolsetStep : ConnectionStep;
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
    if (nextStep(state) === 'deploy') {
      const { project } = place;
      return void deploy({ ...requestOf(state, governance), ...(project !== undefined && { project }) });
    }
    go(nextStep(state));
  };

  const heads = (state.way && OF_WAY[state.way]?.[state.step]) ?? HEADINGS[state.step];
  return (
    <div className="wizard">
      <Stepper state={state} onGo={go} />
      <form ref={form} className="wizard-main" onSubmit={submit} noValidate autoComplete="off">
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {heads.title}
          </h1>
          <p className="muted">{heads.text}</p>
        </header>
        {state.step === 'way' && <WayStep onChoose={(way) => go('connection', { way })} />}
        {state.step === 'connection' && <ProjectField {...place} />}
        {state.step === 'connection' && (
          <Connection state={state} faults={faults} preview={preview} onChange={change} />
        )}
        {state.step === 'security' && (
          <SecurityStep state={state} faults={faults} preview={preview.data} onChange={change} />
        )}
        {state.step === 'governance' && <GovernanceStep value={governance} faults={faults} onChange={setGovernance} />}
        {state.step === 'governance' && state.way === 'mcp' && (
          <McpPreview state={state} preview={preview} onChange={change} />
        )}
        <Steps
          step={state.step}
          isLast={nextStep(state) === 'deploy'}
          waitsFor={pending ? 'Deploying' : waiting ? 'Reading the document' : undefined}
          onBack={() => (state.step === 'way' ? navigate('/') : go(previousStep(state)))}
        />
      </form>
    </div>
  );
}

interface StepsProps {
  readonly step: StepId;
  /** The next one deploys. */
  readonly isLast: boolean;
  readonly waitsFor: string | undefined;
  readonly onBack: () => void;
}

/** Back, and the button that submits the step. */
function Steps({ step, isLast, waitsFor, onBack }: StepsProps) {
  return (
    <footer className="row spread">
      <Button formAction="none" onClick={onBack} variant="link">
        {step === 'way' ? 'Cancel' : 'Back'}
      </Button>
      {step !== 'way' && (
        <Button
          variant="primary"
          formAction="submit"
          loading={waitsFor !== undefined}
          {...(waitsFor !== undefined && { loadingText: waitsFor })}
        >
          {isLast ? 'Deploy' : 'Next'}
        </Button>
      )}
    </footer>
  );
}
