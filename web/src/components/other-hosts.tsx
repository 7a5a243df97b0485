/** Hosts of a document other than that of the base URL; each is approved, or left out together with its tools. */
import { plural } from '../lib/format.ts';
import { ListCheckbox } from './list-inputs.tsx';

interface OtherHostsProps {
  readonly found: ReadonlyArray<{ readonly origin: string; readonly tools: number }>;
  readonly approved: readonly string[];
  readonly fault?: string;
  readonly onChange: (approved: readonly string[]) => void;
}

export function OtherHosts({ found, approved, fault, onChange }: OtherHostsProps) {
  if (found.length === 0) return null;
  return (
    <section className="stack tight" aria-label="Other hosts">
      <strong className="small">Operations on other hosts</strong>
      <span className="small muted">
        Tools on these hosts are left out until you approve the host. Enter its credential in the server’s settings; it
        never gets that of the base URL.
      </span>
      {fault !== undefined && (
        <span className="bad" role="alert">
          {fault}
        </span>
      )}
      <ul className="stack tight">
        {found.map(({ origin, tools }) => (
          <li key={origin}>
            <ListCheckbox
              checked={approved.includes(origin)}
              onChange={(on) => onChange(on ? [...approved, origin] : approved.filter((other) => other !== origin))}
            >
              Approve <span className="mono break">{origin}</span>{' '}
              <span className="muted">{plural(tools, 'tool')}</span>
            </ListCheckbox>
          </li>
        ))}
      </ul>
    </section>
  );
}
