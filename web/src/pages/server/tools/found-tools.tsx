/** What pasted requests become: the tools of several, or the outcome of one. */
import Input from '@cloudscape-design/components/input';
import type { NewTool } from '../../../api/types.ts';
import { GrowingList } from '../../../components/growing-list.tsx';
import { ListCheckbox } from '../../../components/list-inputs.tsx';
import { Verb } from '../../../components/verb.tsx';
import { plural } from '../../../lib/format.ts';
import type { Reading } from '../../../lib/requests/read.ts';
import { JSON_TYPE } from '../../../lib/tool-form.ts';
import { asObject } from '../../../lib/tools.ts';

/** By which it is known whether a server has a tool already. */
export const endpointOf = ({ verb, path }: { readonly verb: string; readonly path: string }) => `${verb} ${path}`;

interface FoundToolsProps {
  readonly reading: Reading;
  /** Endpoints of the tools that the server has already. */
  readonly existing: ReadonlySet<string>;
  readonly isChosen: (tool: NewTool) => boolean;
  readonly onTurn: (name: string) => void;
  readonly told: Readonly<Record<string, string>>;
  readonly onTell: (name: string, description: string) => void;
}

/** The tools that were read, to be ticked, and described where the requests say nothing. */
export function FoundTools({ reading, existing, isChosen, onTurn, told, onTell }: FoundToolsProps) {
  const undescribed = reading.tools.filter(({ tool }) => isChosen(tool) && isUndescribed(tool, told)).length;
  return (
    <>
      {undescribed > 0 && (
        <span className="small warn" role="status">
          {plural(undescribed, 'tool')} without a description. Describe them; otherwise models see only method and path.
        </span>
      )}
      <GrowingList items={reading.tools} className="found-tools" label="Tools found">
        {({ tool }) => (
          <li key={tool.name}>
            <ListCheckbox checked={isChosen(tool)} onChange={() => onTurn(tool.name)}>
              <span className="mono break">{tool.name}</span>
            </ListCheckbox>
            <span className="small">
              <Verb verb={tool.verb} /> <span className="mono muted break">{tool.path}</span>
              {tool.body && tool.body.contentType !== JSON_TYPE && (
                <span className="muted"> · {tool.body.contentType}</span>
              )}
              {existing.has(endpointOf(tool)) && <span className="muted"> · the server has it already</span>}
            </span>
            {isChosen(tool) && tool.description === undefined && (
              <Input
                value={told[tool.name] ?? ''}
                ariaLabel={`Description of ${tool.name}`}
                placeholder="What it does, and when to use it"
                onChange={({ detail }) => onTell(tool.name, detail.value)}
              />
            )}
          </li>
        )}
      </GrowingList>
    </>
  );
}

const isUndescribed = (tool: NewTool, told: Readonly<Record<string, string>>): boolean =>
  tool.description === undefined && (told[tool.name] ?? '').trim() === '';

/** What a single request becomes, before it is filled in the form. */
export function Outcome({ tool }: { readonly tool: NewTool }) {
  const fields = Object.keys(asObject(asObject(tool.body?.schema)['properties']));
  const names = [...(tool.parameters ?? []).map(({ name }) => name), ...fields];
  return (
    <span className="small break">
      <Verb verb={tool.verb} /> <span className="mono">{tool.path}</span> becomes the tool{' '}
      <span className="mono">{tool.name}</span>{' '}
      {names.length === 0
        ? 'without arguments.'
        : `with ${names.slice(0, 12).join(', ')}${names.length > 12 ? ' …' : ''}.`}
    </span>
  );
}
