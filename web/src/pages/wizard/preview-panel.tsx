/**
 * What the document contains: endpoints by method, the cost of the tool list in each exposition, tags to choose from, other hosts to
 * approve, warnings.
 */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Input from '@cloudscape-design/components/input';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { exposedAs } from '../../../../core/model/exposition.ts';
import type { Exposition, Preview, RepairName } from '../../api/types.ts';
import { Elapsed, READING } from '../../components/elapsed.tsx';
import { ExpositionChoice, type ExpositionCost } from '../../components/exposition-choice.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { ListCheckbox } from '../../components/list-inputs.tsx';
import { OtherHosts } from '../../components/other-hosts.tsx';
import { Repairs } from '../../components/repairs.tsx';
import { useSteady } from '../../components/use-steady.ts';
import { ImportErrors, ImportWarnings } from '../../components/warnings.tsx';
import { CONTEXT_TOKENS } from '../../lib/context.ts';
import { count, percent, plural, short } from '../../lib/format.ts';
import type { Found } from './state.ts';
import type { SpecPreview } from './use-spec-preview.ts';

/** With more endpoints the choice of tags is open at first. */
const MANY = 60;

interface PreviewPanelProps {
  readonly preview: SpecPreview;
  /** Of an MCP server. */
  readonly isMcp?: boolean;
  readonly tags?: readonly string[];
  readonly fault?: string;
  readonly onTags: (tags: readonly string[] | undefined) => void;
  readonly exposition: Exposition;
  readonly onExposition: (exposition: Exposition) => void;
  readonly withoutRepairs?: readonly RepairName[];
  readonly onRepairs: (without: readonly RepairName[] | undefined) => void;
  readonly otherHosts: Found['otherHosts'];
  readonly hosts: readonly string[];
  readonly hostsFault?: string;
  readonly onHosts: (hosts: readonly string[]) => void;
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { preview, isMcp = false, tags, fault, onTags, exposition, onExposition, withoutRepairs, onRepairs } = props;
  const { otherHosts, hosts, hostsFault, onHosts } = props;
  const { data } = preview;
  if (data === undefined) {
    return (
      <aside className="preview blank" aria-label="Preview">
        <div>
          <strong>{preview.loading ? (isMcp ? 'Reading the tools …' : 'Reading the document …') : 'Preview'}</strong>
          <p className="muted">
            {isMcp
              ? 'Shows the tools, warnings and the token cost of the tool list, once the address and its credential are entered.'
              : 'Shows endpoints, tags, warnings and the token cost of the tool list.'}
          </p>
          {preview.loading && <Elapsed>{READING}</Elapsed>}
        </div>
      </aside>
    );
  }
  const sum = (list: Preview['tags']) => list.reduce((total, tag) => total + tag.count, 0);
  const wanted = new Set(tags);
  const chosen =
    tags === undefined
      ? data.endpoints
      : Math.min(data.endpoints, sum(data.tags.filter((tag) => wanted.has(tag.name))));
  // An operation with two tags is counted under both, so the sum is only an upper bound.
  const bound = tags !== undefined && sum(data.tags) > data.endpoints;
  return (
    <aside className="preview" aria-label="Preview">
      <header>
        <strong className="break">{data.title || 'Untitled'}</strong>
        <span className="row small">
          <span className="chip">
            {isMcp ? 'MCP server' : `${data.dialect.startsWith('2') ? 'Swagger' : 'OpenAPI'} ${data.dialect}`}
          </span>
          {data.version !== '' && <span className="chip clip">version {data.version}</span>}
        </span>
      </header>
      <ImportErrors warnings={data.warnings} />
      {!isMcp && <Verbs byVerb={data.byVerb} />}
      <Cost
        cost={preview.cost}
        many={chosen > LIMITS.toolsPerServer}
        chosen={chosen}
        tools={`${bound ? 'up to ' : ''}${plural(chosen, 'tool')}`}
        exposition={exposition}
        onExposition={onExposition}
      />
      {data.tags.length > 1 && <Tags key={data.title} data={data} tags={tags} fault={fault} onTags={onTags} />}
      <OtherHosts found={otherHosts} approved={hosts} fault={hostsFault} onChange={onHosts} />
      <Repairs made={data.repairs} without={withoutRepairs} onChange={onRepairs} />
      <ImportWarnings warnings={data.warnings} variant="footer" />
      {data.warnings.length === 0 && <span className="small good">✓ No warnings</span>}
    </aside>
  );
}

function Verbs({ byVerb }: { readonly byVerb: Preview['byVerb'] }) {
  const verbs = Object.entries(byVerb).filter(([, n]) => n > 0);
  const most = Math.max(1, ...verbs.map(([, n]) => n));
  return (
    <ul className="verbs" aria-label="Endpoints by method">
      {verbs.map(([verb, n]) => (
        <li key={verb} className={`verb-${verb}`}>
          <span className="verb">{verb}</span>
          <svg className="verb-bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 6">
            <rect width={(100 * n) / most} height="6" rx="1" fill="currentColor" />
          </svg>
          <span>{count(n)}</span>
        </li>
      ))}
    </ul>
  );
}

