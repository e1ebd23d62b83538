import { Link } from '@tanstack/react-router';
import { ChevronDown, CircleUser } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { COMMIT, VERSION } from '~/lib/release';
import { useOpenHere } from '~/lib/use-open-here';
import type { NavEntry } from './nav';

interface UserMenuProps {
  text: string;
  entries: readonly NavEntry[];
}

/**
 * The user's name as a menu button (ARIA Authoring Practices, "Menu Button"): arrow keys, Home and End move, Escape and
 * Tab close. Below the entries is the release, also where there are none.
 */
export function UserMenu({ text, entries }: UserMenuProps) {
  const [open, setOpen] = useOpenHere();
  const menuId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open, setOpen]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return close();
    // The focus moves on by itself, from the button.
    if (event.key === 'Tab') return close();
    const items = [...(frame.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const next = nextIndex(
      event.key,
      items.findIndex((item) => item === document.activeElement),
      items.length,
    );
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  }

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
        onKeyDown={(event) => {
          if (open) return onKeyDown(event);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {/* On a phone there is no room for the name: the menu's own name has it. */}
        <CircleUser aria-hidden className="size-5 shrink-0 min-[30rem]:hidden" strokeWidth={1.75} />
        <span className="min-w-0 truncate max-[30rem]:sr-only">{text}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 max-[30rem]:hidden" />
      </button>
      {open && (
        <div
          id={menuId}
          className="absolute top-full right-0 z-40 mt-1 min-w-48 animate-fade-in rounded-lg border border-line bg-surface p-1.5 shadow-float"
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
                  {label}
                </Link>
              ))}
            </div>
          )}
          <p className="px-3 py-1.5 text-sm whitespace-nowrap text-muted">
            Version {VERSION} ({COMMIT})
          </p>
        </div>
      )}
    </div>
  );
}

/** For the first entry when the menu opens. */
function focusNow(element: HTMLElement | null): void {
  element?.focus();
}

/** Where a key leads to in a menu; null for keys that do not move. Up and down go round. */
function nextIndex(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
