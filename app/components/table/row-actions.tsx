import { Ellipsis } from 'lucide-react';
import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  type ComponentProps,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { Button, buttonVariants } from '~/components/ui/button';
import { focusNow, itemsOf, useMenu } from '~/components/ui/use-menu';
import { cn } from '~/lib/cn';
import { firstPress } from '~/lib/first-press';
import { t } from '~/lib/texts';
import { RowLinks } from './row-links';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { 'data-key'?: string | undefined };

/** What can be done with the record of a row: a link or a button. */
export interface RowAction {
  label: string;
  /** The key that presses it on the focused row. */
  shortcut?: 'e';
  isDanger?: boolean;
  disabled?: boolean;
  /** Renders the RowLink. */
  renderLink?: (props: LinkProps) => ReactNode;
  /** `opener` gets the focus back from what opens. */
  onPress?: (opener: HTMLElement) => void;
}

interface RowActionsProps {
  /** The element that says which record it is: the buttons' description, as their names are the same in every row. */
  describedBy: string;
  actions: readonly RowAction[];
  /** What was pressed is under way. */
  busy?: boolean;
}

/** Whether there is no room for the buttons of a row: the list knows. */
export const CompactActions = createContext(false);

/** The buttons of a row; one menu of the same names where there is little room (docs/behaviour/lists.md). */
export function RowActions(props: RowActionsProps) {
  const { describedBy, actions, busy = false } = props;
  if (useContext(CompactActions)) return <RowMenu {...props} />;
  return actions.map((action, index) => (
    <ActionControl
      key={action.label}
      action={action}
      busy={busy}
      aria-describedby={describedBy}
      data-key={action.shortcut}
      className={buttonVariants({
        variant: action.isDanger ? 'quiet-danger' : 'ghost',
        size: 'sm',
        className: index > 0 ? 'ml-2' : '',
      })}
    />
  ));
}

interface ActionControlProps extends HTMLAttributes<HTMLElement> {
  'data-key'?: string | undefined;
  action: RowAction;
  busy?: boolean;
  /** Gets the focus back from what opens; else the control itself. */
  opener?: RefObject<HTMLElement | null>;
  /** Called when it was pressed, before what it does. */
  onChosen?: (() => void) | undefined;
}

function ActionControl({ action, busy = false, opener, onChosen, ...props }: ActionControlProps) {
  const { label, disabled = false, renderLink, onPress } = action;
  const look = { children: label, ...props };
  if (renderLink && !disabled)
    return renderLink({ ...look, ...(onChosen && { onClick: onChosen }) });
  return (
    <button
      {...look}
      type="button"
      disabled={disabled}
      aria-disabled={busy}
      onClick={(event) => {
        const target = opener ? opener.current : event.currentTarget;
        if (busy || !target) return;
        firstPress(() => {
          onChosen?.();
          onPress?.(target);
        })(event);
      }}
    />
  );
}

function RowMenu({ describedBy, actions, busy = false }: RowActionsProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { frame, button, close, onKeyDown } = useMenu(open, setOpen);
  useLayoutEffect(() => {
    if (!open) return undefined;
    if (frame.current && button.current) place(frame.current, button.current);
    focusNow(itemsOf(frame.current)[0] ?? null);
    const leave = () => setOpen(false);
    const closed = new AbortController();
    addEventListener('scroll', leave, { capture: true, passive: true, signal: closed.signal });
    addEventListener('resize', leave, { signal: closed.signal });
    return () => closed.abort();
  }, [open, frame, button]);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon-sm"
        aria-label={t`Actions`}
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={actions.every(({ disabled }) => disabled)}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        <Ellipsis aria-hidden className="size-4.5" />
      </Button>
      {actions.map(
        (action) =>
          // What a key presses while the menu is closed: nobody sees it.
          action.shortcut &&
          !action.disabled && (
            <ActionControl
              key={action.label}
              action={action}
              opener={button}
              data-key={action.shortcut}
              aria-label={action.label}
              hidden
            />
          ),
      )}
      {open &&
        // In the body: the frame of the table would cut it.
        createPortal(
          <RowLinks>
            <div
              ref={frame}
              id={id}
              role="menu"
              aria-label={t`Actions`}
              tabIndex={-1}
              className="fixed z-menu grid min-w-40 animate-fade-in gap-0.5 rounded-lg border border-line bg-surface p-1.5 shadow-float print:hidden"
              onKeyDown={onKeyDown}
            >
              {actions.map((action) => (
                <ActionControl
                  key={action.label}
                  action={action}
                  busy={busy}
                  opener={button}
                  onChosen={close}
                  role="menuitem"
                  tabIndex={-1}
                  aria-describedby={describedBy}
                  className={cn(ITEM, action.isDanger ? 'text-danger' : 'text-ink')}
                />
              ))}
            </div>
          </RowLinks>,
          document.body,
        )}
    </>
  );
}

const ITEM =
  'flex min-h-10 items-center rounded-md px-3 text-left font-medium hover:bg-sunken focus:bg-sunken disabled:opacity-55 aria-disabled:opacity-55';

const GAP_PX = 4;

/** Below the button at its right end, or above it where the window ends. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  menu.style.right = `${document.documentElement.clientWidth - right}px`;
  const fits = bottom + GAP_PX + menu.offsetHeight < innerHeight;
  if (fits) menu.style.top = `${bottom + GAP_PX}px`;
  else menu.style.bottom = `${innerHeight - top + GAP_PX}px`;
}
