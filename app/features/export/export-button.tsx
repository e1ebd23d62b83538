import { useState } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { Button } from '~/components/ui/button';
import { t } from '~/lib/texts';
import type { ExportDialogProps } from './export-dialog';

const source = lazyModule(async () => (await import('./load-export-dialog')).loadExportDialog());

/** "Export" above a list; its dialog is loaded when the browser is idle, at the latest when it opens. */
export function ExportButton(props: Pick<ExportDialogProps, 'of' | 'countRows'>) {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  const dialog = useLazyDialog({ source, open, dismiss: onClose });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t`Export`}
      </Button>
      {dialog && <dialog.ExportDialog {...props} open={open} onClose={onClose} />}
    </>
  );
}
