/** Filters and sorts the servers; the filter is kept in the address. */
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { Server, Stats } from '../../api/types.ts';
import { Empty } from '../../components/empty.tsx';
import { STATES } from '../../components/status.tsx';
import { useAddress, useAddressed } from '../../lib/address.ts';
import { count } from '../../lib/format.ts';
import { DEFAULT_PROJECT, useSession } from '../../state/session.tsx';

/** With fewer servers there is no search field. */
const SEARCH_FROM = 6;

export type Figures = ReadonlyMap<string, Stats['servers'][number]>;
type State = Server['status'];

interface Order {
  readonly value: string;
  readonly label: string;
  readonly compare: (a: Server, b: Server, figures: Figures) => number;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const TROUBLE: Record<State, number> = { failed: 0, deploying: 1, deleting: 1, offline: 2, live: 3 };
const ORDERS: readonly [Order, ...Order[]] = [
  { value: '', label: 'Last changed first', compare: (a, b) => b.updatedAt.localeCompare(a.updatedAt) },
  { value: 'name', label: 'By name', compare: (a, b) => byName.compare(a.name, b.name) },
  {
    value: 'calls',
    label: 'Busiest first',
    compare: (a, b, figures) => (figures.get(b.id)?.calls ?? 0) - (figures.get(a.id)?.calls ?? 0),
  },
  {
    value: 'trouble',
    label: 'Failing first',
    compare: (a, b, figures) =>
      TROUBLE[a.status] - TROUBLE[b.status] || (figures.get(b.id)?.errors ?? 0) - (figures.get(a.id)?.errors ?? 0),
  },
];
const ANY_PROJECT = { value: '', label: 'All projects' };
const ANY_STATE = { value: '', label: 'Any state' };

const isState = (text: string): text is State => Object.hasOwn(STATES, text);

/** The states of the servers, with their numbers. */
const statesOf = (servers: readonly Server[]): ReadonlyArray<readonly [State, number]> =>
  Object.keys(STATES)
    .filter(isState)
    .map((state) => [state, servers.filter(({ status }) => status === state).length] as const)
    .filter(([, many]) => many > 0);

export interface Filter {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly state: State | undefined;
  /** Id of a project. */
  readonly project: string | undefined;
  readonly order: Order;
  readonly choose: (values: Readonly<Record<string, string>>) => void;
  /** The page was opened by a link with a search text: the field is shown, however few servers there are. */
  readonly isSearched: boolean;
}

export function useServerFilter(): Filter {
  const { parameters, set: choose } = useAddress();
  const [text, setText] = useAddressed('q');
  const [isSearched] = useState(text !== '');
  const state = parameters.get('state') ?? '';
  return {
    text,
    setText,
    state: isState(state) ? state : undefined,
    project: parameters.get('project') ?? undefined,
    order: ORDERS.find((one) => one.value === parameters.get('sort')) ?? ORDERS[0],
    choose,
    isSearched,
  };
}

export function findServers(
  servers: readonly Server[],
  { text, state, project, order }: Filter,
  figures: Figures,
): Server[] {
  const needle = text.trim().toLowerCase();
  return servers
    .filter((one) => state === undefined || one.status === state)
    .filter((one) => project === undefined || (one.project ?? DEFAULT_PROJECT) === project)
    .filter((one) => `${one.name} ${one.baseUrl} ${one.id}`.toLowerCase().includes(needle))
    .sort((a, b) => order.compare(a, b, figures));
}

interface ServerFilterProps {
  readonly filter: Filter;
  readonly servers: readonly Server[];
  /** Number of servers that match. */
  readonly found: number;
}

export function ServerFilter({ filter, servers, found }: ServerFilterProps) {
  const { text, setText, state, project, order, choose, isSearched } = filter;
  const { projects = [] } = useSession();
  const inProjects = projects.map(({ id, name }) => ({ value: id, label: name }));
  const states = statesOf(servers);
  const hasSearch = servers.length >= SEARCH_FROM || isSearched;
  const isFiltered = text.trim() !== '' || state !== undefined || project !== undefined;
  if (!hasSearch && states.length < 2 && !isFiltered && projects.length < 2) return null;
  return (
    <div className="row">
      {projects.length > 1 && (
        <Select
          ariaLabel="Project"
          selectedOption={inProjects.find(({ value }) => value === project) ?? ANY_PROJECT}
          options={[ANY_PROJECT, ...inProjects]}
          onChange={({ detail }) => choose({ project: detail.selectedOption.value ?? '' })}
        />
      )}
      {hasSearch && (
        <div className="client-select">
          <Input
            type="search"
            value={text}
            placeholder="Find a server by name or address"
            ariaLabel="Find a server"
            onChange={({ detail }) => setText(detail.value)}
          />
        </div>
      )}
      <Select
        ariaLabel="State"
        selectedOption={state === undefined ? ANY_STATE : { value: state, label: STATES[state].text }}
        options={[
          ANY_STATE,
          ...states.map(([value, many]) => ({ value, label: STATES[value].text, labelTag: count(many) })),
        ]}
        onChange={({ detail }) => choose({ state: detail.selectedOption.value ?? '' })}
      />
      {hasSearch && (
        <Select
          ariaLabel="Order"
          selectedOption={{ value: order.value, label: order.label }}
          options={ORDERS.map(({ value, label }) => ({ value, label }))}
          onChange={({ detail }) => choose({ sort: detail.selectedOption.value ?? '' })}
        />
      )}
      <span className="muted small" role="status">
        {isFiltered ? `${count(found)} of ${count(servers.length)}` : ''}
      </span>
    </div>
  );
}

/** Shown instead of the list when no server matches. */
export function NoneFound({ filter, servers }: Pick<ServerFilterProps, 'filter' | 'servers'>) {
  const { text, state, choose } = filter;
  const inState = state === undefined ? '' : ` in the state “${STATES[state].text}”`;
  const all = (
    <button type="button" className="text-button" onClick={() => choose({ q: '', state: '', project: '' })}>
      Show all {count(servers.length)}
    </button>
  );
  return (
    <Empty title="Nothing found" action={all}>
      {text.trim() === '' ? `No server is${inState} now.` : `No server${inState} has “${text}” in its name or address.`}
    </Empty>
  );
}
