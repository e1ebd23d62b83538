import { Link } from '@tanstack/react-router';
import { ChevronDown, CircleUser } from 'lucide-react';
import { useId } from 'react';
import { focusNow, useMenu } from '~/components/ui/use-menu';
import { COMMIT, VERSION } from '~/lib/release';
import { t, translate } from '~/lib/texts';
import { useOpenHere } from '~/lib/use-open-here';
import { LanguageChoice } from './language-choice';
import type { NavEntry } from './nav-list';

/** The user's name as a menu button. Below the entries is the release, also where there are none. */
export function UserMenu({ text, entries }: { text: string; entries: readonly NavEntry[] }) {
  const [open, setOpen] = useOpenHere();
  const menuId = useId();
  const { frame, button, close, onKeyDown } = useMenu(open, setOpen);

  return (
    <div ref={frame} className="relative min-w-0">
      <button
        ref={button}
        type="button"
        aria-haspopup={entries.length > 0 ? 'menu' : undefined}
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        className="flex h-10 max-w-full min-w-0 items-center gap-1 rounded-md px-2 text-muted transition-colors hover:bg-sunken hover:text-ink"
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        {/* On a phone there is no room for the name: the menu's own name has it. */}
        <CircleUser aria-hidden className="size-5 shrink-0 min-[30rem]:hidden" strokeWidth={1.75} />
        <span className="min-w-0 truncate max-[30rem]:sr-only">{text}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 max-[30rem]:hidden" />
      </button>
      {open && (
        <div
          id={menuId}
          className="absolute top-full right-0 z-menu mt-1 min-w-48 animate-fade-in rounded-lg border border-line bg-surface p-1.5 shadow-float"
        >
          {entries.length > 0 && (
            <div
              role="menu"
              aria-label={text}
              tabIndex={-1}
              className="grid gap-0.5"
              onKeyDown={onKeyDown}
            >
              {entries.map(({ to, label, icon: Icon }, index) => (
                <Link
                  key={to}
                  ref={index === 0 ? focusNow : undefined}
                  to={to}
                  role="menuitem"
                  tabIndex={-1}
                  className="flex min-h-10 items-center gap-3 rounded-md px-3 font-medium text-ink hover:bg-sunken focus:bg-sunken"
                  onClick={close}
                >
                  <Icon aria-hidden className="size-4.5 shrink-0 text-muted" strokeWidth={1.75} />
                  {translate(label)}
                </Link>
              ))}
            </div>
          )}
          <LanguageChoice className="grid grid-cols-2 px-1 py-1.5 *:text-left" />
          <p className="px-3 py-1.5 text-sm whitespace-nowrap text-muted">
            {t`Version ${VERSION} (${COMMIT})`}
          </p>
        </div>
      )}
    </div>
  );
}
