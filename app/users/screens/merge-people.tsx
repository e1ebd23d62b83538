import { lazyPart } from '~/kit/feedback/lazy-part';
import type { MergeRequest } from './merge-dialog';

const DialogPart = lazyPart(() => import('./merge-dialog'));

interface MergePeopleProps {
  /** The dialog is closed without one. */
  request: MergeRequest | null;
  onDone: () => void;
}

/** The dialog that merges two people, whose code is loaded when it is first opened. */
export function MergePeople({ request, onDone }: MergePeopleProps) {
  return (
    <DialogPart open={request !== null} onClose={onDone}>
      {({ MergeDialog }) => request && <MergeDialog {...request} onDone={onDone} />}
    </DialogPart>
  );
}
