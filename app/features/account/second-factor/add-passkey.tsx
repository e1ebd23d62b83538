import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/components/feedback/toast';
import { LinkForm } from '~/components/form/link-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { passkeyFormSchema } from '~/contract/passkeys';
import { makeOld } from '~/data/make-old';
import { changeOwn } from '~/data/own-call';
import { createPasskey } from '~/lib/passkey-dialogs';
import { t } from '~/lib/texts';
import { describeDevice } from '../describe-device';

interface AddPasskeyProps {
  /** With the recovery codes of a first factor, or null where the earlier ones stay. */
  onAdded: (codes: string[] | null) => void;
}

/** The name of a new passkey, and the browser's dialog that makes it. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: addPasskey,
    gcTime: 0,
    onSuccess: () => makeOld(client, 'factors.addPasskey'),
  });
  const link = useLinkForm({
    defaultValues: { name: describeDevice(navigator.userAgent) },
    schema: passkeyFormSchema,
    send: async ({ name }) => onAdded(await add.mutateAsync(name)),
    onSuccess(form) {
      toast.success(t`Passkey added`);
      form.reset();
    },
  });
  return (
    <LinkForm
      link={link}
      button={{ label: t`Add Passkey`, busyLabel: t`Please wait...` }}
      align="start"
    >
      <div className="max-w-sm">
        <link.TextField name="name" label={t`Name of the new passkey`} required />
      </div>
    </LinkForm>
  );
}

/** Asks the device for a passkey. Results in recovery codes with the first factor, else in null. */
async function addPasskey(name: string): Promise<string[] | null> {
  const credential = await createPasskey(await changeOwn('factors.startPasskey', {}));
  const added = await changeOwn('factors.addPasskey', { body: { name, credential } });
  return added.recovery_codes;
}
