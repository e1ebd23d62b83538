import { createContext, use, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { ConfirmDelete, type ConfirmDeleteProps } from '~/kit/feedback/confirm-delete';
import { Button, buttonVariants, firstPress, type ButtonProps } from '~/kit/ui/button';
import { LazyMenu, useMenu } from '~/kit/menu/use-menu';
import { t } from '~/language/texts';
import { mayI, type Asks } from '~/rpc/own-rights';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { 'data-key'?: string | undefined };

/** An action on a row's record: a link or a button. By default it needs the right to write. */
export interface RowAction {
  label: string;
  /** Key that clicks it on the focused row. */
  shortcut?: 'e';
  /** Look of the button. An entry of a menu is red if there is one. */
  variant?: ButtonProps['variant'];
  asks?: Asks | undefined;
  disabled?: boolean;
  /** Renders the RowLink. */
  renderLink?: (props: LinkProps) => ReactNode;
  /** Called on a click. `opener` gets the focus back when the opened dialog closes. */
  onPress?: (opener: HTMLElement) => void;
}

interface RowActionsProps {
  /** Id of the element with the record's name. It describes the buttons, which have one name in all rows. */
  describedBy?: string;
  /** The record's name, for a row in which no element has it. */
  about?: string;
  actions: readonly RowAction[];
  /** Further actions behind a menu button with this label. */
  more?: { label: string; actions: readonly RowAction[] } | undefined;
  busy?: boolean;
}

/** True if there is no room for the buttons of a row; provided by the list. */
export const CompactActions = createContext(false);

const allowed = (actions: readonly RowAction[] = []) =>
  actions.filter(({ asks = 'write' }) => mayI(asks));

/**
 * Buttons of a row, or one menu with the same entries if space is short (docs/behaviour/lists.md). Only
 * actions that the person may use are shown.
 */
export function RowActions({ about, more, busy = false, ...props }: RowActionsProps) {
  const aboutId = useId();
  const { describedBy = aboutId } = props;
  const isCompact = use(CompactActions);
  const actions = allowed(props.actions);
  const others = allowed(more?.actions);
  const buttons = isCompact ? [] : actions;
  const entries = isCompact ? [...actions, ...others] : others;
  if (buttons.length + entries.length === 0) return null;
  return (
    <>
      {about !== undefined && (
        <span id={aboutId} hidden>
          {about}
        </span>
      )}
      {buttons.map((action, index) => (
        <ActionControl
          key={action.label}
          action={action}
          busy={busy}
          aria-describedby={describedBy}
          className={index > 0 ? 'ml-2' : ''}
        />
      ))}
      {entries.length > 0 && (
        <RowMenu
          describedBy={describedBy}
          label={isCompact || !more ? t`Actions` : more.label}
          actions={entries}
          busy={busy}
        />
      )}
    </>
  );
}

type RowButtonProps = Pick<RowAction, 'variant' | 'asks'> & {
  label: string;
  about: string;
  busy?: boolean;
  onPress: () => void;
};

/** A single button that acts on the record of its row, and never becomes a menu. */
export function RowButton({ about, busy = false, ...action }: RowButtonProps) {
  return (
    <CompactActions value={false}>
      <RowActions about={about} busy={busy} actions={[{ variant: 'secondary', ...action }]} />
    </CompactActions>
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

interface ActionControlProps extends Pick<LinkProps, 'className' | 'hidden' | 'aria-describedby'> {
  action: RowAction;
  busy: boolean;
  /** Gets the focus when the opened dialog closes, by default the control itself. */
  opener?: ReturnType<typeof useMenu>['button'];
}

function ActionControl({ action, busy, opener, className, ...props }: ActionControlProps) {
  const { label, variant = 'ghost', disabled = false, renderLink, onPress } = action;
  const style = { variant, size: 'sm', className } as const;
  const common = { ...props, 'data-key': action.shortcut, children: label };
  if (renderLink && !disabled) return renderLink({ ...common, className: buttonVariants(style) });
  return (
    <Button
      {...common}
      {...style}
      disabled={disabled}
      aria-disabled={busy}
      onClick={(event) => {
        const target = opener?.current ?? event.currentTarget;
        firstPress(() => onPress?.(target))(event);
      }}
    />
  );
}

type RowMenuProps = { label: string } & Required<
  Pick<RowActionsProps, 'describedBy' | 'actions' | 'busy'>
>;

function RowMenu({ describedBy, label, actions, busy }: RowMenuProps) {
  const { button, close, buttonProps, menuProps } = useMenu(useState(false));

  function entryProps({ variant, disabled = false, renderLink, onPress, ...action }: RowAction) {
    const link = disabled ? undefined : renderLink?.({ children: action.label });
    const isBusy = busy && !link;
    return {
      asChild: link !== undefined,
      className: variant ? 'text-danger' : 'text-ink',
      children: link ?? action.label,
      disabled,
      'aria-describedby': describedBy,
      'aria-disabled': disabled || isBusy,
      onSelect(event: Event) {
        if (isBusy) return event.preventDefault();
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
          action.shortcut && (
            <ActionControl key={action.label} action={action} busy={busy} opener={button} hidden />
          ),
      )}
      <LazyMenu {...menuProps} aria-label={label} className="grid min-w-40 gap-0.5">
        {(Item) => actions.map((action) => <Item key={action.label} {...entryProps(action)} />)}
      </LazyMenu>
    </>
  );
}
