import { useRef } from 'react';
import { openerOf, returnFocus } from '~/components/feedback/opener';
import { DialogContent, DialogRoot, DialogTitle } from '~/components/ui/dialog';
import type { ExportList } from '~/contract/export';
import type { ExportRequest } from '~/contract/export-schemas';
import { ExportForm } from './export-form';

const TITLES: Readonly<Record<ExportList, string>> = {
  condos: 'Export Buildings',
  apartments: 'Export Apartments',
  users: 'Export Users',
  invitations: 'Export Pending Invitations',
};

export interface ExportDialogProps {
  /** The list with the filters and the sort of its address. */
  of: ExportRequest['of'];
  open: boolean;
  onClose: () => void;
}

/** The file's format, then the export with its progress (docs/behaviour.md, "Exports"). Closing it cancels. */
export function ExportDialog({ of, open, onClose }: ExportDialogProps) {
  const opener = useRef<HTMLElement | null>(null);
  return (
    <DialogRoot open={open} onOpenChange={(opened) => !opened && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        onOpenAutoFocus={() => {
          opener.current = openerOf(document.activeElement);
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus(opener.current);
        }}
        // A press outside must not cancel an export.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogTitle className="mb-5 pr-10">{TITLES[of.list]}</DialogTitle>
        <ExportForm of={of} onClose={onClose} />
      </DialogContent>
    </DialogRoot>
  );
}
