/** The end of a panel with a form: Cancel, and the button that submits it. */
import Button from '@cloudscape-design/components/button';

interface PanelActionsProps {
  /** What the form does, on its button. */
  readonly action: string;
  readonly pending: boolean;
  /** Why it cannot be submitted now. */
  readonly refused?: string | undefined;
  readonly onClose: () => void;
}

export const PanelActions = ({ action, pending, refused, onClose }: PanelActionsProps) => (
  <div className="panel-actions row">
    <span className="grow" />
    <Button formAction="none" variant="link" onClick={onClose}>
      Cancel
    </Button>
    <Button
      formAction="submit"
      variant="primary"
      loading={pending}
      disabled={refused !== undefined}
      disabledReason={refused}
    >
      {action}
    </Button>
  </div>
);
