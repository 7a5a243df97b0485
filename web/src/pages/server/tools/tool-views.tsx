/** The views of the tools as links above them. */
import { NavLink } from 'react-router';
import { TOOL_VIEWS, type ToolView, toolsPath } from '../../../lib/tool-views.ts';

interface ToolViewsProps {
  readonly serverId: string;
  readonly current: ToolView;
}

export function ToolViews({ serverId, current }: ToolViewsProps) {
  return (
    <nav className="tool-views" aria-label="Views of the tools">
      {TOOL_VIEWS.map(({ id, title }) => (
        <NavLink
          key={id}
          to={toolsPath(serverId, id)}
          end
          aria-current={id === current ? 'page' : undefined}
          className={id === current ? 'active' : ''}
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
