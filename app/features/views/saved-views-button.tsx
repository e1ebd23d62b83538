import { useState } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { Button } from '~/components/ui/button';

const source = lazyModule(() => import('./saved-views-dialog'));

/** "Save view" above a list: names the filters of the address, and lists what was saved for it. */
export function SavedViewsButton() {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  const dialog = useLazyDialog({ source, open, dismiss: onClose });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Save view
      </Button>
      {dialog && open && <dialog.SavedViewsDialog onClose={onClose} />}
    </>
  );
}
