import {
  useId,
  useState,
  type ComponentProps,
  createContext,
  useContext,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { ConfirmDelete, type ConfirmDeleteProps } from '~/kit/feedback/confirm-delete';
import { Button, buttonVariants, firstPress } from '~/kit/ui/button';
import { LazyMenu, useMenu } from '~/kit/menu/use-menu';
import { t } from '~/language/texts';
import { mayI, type Asks } from '~/rpc/own-rights';

interface RowButtonProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  label: string;
  /**
   * Name of the row's record. It is the button's description, since the button's name is the same in every
   * row.
   */
  about: string;
  busy?: boolean;
  onPress: () => void;
  asks?: Asks | undefined;
}

/** A button that acts on the record of its row. Absent without the right to do so. */
export function RowButton(props: RowButtonProps) {
  const { label, about, variant = 'secondary', busy = false, onPress, asks = 'write' } = props;
  if (!mayI(asks)) return null;
  return (
    <About text={about}>
      {(describedBy) => (
        <Button
          variant={variant}
          size="sm"
          aria-describedby={describedBy}
          aria-disabled={busy}
          onClick={firstPress(onPress)}
        >
          {label}
        </Button>
      )}
    </About>
  );
}

/** Names the row's record for the descriptions of its buttons. */
function About({ text, children }: { text: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <>
      <span id={id} hidden>
        {text}
      </span>
      {children(id)}
    </>
  );
}

interface RowRemovalProps<T extends { id: number }> extends Omit<ConfirmDeleteProps<T>, 'onDone'> {
  record: T;
  about: string;
  confirmLabel: string;
  /** Text of the row's button, if it differs from that of the question. */
  label?: string | undefined;
  asks?: Asks;
}

/** A button that removes its row's record after a question. */
export function RowRemoval<T extends { id: number }>(props: RowRemovalProps<T>) {
  const { record, about, label = props.confirmLabel, asks, ...flow } = props;
  const [deleting, setDeleting] = useState<T | null>(null);
  return (
    <>
      <RowButton
        label={label}
        about={about}
        asks={asks}
        variant="danger"
        onPress={() => setDeleting(record)}
      />
      <ConfirmDelete {...flow} record={deleting} onDone={() => setDeleting(null)} />
    </>
  );
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { 'data-key'?: string | undefined };

/** An action on a row's record: a link or a button. By default it needs the right to write. */
export interface RowAction {
  label: string;
  /** Key that clicks it on the focused row. */
  shortcut?: 'e';
  isDanger?: boolean;
  asks?: Asks;
  disabled?: boolean;
  /** Renders the RowLink. */
  renderLink?: (props: LinkProps) => ReactNode;
  /** Called on a click. `opener` gets the focus back when the opened dialog closes. */
  onPress?: (opener: HTMLElement) => void;
}

interface RowActionsProps {
  /**
   * Id of the element that names the record. It describes the buttons, whose names are the same in all
   * rows.
   */
  describedBy: string;
  actions: readonly RowAction[];
  /** Further actions behind a menu button with this label. */
  more?: { label: string; actions: readonly RowAction[] } | undefined;
  busy?: boolean;
}

/** True if there is no room for the buttons of a row; provided by the list. */
export const CompactActions = createContext(false);

const allowed = (actions: readonly RowAction[]) =>
  actions.filter(({ asks = 'write' }) => mayI(asks));

/**
 * Buttons of a row, or one menu with the same entries if space is short (docs/behaviour/lists.md). Only
 * actions that the person may use are shown.
 */
export function RowActions(props: RowActionsProps) {
  const { describedBy, more, busy = false } = props;
  const row = { describedBy, busy };
  const actions = allowed(props.actions);
  const others = allowed(more?.actions ?? []);
  if (useContext(CompactActions)) {
    const offered = [...actions, ...others];
    return offered.length > 0 && <RowMenu {...row} actions={offered} />;
  }
  const buttons = actions.map((action, index) => (
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
  if (!more || others.length === 0) return buttons;
  return (
    <>
      {buttons}
      <RowMenu {...row} label={more.label} actions={others} />
    </>
  );
}

interface ActionControlProps extends HTMLAttributes<HTMLElement> {
  'data-key'?: string | undefined;
  action: RowAction;
  busy?: boolean;
  /** Gets the focus when the opened dialog closes, by default the control itself. */
  opener?: RefObject<HTMLElement | null>;
}

type RowActionsAboutProps = Omit<RowActionsProps, 'describedBy'> & { about: string };

/** RowActions for a row in which no element names the record. */
export function RowActionsAbout({ about, ...props }: RowActionsAboutProps) {
  return <About text={about}>{(id) => <RowActions {...props} describedBy={id} />}</About>;
}

function ActionControl({ action, busy = false, opener, ...props }: ActionControlProps) {
  const { label, disabled = false, renderLink, onPress } = action;
  const look = { children: label, ...props };
  if (renderLink && !disabled) return renderLink(look);
  return (
    <button
      {...look}
      type="button"
      disabled={disabled}
      aria-disabled={busy}
      onClick={(event) => {
        const target = opener ? opener.current : event.currentTarget;
        if (busy || !target) return;
        firstPress(() => onPress?.(target))(event);
      }}
    />
  );
}

type RowMenuProps = Omit<RowActionsProps, 'more'> & { label?: string };

function RowMenu({ describedBy, actions, busy = false, label = t`Actions` }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const { button, close, buttonProps, menuProps } = useMenu(open, setOpen);

  function itemProps(action: RowAction) {
    const { label: children, isDanger, disabled = false, renderLink, onPress } = action;
    const className = isDanger ? 'text-danger' : 'text-ink';
    const look = { 'aria-describedby': describedBy, className };
    if (renderLink && !disabled)
      return { ...look, asChild: true, onSelect: close, children: renderLink({ children }) };
    return {
      ...look,
      disabled,
      'aria-disabled': disabled || busy,
      children,
      onSelect(event: Event) {
        if (busy) return event.preventDefault();
        close();
        if (button.current) onPress?.(button.current);
      },
    };
  }

  return (
    <>
      <Button
        {...buttonProps}
        variant="ghost"
        size="icon-sm"
        className="align-middle before:icon-mask before:icon-dots"
        aria-label={label}
        aria-describedby={describedBy}
        disabled={actions.every(({ disabled }) => disabled)}
      />
      {actions.map(
        (action) =>
          // Target of the shortcut while the menu is closed. It is hidden.
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
      {open && (
        <LazyMenu {...menuProps} aria-label={label} className="grid min-w-40 gap-0.5">
          {(Item) => actions.map((action) => <Item key={action.label} {...itemProps(action)} />)}
        </LazyMenu>
      )}
    </>
  );
}
