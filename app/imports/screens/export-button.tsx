import { useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Button } from '~/kit/ui/button';
import { t } from '~/language/texts';
import type { ExportDialogProps } from './export-dialog';

const DialogPart = lazyPart(() => import('./export-dialog'));

/** "Export" above a list; its dialog is loaded when it opens. */
export function ExportButton(props: Pick<ExportDialogProps, 'of' | 'countRows'>) {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t`Export`}
      </Button>
      <DialogPart open={open} onClose={onClose}>
        {({ ExportDialog }) => <ExportDialog {...props} open={open} onClose={onClose} />}
      </DialogPart>
    </>
  );
}
