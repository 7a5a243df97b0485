/**
 * A small bar chart over time: one value per bar, part of which is highlighted. Plain SVG in the page's own colours, because the charts
 * of the component library are larger than the rest of the page. The figures are also in a table for screen readers.
 */
import type { Bucket } from '../../../core/audit/stats.ts';
import { day, hour } from '../lib/format.ts';

export interface Bar {
  readonly at: string;
  readonly value: number;
  /** The highlighted part of the value. */
  readonly part?: number;
}

interface BarsProps {
  readonly title: string;
  readonly total: string;
  readonly bars: readonly Bar[];
  readonly tone?: 'main' | 'warn';
  readonly partName?: string;
  readonly format: (value: number) => string;
  readonly bucket: Bucket;
}

const HEIGHT = 96;

const HEADS: Readonly<Record<Bucket, string>> = { '5min': 'Five minutes from', hour: 'Hour', day: 'Day (UTC)' };

const label = (at: string, bucket: Bucket): string => (bucket === 'day' ? day(at) : hour(at));

export function Bars({ title, total, bars, tone = 'main', partName, format, bucket }: BarsProps) {
  const most = Math.max(...bars.map((bar) => bar.value), 1);
  const middle = bars[Math.floor(bars.length / 2)];
  const step = 100 / Math.max(bars.length, 1);
  const height = (value: number) => (value === 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 6)));
  return (
    <figure className="card chart" aria-label={title}>
      <h3>
        {title} <span>{total}</span>
      </h3>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line className="base" x1="0" x2="100" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} vectorEffect="non-scaling-stroke" />
        {bars.map((bar, index) => (
          <g key={bar.at}>
            <title>{`${label(bar.at, bucket)}: ${format(bar.value)}`}</title>
            <rect x={index * step} width={step} y="0" height={HEIGHT} fill="transparent" />
            <rect
              className={`bar-${tone}`}
              x={index * step + step * 0.12}
              width={step * 0.76}
              y={HEIGHT - height(bar.value)}
              height={height(bar.value)}
            />
            {bar.part !== undefined && bar.part > 0 && (
              <rect
                className="bar-bad"
                x={index * step + step * 0.12}
                width={step * 0.76}
                y={HEIGHT - height(bar.part)}
                height={height(bar.part)}
              />
            )}
          </g>
        ))}
      </svg>
      <div className="axis" aria-hidden="true">
        <span>{bars[0] === undefined ? '' : `${label(bars[0].at, bucket)}${bucket === 'day' ? ' (UTC)' : ''}`}</span>
        <span>{bars.length < 3 || middle === undefined ? '' : label(middle.at, bucket)}</span>
        <span>now</span>
      </div>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{HEADS[bucket]}</th>
            <th scope="col">{title}</th>
            {partName !== undefined && <th scope="col">Of these</th>}
          </tr>
        </thead>
        <tbody>
          {bars
            .filter((bar) => bar.value > 0)
            .map((bar) => (
              <tr key={bar.at}>
                <th scope="row">{label(bar.at, bucket)}</th>
                <td>{format(bar.value)}</td>
                {partName !== undefined && <td>{`${bar.part ?? 0} ${partName}`}</td>}
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
