/** What the parts of a traced call took, each as a bar on the call's time. */
import type { ShownStage } from '../../../../core/telemetry/trace/spans.ts';
import { duration } from '../../lib/format.ts';

const NAMES: Readonly<Record<string, string>> = {
  admission: 'Token check',
  audit: 'Audit entry before the call',
  sandbox: 'Sandbox',
  upstream: 'API',
  governance: 'Governance',
};
/** Parts of the sandbox's time. */
const INNER: ReadonlySet<string> = new Set(['upstream', 'governance']);
const LEAST_PERCENT = 0.5;

interface WaterfallProps {
  readonly stages: readonly ShownStage[];
  /** Of the whole call. */
  readonly durationMs: number;
}

export function Waterfall({ stages, durationMs }: WaterfallProps) {
  const whole = Math.max(1, durationMs, ...stages.map(({ at, ms }) => at + ms));
  const percent = (ms: number) => `${(100 * ms) / whole}%`;
  return (
    <table className="waterfall">
      <caption>Where the time went</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Begins after</th>
          <th scope="col">Takes</th>
          <td className="track" />
        </tr>
      </thead>
      <tbody>
        {stages.map(({ name, at, ms }) => (
          <tr key={`${name} ${at}`}>
            <th scope="row" className={INNER.has(name) ? 'inner' : undefined}>
              {NAMES[name] ?? name}
            </th>
            <td className="num">{duration(at)}</td>
            <td className="num">{duration(ms)}</td>
            <td className="track" aria-hidden="true">
              <span
                className={`stage-bar ${name}`}
                style={{ marginInlineStart: percent(at), width: percent(Math.max(ms, (whole * LEAST_PERCENT) / 100)) }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
