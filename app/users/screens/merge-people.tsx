import { lazyPart } from '~/kit/feedback/lazy-part';
import type { MergeRequest } from './merge-dialog';

const DialogPart = lazyPart(() => import('./merge-dialog'));

interface MergePeopleProps {
  /** The people to merge. The dialog is open while there is a request. */
  request: MergeRequest | null;
  onDone: () => void;
}

/** The dialog that merges two people. */
export function MergePeople({ request, onDone }: MergePeopleProps) {
  return (
    <DialogPart open={request !== null} onClose={onDone}>
      {({ MergeDialog }) => request && <MergeDialog {...request} onDone={onDone} />}
    </DialogPart>
  );
}
