import { Ellipsis } from 'lucide-react';
import {
  createContext,
  Fragment,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  type ComponentProps,
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

/** Whether there is no room for the buttons of a row: DataTable knows. */
export const CompactActions = createContext(false);

/** The buttons of a row; one menu of the same names where there is little room (docs/behaviour.md, "Screens"). */
export function RowActions(props: RowActionsProps) {
  const { describedBy, actions, busy = false } = props;
  if (useContext(CompactActions)) return <RowMenu {...props} />;
  return (
    <>
      {actions.map(
        ({ label, shortcut, isDanger, disabled = false, renderLink, onPress }, index) => {
          const variant = isDanger ? 'quiet-danger' : 'ghost';
          const style = { variant, size: 'sm', className: index > 0 ? 'ml-2' : '' } as const;
          return renderLink && !disabled ? (
            <Fragment key={label}>
              {renderLink({
                'aria-describedby': describedBy,
                'data-key': shortcut,
                className: buttonVariants(style),
                children: label,
              })}
            </Fragment>
          ) : (
            <Button
              key={label}
              {...style}
              data-key={shortcut}
              aria-describedby={describedBy}
              aria-disabled={busy}
              disabled={disabled}
              onClick={(event) => {
                const opener = event.currentTarget;
                if (!busy) firstPress(() => onPress?.(opener))(event);
              }}
            >
              {label}
            </Button>
          );
        },
      )}
    </>
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
    addEventListener('scroll', leave, { capture: true, passive: true });
    addEventListener('resize', leave);
    return () => {
      removeEventListener('scroll', leave, { capture: true });
      removeEventListener('resize', leave);
    };
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
      {actions.map((action) => (
        <ForKey key={action.label} action={action} opener={button} />
      ))}
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
              className="fixed z-40 grid min-w-40 animate-fade-in gap-0.5 rounded-lg border border-line bg-surface p-1.5 shadow-float print:hidden"
              onKeyDown={onKeyDown}
            >
              {actions.map(({ label, isDanger, disabled = false, renderLink, onPress }) => {
                const shared = {
                  role: 'menuitem',
                  tabIndex: -1,
                  'aria-describedby': describedBy,
                  className: cn(ITEM, isDanger ? 'text-danger' : 'text-ink'),
                };
                return renderLink && !disabled ? (
                  <Fragment key={label}>
                    {renderLink({ ...shared, onClick: close, children: label })}
                  </Fragment>
                ) : (
                  <button
                    key={label}
                    {...shared}
                    type="button"
                    disabled={disabled}
                    aria-disabled={busy}
                    onClick={(event) => {
                      if (busy) return;
                      firstPress(() => {
                        close();
                        if (button.current) onPress?.(button.current);
                      })(event);
                    }}
                  >
                    {label}
                  </button>
                );
              })}
            </div>
          </RowLinks>,
          document.body,
        )}
    </>
  );
}

interface ForKeyProps {
  action: RowAction;
  opener: RefObject<HTMLElement | null>;
}

/** What a key presses while the menu is closed: nobody sees it. */
function ForKey({ action, opener }: ForKeyProps) {
  const { label, shortcut, disabled, renderLink, onPress } = action;
  if (!shortcut || disabled) return null;
  if (renderLink) return renderLink({ 'data-key': shortcut, 'aria-label': label, hidden: true });
  return (
    <button
      type="button"
      hidden
      aria-label={label}
      data-key={shortcut}
      onClick={() => opener.current && onPress?.(opener.current)}
    />
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
