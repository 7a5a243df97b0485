/** The steps with the current one marked; completed steps are links, a skipped one says so. */
import { type StepId, skipsSecurity, stepsOf, type WizardState } from './state.ts';

interface StepperProps {
  readonly state: Pick<WizardState, 'step' | 'authType' | 'way'>;
  /** The last step is over, too. */
  readonly isDone?: boolean;
  readonly onGo?: (step: StepId) => void;
}

export function Stepper({ state, isDone = false, onGo }: StepperProps) {
  const steps = stepsOf(state);
  const current = steps.findIndex((step) => step.id === state.step);
  return (
    <nav className="stepper" aria-label="Steps">
      <ol>
        {steps.map((step, index) => {
          const skipped = current > 1 && step.id === 'security' && skipsSecurity(state);
          const done = (index < current || (isDone && index === current)) && !skipped;
          const mark = skipped ? '–' : done ? '✓' : index + 1;
          return (
            <li key={step.id} className={done ? 'done' : index === current ? 'current' : ''}>
              <span className="mark" aria-hidden="true">
                {mark}
              </span>
              {done && onGo !== undefined ? (
                <button type="button" onClick={() => onGo(step.id)}>
                  {step.title}
                </button>
              ) : (
                <span aria-current={index === current ? 'step' : undefined}>
                  {step.title}
                  {skipped && <span className="small muted"> skipped</span>}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
