import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { Button } from '~/kit/ui/button';
import { ModalPanel } from '~/kit/ui/dialog';
import { t } from '~/language/texts';
import { NavList, type NavEntry } from './nav-list';

interface NavDrawerProps {
  open: boolean;
  entries: readonly NavEntry[];
  onClose: () => void;
  /** Called after the drawer has closed, to restore the focus. */
  onClosed: () => void;
}

/** The sidebar on small screens. The focus stays inside while it is open. */
export function NavDrawer({ open, entries, onClose, onClosed }: NavDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <ModalPanel
        layerClass="lg:hidden"
        aria-describedby={undefined}
        className="fixed inset-y-0 left-0 z-dialog w-72 max-w-[85vw] animate-slide-in overflow-y-auto border-r border-line bg-surface p-3 shadow-float focus:outline-none"
        onCloseAutoFocus={onClosed}
      >
        <div className="mb-3 flex min-h-10 items-center justify-between pl-3">
          <Dialog.Title className="text-lg font-semibold">{t`Menu`}</Dialog.Title>
          <Dialog.Close asChild>
            <Button variant="ghost" size="icon" aria-label={t`Close menu`}>
              <X aria-hidden className="size-5" />
            </Button>
          </Dialog.Close>
        </div>
        <nav aria-label={t`Main`}>
          <NavList entries={entries} onNavigate={onClose} />
        </nav>
      </ModalPanel>
    </Dialog.Root>
  );
}
