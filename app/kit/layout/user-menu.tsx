import { useOpenHere } from '~/kit/ui/page-moments';
import { Link } from '@tanstack/react-router';
import { ChevronDown, CircleUser, Keyboard } from 'lucide-react';
import { openKeyHelp } from '~/kit/keys/list-keys';
import { LazyMenu, useMenu } from '~/kit/menu/use-menu';
import { COMMIT, VERSION } from '~/rpc/release';
import { t, translate } from '~/language/texts';
import { LanguageChoice } from './language-choice';
import type { NavEntry } from './nav-list';

const ICON = 'size-4.5 shrink-0 text-muted';

/** The user's name as a menu button. The menu also shows the release, even if there are no entries. */
export function UserMenu({ text, entries }: { text: string; entries: readonly NavEntry[] }) {
  const { buttonProps, menuProps, close } = useMenu(useOpenHere());

  return (
    <div className="min-w-0">
      <button
        {...buttonProps}
        type="button"
        className="flex h-10 max-w-full min-w-0 items-center gap-1 rounded-md px-2 text-muted transition-colors hover:bg-sunken hover:text-ink"
      >
        {/* A phone has no room for the name, so the menu button's accessible name contains it. */}
        <CircleUser aria-hidden className="size-5 shrink-0 min-[30rem]:hidden" strokeWidth={1.75} />
        <span className="min-w-0 truncate max-[30rem]:sr-only">{text}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 max-[30rem]:hidden" />
      </button>
      {/* The panel contains more than the menu, so it is a landmark with the menu as one element. */}
      <LazyMenu
        {...menuProps}
        role="region"
        aria-label={text}
        aria-orientation={undefined}
        className="min-w-48"
      >
        {(Item) => (
          <>
            <div role="menu" aria-label={text} className="grid gap-0.5">
              {entries.map(({ to, label, icon: Icon }) => (
                <Item key={to} asChild className="text-ink" onSelect={close}>
                  <Link to={to}>
                    <Icon aria-hidden className={ICON} strokeWidth={1.75} />
                    {translate(label)}
                  </Link>
                </Item>
              ))}
              <Item
                className="text-ink"
                onSelect={() => {
                  close();
                  openKeyHelp();
                }}
              >
                <Keyboard aria-hidden className={ICON} strokeWidth={1.75} />
                {t`Keyboard shortcuts`}
                <kbd aria-hidden className="ml-auto font-sans text-sm text-muted">
                  ?
                </kbd>
              </Item>
            </div>
            <LanguageChoice className="grid grid-cols-2 px-1 py-1.5 *:text-left" />
            <p className="px-3 py-1.5 text-sm whitespace-nowrap text-muted">
              {t`Version ${VERSION} (${COMMIT})`}
            </p>
          </>
        )}
      </LazyMenu>
    </div>
  );
}
