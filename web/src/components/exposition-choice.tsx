/** How clients see the tools: one by one, as groups, by search, or automatically by their number; each with its cost in tokens. */
import RadioGroup from '@cloudscape-design/components/radio-group';
import { LIMITS } from '../../../core/limits.ts';
import type { Exposition } from '../api/types.ts';
import { count, plural, short } from '../lib/format.ts';

/** Cost of the enabled tools; undefined while it is being counted. */
export interface ExpositionCost {
  readonly flat: number;
  readonly compact: number;
  readonly grouped: number;
  readonly groups: number;
  /** Before a search. */
  readonly search: number;
}

interface ExpositionChoiceProps {
  readonly value: Exposition;
  readonly onChange: (value: Exposition) => void;
  /** Number of enabled tools, if known. */
  readonly tools?: number;
  readonly cost?: ExpositionCost;
  readonly disabled?: boolean;
}

export const EXPOSITION_NAMES: Record<Exposition, string> = {
  flat: 'One tool per endpoint',
  compact: 'One short tool per endpoint',
  grouped: 'Groups by tag',
  search: 'Search',
  auto: 'Automatic',
};

/** As core/tools/exposition.ts decides it at each sealing. */
export const exposedAs = (exposition: Exposition, tools: number): Exclude<Exposition, 'auto'> =>
  exposition !== 'auto' ? exposition : tools > LIMITS.groupingThreshold ? 'grouped' : 'flat';

export function ExpositionChoice({ value, onChange, tools, cost, disabled = false }: ExpositionChoiceProps) {
  const now =
    tools === undefined
      ? ''
      : ` Currently: ${exposedAs('auto', tools) === 'flat' ? 'one tool per endpoint' : 'groups'}.`;
  return (
    <RadioGroup
      value={value}
      ariaLabel="How clients see the tools"
      onChange={({ detail }) => onChange(detail.value as Exposition)}
      items={[
        {
          value: 'flat',
          label: EXPOSITION_NAMES.flat,
          description: cost && `${short(cost.flat)} tokens in a model’s context.`,
          disabled,
        },
        {
          value: 'compact',
          label: EXPOSITION_NAMES.compact,
          description: `${
            cost ? `${short(cost.compact)} tokens. ` : ''
          }The first sentences of descriptions and an outline of the arguments; one more tool returns the rest.`,
          disabled,
        },
        {
          value: 'grouped',
          label: EXPOSITION_NAMES.grouped,
          description: `${
            cost ? `${short(cost.grouped)} tokens in ${plural(cost.groups, 'group')}. ` : ''
          }One read tool and one write tool per tag; the model picks the endpoint.`,
          disabled,
        },
        {
          value: 'search',
          label: EXPOSITION_NAMES.search,
          description: `${
            cost ? `${short(cost.search)} tokens, and 500 to 1,900 for each search. ` : ''
          }Three tools: one searches for tools and describes them, one calls tools that only read, one calls the others. ${
            tools !== undefined && tools > LIMITS.searchSuggestedAbove
              ? `Suggested for ${count(tools)} tools.`
              : `For more than ${LIMITS.searchSuggestedAbove} tools; with fewer a model does better with a list.`
          }`,
          disabled,
        },
        {
          value: 'auto',
          label: EXPOSITION_NAMES.auto,
          description: `Groups as soon as more than ${LIMITS.groupingThreshold} tools are enabled.${now}`,
          disabled,
        },
      ]}
    />
  );
}
