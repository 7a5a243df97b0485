/** The tools that get the values of placeholders: picked from the tools of a server; names, where there is no server yet. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toolsQuery } from '../api/queries/tools.ts';
import { Lines } from './governance-lists.tsx';
import { ToolChoice } from './tool-choice.tsx';

interface PlaceholderToolsProps {
  readonly serverId: string | undefined;
  readonly value: readonly string[];
  readonly origin: ReactNode;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (names: string[]) => void;
}

const LABEL = 'Tools that receive the values';
const RULE = 'Only an argument that is exactly the placeholder, in the request body, is replaced.';
/** As the API has it. */
const MOST = 200;

export function PlaceholderTools({ serverId, value, origin, fault, disabled, onChange }: PlaceholderToolsProps) {
  const query = useQuery({ ...toolsQuery(serverId ?? ''), enabled: serverId !== undefined });
  const tools = query.data?.items;
  if (tools === undefined) {
    return (
      <Lines
        label={LABEL}
        constraint={`One name per line. ${RULE}`}
        placeholder="send_mail"
        value={value}
        origin={origin}
        disabled={disabled}
        {...(fault !== undefined && { fault })}
        onChange={onChange}
      />
    );
  }
  const known = new Set(tools.map(({ name }) => name));
  const gone = value.filter((name) => !known.has(name));
  return (
    <>
      <ToolChoice
        tools={tools}
        chosen={new Set(tools.filter(({ name }) => value.includes(name)).map(({ id }) => id))}
        label={LABEL}
        info={origin}
        constraint={RULE}
        fault={fault}
        most={MOST}
        owner="a server"
        disabled={disabled}
        onChange={(ids) => onChange([...gone, ...tools.filter(({ id }) => ids.has(id)).map(({ name }) => name)])}
      />
      {gone.length > 0 && (
        <p className="small muted">
          {`This server no longer has the tool ${gone.join(', ')}. `}
          {!disabled && (
            <button
              type="button"
              className="text-button"
              onClick={() => onChange(value.filter((name) => known.has(name)))}
            >
              Remove from the list
            </button>
          )}
        </p>
      )}
    </>
  );
}
