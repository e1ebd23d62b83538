import {
  Link,
  useRouter,
  type AnyRouter,
  type RegisteredRouter,
  type ValidateLinkOptions,
} from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { INTENT_MS, preloadHref } from './preload';

const OPENS_ROW = 'data-opens-row';
/** Attributes of the link that opens a row. The row itself preloads it. */
const OF_ROW = { [OPENS_ROW]: true, preload: false } as const;

interface RowLinkProps<TOptions = unknown> extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** The router's target, such as `{ to: '/condos/$condoId', params: { condoId } }`. */
  link: ValidateLinkOptions<RegisteredRouter, TOptions>;
  /** True if the link leads to the row's record, so that a click anywhere on the row opens it. */
  opensRow?: boolean;
}

/** A link of the router in a row of RowLinks. */
export function RowLink<TOptions>(props: RowLinkProps<TOptions>): ReactNode;
export function RowLink({ link, opensRow = false, ...props }: RowLinkProps) {
  return <Link {...link} {...props} {...(opensRow && OF_ROW)} />;
}

/**
 * Opens a row's record by a click anywhere on the row, and preloads it while the pointer or the focus is
 * there.
 */
export function RowLinks({ children }: { children: ReactNode }) {
  const router = useRouter<AnyRouter>();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const openRow = (event: MouseEvent) => {
      const href = rowHrefOf(event);
      if (href === null || event.defaultPrevented) return;
      if (event.type === 'mousedown') return event.preventDefault();
      const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
      const isElsewhere = button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
      if (isElsewhere) open(href, '_blank', 'noopener');
      else void router.navigate({ href });
    };
    const options = { signal: stop.signal };
    const rows = container.current;
    rows?.addEventListener('click', openRow, options);
    let preloaded: string | null = null;
    let intent: ReturnType<typeof setTimeout> | undefined;
    const preload = (href: string | null) => {
      if (href === preloaded) return;
      preloaded = href;
      clearTimeout(intent);
      if (href !== null) intent = setTimeout(preloadHref, INTENT_MS, router, href);
    };
    for (const type of ['pointerover', 'pointerleave', 'focusin'])
      rows?.addEventListener(type, ({ target }) => preload(likelyHrefOf(target)), options);
    // While the page scrolls, rows pass below the pointer and arriving code would drop frames. So only the
    // focused row is preloaded.
    addEventListener('scroll', () => preload(likelyHrefOf(document.activeElement)), options);
    // Prevents that the middle button starts scrolling.
    for (const type of ['auxclick', 'mousedown'] as const)
      rows?.addEventListener(type, (event) => event.button === 1 && openRow(event), options);
    return () => {
      preload(null);
      stop.abort();
    };
  }, [router]);
  return (
    <div ref={container} className="contents">
      {children}
    </div>
  );
}

/** Controls that handle a click themselves, even if they are disabled. The row ignores these clicks. */
const CONTROLS =
  'a, button, input, label, select, textarea, summary, [aria-disabled], [role=menu], ' +
  ['button', 'checkbox', 'link', 'option', 'radio', 'switch']
    .map((role) => `[role=${role}]`)
    .join();

/** Address of the record of the clicked row. Null on a control and while text is selected. */
function rowHrefOf({ target }: Event): string | null {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return null;
  return getSelection()?.isCollapsed === false ? null : hrefOf(target);
}

/** Address of the record that is likely to be opened next. Null on a button, which does something else. */
function likelyHrefOf(target: EventTarget | null): string | null {
  const isOnButton = target instanceof Element && target.closest('button, [role=menu]') !== null;
  return isOnButton ? null : hrefOf(target);
}

/** Address of the record in whose row an element is. */
function hrefOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest('tr[aria-rowindex], [role=listitem]');
  return row?.querySelector(`a[${OPENS_ROW}]`)?.getAttribute('href') ?? null;
}
