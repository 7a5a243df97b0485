/** In which project a new server is to be, where there are several in which the person may make one. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ChoiceField } from '../../components/form-fields.tsx';
import { DEFAULT_PROJECT, useSession } from '../../state/session.tsx';

export interface ProjectChoice {
  /** As a request names it; undefined for `default`. */
  readonly project: string | undefined;
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
  readonly choose: (project: string) => void;
}

/** Begins with the project that the address names (`?project=`), else with `default`, else with the first one. */
export function useProjectChoice(): ProjectChoice {
  const { projects = [] } = useSession();
  const [search] = useSearchParams();
  const options = projects.filter(({ role }) => role !== 'viewer').map(({ id, name }) => ({ value: id, label: name }));
  const [chosen, choose] = useState(search.get('project'));
  const project = (options.find(({ value }) => value === chosen) ?? options[0])?.value;
  return { project: project === DEFAULT_PROJECT ? undefined : project, options, choose };
}

export function ProjectField({ project = DEFAULT_PROJECT, options, choose }: ProjectChoice) {
  if (options.length < 2) return null;
  return (
    <ChoiceField
      label="Project"
      description="Its members see and change the server. It can be moved later."
      stretch={false}
      value={project}
      options={options}
      onChange={choose}
    />
  );
}
