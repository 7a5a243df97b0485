/** The sections of the settings: a list beside the page, and a select where there is no room for one. */
import { NavLink, useNavigate } from 'react-router';
import { Choice } from '../../../components/form-fields.tsx';
import { SETTINGS_SECTIONS, type SettingsSection, settingsPath } from '../../../lib/settings-sections.ts';

interface SettingsNavProps {
  readonly serverId: string;
  readonly current: SettingsSection;
}

const OPTIONS = SETTINGS_SECTIONS.map(({ id, title }) => ({ value: id, label: title }));

export function SettingsNav({ serverId, current }: SettingsNavProps) {
  const navigate = useNavigate();
  return (
    <nav className="settings-nav" aria-label="Settings">
      <ul>
        {SETTINGS_SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <NavLink
              to={settingsPath(serverId, id)}
              end
              aria-current={id === current ? 'page' : undefined}
              className={id === current ? 'active' : ''}
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="settings-select">
        <Choice
          ariaLabel="Section of the settings"
          value={current}
          options={OPTIONS}
          onChange={(next) => void navigate(settingsPath(serverId, next))}
        />
      </div>
    </nav>
  );
}
