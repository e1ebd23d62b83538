import { useOpenHere } from '~/kit/ui/page-moments';
import { rich } from '~/language/use-language';
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { focusNow, openerOf, returnFocus } from '~/kit/ui/focus';
import type { NavEntry } from '~/kit/layout/nav-list';
import { t } from '~/language/texts';

const PalettePart = lazyPart(() => import('./palette'));

interface PaletteButtonProps {
  screens: readonly NavEntry[];
}

/** The header's button for the palette, which Ctrl+K and Cmd+K open too. */
export function PaletteButton({ screens }: PaletteButtonProps) {
  const [open, setOpen] = useOpenHere();
  const opener = useRef<HTMLElement | null>(null);

  // The listener is added before the first paint, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key === 'Control' || key === 'Meta') PalettePart.preload();
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey) return;
      // Another modal dialog is open and has the keyboard.
      if (!open && document.querySelector('[data-modal-layer]')) return;
      event.preventDefault();
      if (!open) opener.current = openerOf(document.activeElement);
      setOpen(!open);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open, setOpen]);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-10 shrink-0 items-center gap-2 rounded-md px-2 text-muted transition-colors hover:bg-sunken hover:text-ink sm:h-8 sm:border sm:border-line-mid"
        onPointerEnter={PalettePart.preload}
        onFocus={PalettePart.preload}
        onClick={(event) => {
          opener.current = openerOf(event.currentTarget);
          setOpen(true);
        }}
      >
        <Search aria-hidden className="size-4" />
        <span className="max-sm:sr-only">
          {rich`Search ${<span className="sr-only">{t`everything`}</span>}`}
        </span>
        <kbd aria-hidden className="font-sans text-xs max-md:hidden">
          {/Mac|iP/.test(navigator.platform) ? '⌘K' : t`Ctrl K`}
        </kbd>
      </button>
      {open && (
        <OpenPalette
          screens={screens}
          onClose={() => setOpen(false)}
          onReturn={() => returnFocus(opener.current)}
        />
      )}
    </>
  );
}

interface OpenPaletteProps extends PaletteButtonProps {
  onClose: () => void;
  onReturn: () => void;
}

/** The palette. While its code is loading, an input accepts text. */
function OpenPalette(props: OpenPaletteProps) {
  const [typed, setTyped] = useState('');
  const input = (
    <input
      ref={focusNow}
      aria-label={t`Search everything`}
      className="control fixed inset-x-4 top-4 z-dialog mx-auto max-w-xl"
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && props.onClose()}
    />
  );
  return (
    <PalettePart fallback={input} onClose={props.onClose}>
      {({ Palette }) => <Palette {...props} initialQuery={typed} />}
    </PalettePart>
  );
}
