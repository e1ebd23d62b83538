import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/components/feedback/toast';
import { FormError } from '~/components/form/form-error';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { passkeyFormSchema } from '~/contract/passkeys';
import { factorMutations } from '~/data/factors/factors.mutations';
import { describeDevice } from '../describe-device';

interface AddPasskeyProps {
  /** With the recovery codes of a first factor, or null where the earlier ones stay. */
  onAdded: (codes: string[] | null) => void;
}

/** The name of a new passkey, and the browser's dialog that makes it. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const add = useMutation(factorMutations.addPasskey(useQueryClient()));
  const { element, formError, options, submit } = useLinkForm((form) => {
    toast.success('Passkey added');
    form.reset();
  });
  const form = useAppForm({
    defaultValues: { name: describeDevice(navigator.userAgent) },
    validators: { onDynamic: passkeyFormSchema },
    ...options,
    onSubmit: ({ value, formApi }) =>
      submit(formApi, async () => onAdded(await add.mutateAsync(value.name))),
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={submitHandler(form)}
    >
      <div className="max-w-sm">
        <form.AppField name="name">
          {(field) => <field.TextField label="Name of the new passkey" required />}
        </form.AppField>
      </div>
      <FormError message={formError} />
      <div>
        <form.AppForm>
          <form.SubmitButton label="Add Passkey" busyLabel="Please wait..." />
        </form.AppForm>
      </div>
    </form>
  );
}
