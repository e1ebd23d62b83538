import { lazyPart } from '~/kit/feedback/lazy-part';
import type { TenancyTask } from './task';

const DialogPart = lazyPart(() => import('./tenancy-dialog'));

interface TaskDialogProps {
  /** The task to perform. The dialog is open while there is one. */
  task: TenancyTask | null;
  onDone: () => void;
}

/** The dialog of a task with tenancies. */
export function TaskDialog({ task, onDone }: TaskDialogProps) {
  if (!task) return null;
  return (
    <DialogPart>{({ TenancyDialog }) => <TenancyDialog task={task} onDone={onDone} />}</DialogPart>
  );
}
