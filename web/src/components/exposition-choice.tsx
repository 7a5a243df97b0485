/** How clients see the tools: one by one, as groups, by search, or automatically by their number; each with its cost in tokens. */
import RadioGroup from '@cloudscape-design/components/radio-group';
import { LIMITS } from '../../../core/lib/limits.ts';
import { exposedAs } from '../../../core/model/exposition.ts';
import type { Exposition } from '../api/types.ts';
import { count, plural, short } from '../lib/format.ts';

/** Cost of the enabled tools; undefined while it is being counted. */
export interface ExpositionCost {
  readonly flat: number;
  /** Unknown above the number of tools that may be listed so. */
  readonly compact?: number;
  readonly grouped?: number;
  readonly groups?: number;
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

const NOW = { flat: 'one tool per endpoint', compact: 'short tools', grouped: 'groups', search: 'search' };

export function ExpositionChoice({ value, onChange, tools, cost, disabled = false }: ExpositionChoiceProps) {
  const now = tools === undefined ? '' : ` Currently: ${NOW[exposedAs('auto', tools)]}.`;
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
            cost?.compact === undefined ? '' : `${short(cost.compact)} tokens. `
          }Short descriptions and arguments; an additional tool returns the full schema.`,
          disabled,
        },
        {
          value: 'grouped',
          label: EXPOSITION_NAMES.grouped,
          description: `${
            cost?.grouped === undefined ? '' : `${short(cost.grouped)} tokens in ${plural(cost.groups ?? 0, 'group')}. `
          }One read tool and one write tool per tag; the model picks the endpoint.`,
          disabled,
        },
        {
          value: 'search',
          label: EXPOSITION_NAMES.search,
          description: `${
            cost ? `${short(cost.search)} tokens, and 500 to 1,900 for each search. ` : ''
          }The model finds tools by words, then calls them. ${
            tools !== undefined && tools > LIMITS.searchThreshold
              ? `Suggested for ${count(tools)} tools.`
              : `Best above ${LIMITS.searchThreshold} tools.`
          }`,
          disabled,
        },
        {
          value: 'auto',
          label: EXPOSITION_NAMES.auto,
          description: `Groups above ${LIMITS.groupingThreshold} enabled tools, search above ${LIMITS.searchThreshold}.${now}`,
          disabled,
        },
      ]}
    />
  );
}
