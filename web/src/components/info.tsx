/** The (i) beside a setting: what it does, with links to the help page. */
import Button from '@cloudscape-design/components/button';
import Popover from '@cloudscape-design/components/popover';
import { Link } from 'react-router';
import { HELP, type HelpTopic } from '../lib/help.ts';
import { TermText } from './term-text.tsx';

export function Info({ about }: { readonly about: HelpTopic }) {
  const { title, text } = HELP[about];
  return (
    <Popover
      triggerType="custom"
      header={title}
      dismissAriaLabel="Close"
      content={
        <>
          <TermText text={text} target="_blank" />{' '}
          <Link to={`/help#${about}`} target="_blank">
            All settings
          </Link>
        </>
      }
    >
      <Button formAction="none" variant="inline-icon" iconName="status-info" ariaLabel={`About: ${title}`} />
    </Popover>
  );
}
