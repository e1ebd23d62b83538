import { exportAsks } from '~/accounts/rights';
import { useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Button } from '~/kit/ui/button';
import { t } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import type { ExportDialogProps } from './export-dialog';

const DialogPart = lazyPart(() => import('./export-dialog'));

/** The "Export" button of the lists that the person may export. */
export function ExportButton({ of, ...props }: Pick<ExportDialogProps, 'of' | 'countRows'>) {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  const [first, ...others] = of.filter(({ list }) => mayI(exportAsks(list)));
  if (!first) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t`Export`}
      </Button>
      <DialogPart open={open} onClose={onClose}>
        {({ ExportDialog }) => (
          <ExportDialog {...props} of={[first, ...others]} open={open} onClose={onClose} />
        )}
      </DialogPart>
    </>
  );
}
