/** Role and rights of a person, to invite or to change them. A right can be given only by who has it. */
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { Role } from '../../api/types.ts';
import { ROLES } from '../../lib/roles.ts';
import { useSession } from '../../state/session.tsx';

interface RoleFieldsProps {
  readonly role: Role | undefined;
  readonly reads: boolean;
  /** Whether the person has the right already, so that it can be taken away. */
  readonly hadRight?: boolean;
  readonly onRole: (role: Role) => void;
  readonly onReads: (reads: boolean) => void;
}

export function RoleFields({ role, reads, hadRight = false, onRole, onReads }: RoleFieldsProps) {
  const { readsAnswers } = useSession();
  return (
    <>
      <FormField label="Role" stretch>
        <RadioGroup value={role ?? null} items={[...ROLES]} onChange={({ detail }) => onRole(detail.value as Role)} />
      </FormField>
      <Checkbox
        checked={reads}
        disabled={!readsAnswers && !hadRight}
        description={
          readsAnswers
            ? 'Where a server stores answers. Every view is logged.'
            : 'Only people with this right can give it.'
        }
        onChange={({ detail }) => onReads(detail.checked)}
      >
        Can view stored answers
      </Checkbox>
    </>
  );
}
