import {
  useRouter,
  type AnyRouter,
  type RegisteredRouter,
  type ValidateLinkOptions,
} from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';

/** A link of the router waits as long before it preloads its target. */
const HOVER_MS = 50;
const MARK = 'data-row-link';
/** The value of the mark on the link to the row's record. */
const RECORD = 'record';

interface RowLinkProps<TOptions = unknown> extends Omit<ComponentProps<'a'>, 'href'> {
  /** The router's target, such as `{ to: '/condos/$condoId', params: { condoId } }`. */
  link: ValidateLinkOptions<RegisteredRouter, TOptions>;
  /** Leads to the row's record, so that a press anywhere on the row opens it. */
  opensRow?: boolean;
}

/** A plain link inside of RowLinks: a router link, with its hooks and listeners, costs more than its row. */
export function RowLink<TOptions>(props: RowLinkProps<TOptions>): ReactNode;
export function RowLink({ link, opensRow = false, children, ...props }: RowLinkProps) {
  const { href } = useRouter().buildLocation(link);
  return (
    <a {...{ [MARK]: opensRow ? RECORD : '' }} {...props} href={href}>
      {children}
    </a>
  );
}

interface RowLinksProps {
  /** Preloads the target on hover. */
  preload?: boolean | undefined;
  children: ReactNode;
}

/** Opens and preloads the targets of row links, as the router's own links do individually. */
export function RowLinks({ preload = true, children }: RowLinksProps) {
  const router = useRouter<AnyRouter>();
  const container = useRef<HTMLDivElement>(null);
  useEffect(
    () => (container.current ? followLinks(container.current, router, preload) : undefined),
    [router, preload],
  );
  return (
    <div ref={container} className="contents">
      {children}
    </div>
  );
}

function followLinks(container: HTMLElement, router: AnyRouter, preloads: boolean): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => clearTimeout(timer);
  // A target that cannot be preloaded is loaded, or fails, when it is opened.
  const preload = (href: string) => void router.preloadRoute({ to: href }).catch(() => undefined);

  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    act: (href: string, event: HTMLElementEventMap[K]) => void,
  ) => {
    const listener = (event: HTMLElementEventMap[K]) => {
      const href = hrefOf(event.target);
      if (href !== null) act(href, event);
    };
    container.addEventListener(type, listener, { signal, passive: type === 'touchstart' });
  };
  const openRow = (event: MouseEvent) => {
    const href = rowHrefOf(event);
    if (href === null || event.defaultPrevented) return;
    if (event.type === 'mousedown') return event.preventDefault();
    if (event.button === 0 && !isOfBrowser(event)) return void router.navigate({ href });
    open(href, '_blank', 'noopener');
  };
  container.addEventListener('click', openRow, { signal });
  // The middle button would start scrolling.
  for (const type of ['auxclick', 'mousedown'] as const)
    container.addEventListener(type, (event) => event.button === 1 && openRow(event), { signal });
  on('click', (href, event) => {
    if (isOfBrowser(event)) return;
    event.preventDefault();
    void router.navigate({ href });
  });
  if (preloads) {
    on('focusin', preload);
    on('touchstart', preload);
    on('mouseover', (href) => {
      leave();
      timer = setTimeout(preload, HOVER_MS, href);
    });
    on('mouseout', leave);
  }
  return () => {
    leave();
    stop.abort();
  };
}

/** The address of the row link that an event is about. */
function hrefOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest(`a[${MARK}]`)?.getAttribute('href') ?? null;
}

/** Controls that handle a press themselves, so that the row does not; disabled ones too. */
const CONTROLS =
  'a, button, input, label, select, textarea, summary, [aria-disabled], [role=menu], ' +
  ['button', 'checkbox', 'link', 'option', 'radio', 'switch']
    .map((role) => `[role=${role}]`)
    .join();

/** Address of the row's record, opened by a press anywhere. Null on a control and while text is selected. */
function rowHrefOf({ target }: Event): string | null {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return null;
  if (getSelection()?.isCollapsed === false) return null;
  const link = target
    .closest('tr[aria-rowindex], [role=listitem]')
    ?.querySelector(`a[${MARK}=${RECORD}]`);
  return link?.getAttribute('href') ?? null;
}

/** True if the browser handles the click: new tab or window, or a download. */
function isOfBrowser(event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey || event.defaultPrevented;
}