interface CostProps {
  readonly cost?: Required<ExpositionCost>;
  /** More than a server may have: the list is not created, so its cost is unknown. */
  readonly many: boolean;
  readonly chosen: number;
  readonly tools: string;
  readonly exposition: Exposition;
  readonly onExposition: (exposition: Exposition) => void;
}

function Cost({ cost: counted, many, chosen, tools, exposition, onExposition }: CostProps) {
  const known = many ? undefined : counted;
  const exposed = exposedAs(exposition, chosen);
  const cost = known?.[exposed];
  const tone =
    cost === undefined ? 'muted' : cost > CONTEXT_TOKENS * 0.2 ? 'bad' : cost > CONTEXT_TOKENS * 0.05 ? 'warn' : 'good';
  return (
    <div className="cost">
      <div className="row spread">
        <span>Context cost of the tool list</span>
        <strong className={tone}>
          {many ? 'too many tools' : cost === undefined ? 'counting …' : `≈ ${short(cost)} tokens`}
        </strong>
      </div>
      <div className="small muted">
        {tools}
        {cost !== undefined && `, ${percent(cost, CONTEXT_TOKENS)} of a context of ${count(CONTEXT_TOKENS)} tokens. `}
        {exposed !== 'search' && chosen > LIMITS.listedTools && (
          <span className="warn">
            More than {count(LIMITS.listedTools)} tools can only be listed as “Search”: choose it, or fewer tags.{' '}
          </span>
        )}
        {tone === 'bad' &&
          (exposed !== 'search' && chosen > LIMITS.searchThreshold
            ? 'Search costs far less; or choose fewer tags.'
            : exposed !== 'grouped' && known !== undefined && known.grouped < known[exposed] / 2
              ? 'Groups cost far less; or choose fewer tags.'
              : 'Choose fewer tags, or switch tools off later.')}
      </div>
      <ExpositionChoice
        value={exposition}
        onChange={onExposition}
        tools={chosen}
        {...(known === undefined ? {} : { cost: known })}
      />
    </div>
  );
}

function Tags(props: {
  readonly data: Preview;
  readonly tags?: readonly string[];
  readonly fault?: string;
  readonly onTags: (tags: readonly string[] | undefined) => void;
}) {
  const { data, tags, fault, onTags } = props;
  const [filter, setFilter] = useState('');
  const needle = useDeferredValue(filter.trim().toLowerCase());
  const found = useMemo(() => data.tags.filter((tag) => tag.name.toLowerCase().includes(needle)), [data.tags, needle]);
  const names = data.tags.map((tag) => tag.name);
  const chosen = new Set(tags ?? names);
  const onPick = useSteady((name: string, on: boolean) => {
    const next = names.filter((other) => (other === name ? on : chosen.has(other)));
    onTags(next.length === names.length ? undefined : next);
  });
  return (
    <ExpandableSection
      headerText={`Tags (${count(chosen.size)} of ${count(names.length)})`}
      defaultExpanded={data.endpoints > MANY}
      variant="footer"
    >
      <div className="stack tight">
        {data.endpoints > LIMITS.toolsPerServer && fault === undefined && (
          <span className="warn">A server has {count(LIMITS.toolsPerServer)} tools at most. Choose tags.</span>
        )}
        <div className="row spread">
          {names.length > 10 && (
            <Input
              value={filter}
              type="search"
              placeholder="Find a tag"
              ariaLabel="Find a tag"
              onChange={({ detail }) => setFilter(detail.value)}
            />
          )}
          <span className="row">
            <button type="button" className="text-button" onClick={() => onTags(undefined)}>
              All
            </button>
            <button type="button" className="text-button" onClick={() => onTags([])}>
              None
            </button>
          </span>
        </div>
        {fault !== undefined && (
          <span className="bad" role="alert">
            {fault}
          </span>
        )}
        {found.length === 0 && <span className="muted">No tag has “{filter.trim()}” in its name.</span>}
        <GrowingList className="tag-list" label="Tags" items={found} of={needle}>
          {(tag) => (
            <TagRow key={tag.name} name={tag.name} count={tag.count} checked={chosen.has(tag.name)} onPick={onPick} />
          )}
        </GrowingList>
      </div>
    </ExpandableSection>
  );
}

interface TagRowProps {
  readonly name: string;
  readonly count: number;
  readonly checked: boolean;
  /** Must have a stable identity, so that a row is rendered again only when it changes. */
  readonly onPick: (name: string, on: boolean) => void;
}

const TagRow = memo(function TagRow({ name, count: endpoints, checked, onPick }: TagRowProps) {
  return (
    <li>
      <ListCheckbox checked={checked} onChange={(on) => onPick(name, on)}>
        <span className="break">{name || 'No tag'}</span> <span className="muted">{count(endpoints)}</span>
      </ListCheckbox>
    </li>
  );
});
