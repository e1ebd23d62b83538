import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormError } from '~/components/form/form-error';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import {
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogRoot,
  AlertDialogTitle,
} from '~/components/ui/alert-dialog';
import { Button } from '~/components/ui/button';
import { reauthenticationSchema } from '~/contract/account';
import { readText } from '~/contract/reading';
import { accountMutations } from '~/data/account/account.mutations';
import { useSession } from './use-session';

interface PasswordDialogProps {
  open: boolean;
  /** The password was right, or the dialog was cancelled. */
  onDone: (entered: boolean) => void;
}

/** Asks for the password again (docs/behaviour.md, "Accounts"); what waits for it continues, or fails. */
export function PasswordDialog({ open, onDone }: PasswordDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  return (
    <AlertDialogRoot open={open}>
      <AlertDialogContent
        ref={content}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          before.current = document.activeElement;
          content.current?.querySelector<HTMLInputElement>('[type=password]')?.focus();
        }}
        onCloseAutoFocus={(event) => {
          // It may have been opened from another dialog, which is still there.
          event.preventDefault();
          if (before.current instanceof HTMLElement) before.current.focus();
        }}
        onEscapeKeyDown={(event) => {
          event.preventDefault();
          onDone(false);
        }}
      >
        <AlertDialogTitle>Confirm It Is You</AlertDialogTitle>
        <AlertDialogDescription>
          You signed in a while ago. Enter your password to continue.
        </AlertDialogDescription>
        <PasswordForm onDone={onDone} />
      </AlertDialogContent>
    </AlertDialogRoot>
  );
}

function PasswordForm({ onDone }: Pick<PasswordDialogProps, 'onDone'>) {
  const session = useSession();
  const reauthenticate = useMutation(accountMutations.reauthenticate());
  const { element, formError, options, submit } = useLinkForm(() => onDone(true));
  const form = useAppForm({
    defaultValues: { password: '' },
    validators: { onDynamic: reauthenticationSchema },
    ...options,
    onSubmit: ({ value, formApi }) => submit(formApi, () => reauthenticate.mutateAsync(value)),
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={submitHandler(form)}
    >
      {/* For password managers: whose password this is. */}
      <input
        type="email"
        autoComplete="username"
        value={readText(session?.user.email) ?? ''}
        readOnly
        hidden
      />
      <form.AppField name="password">
        {(field) => (
          <field.TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </form.AppField>
      <FormError message={formError} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => onDone(false)}>
          Cancel
        </Button>
        <form.AppForm>
          <form.SubmitButton label="Confirm" busyLabel="Please wait..." />
        </form.AppForm>
      </div>
    </form>
  );
}
