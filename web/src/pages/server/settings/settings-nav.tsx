/** The sections of the settings: a list beside the page, and a select where there is no room for one. */
import Select from '@cloudscape-design/components/select';
import { NavLink, useNavigate } from 'react-router';
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
        <Select
          ariaLabel="Section of the settings"
          selectedOption={OPTIONS.find(({ value }) => value === current) ?? null}
          options={OPTIONS}
          onChange={({ detail }) =>
            void navigate(settingsPath(serverId, detail.selectedOption.value as SettingsSection))
          }
        />
      </div>
    </nav>
  );
}
