import { toast } from '~/kit/feedback/toast';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { RowRemoval } from '~/kit/table/row-actions';
import { Badge } from '~/kit/ui/badge';
import type { Factors } from '~/accounts/factors';
import { passkeyFormSchema } from '~/accounts/passkeys';
import { changeEmbedded, embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { formatDateTime, formatLast } from '~/language/format';
import { createPasskey } from '~/accounts/passkey-dialogs';
import { msg, t } from '~/language/texts';
import { describeDevice } from '~/accounts/screens/describe-device';

type Passkey = Factors['passkeys'][number];

const { columns, column, actions } = columnsOf<Passkey>();

const COLUMNS = columns([
  column('name', msg`Name`, (passkey) => (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{passkey.name}</span>
      {!passkey.is_usable && <Badge tone="warning">{t`For another address`}</Badge>}
    </span>
  )),
  column('created_at', msg`Created`, (passkey) => formatDateTime(passkey.created_at)),
  column('last_used_at', msg`Last Used`, (passkey) => formatLast(passkey.last_used_at)),
  actions('7.5rem', (passkey) => <PasskeyActions passkey={passkey} />, { asks: 'own' }),
]);

interface PasskeysProps {
  /** Called with the recovery codes of the first factor, or with null if the earlier codes stay. */
  onDone: (codes: string[] | null) => void;
}

/** The account's passkeys (docs/behaviour/second-factor.md), with the recovery codes of a first factor. */
export function Passkeys({ onDone }: PasskeysProps) {
  return (
    <section className="grid gap-5 border-t border-line pt-5">
      <h3 className="font-semibold">{t`Passkeys`}</h3>
      <p>{t`Confirm your sign-in with fingerprint, face, PIN or security key instead of a code.`}</p>
      <QueryTable
        query={{ ...embeddedQuery('factors.get', {}), select: ({ passkeys }) => passkeys }}
        things={t`passkeys`}
        empty={t`No passkeys yet.`}
        caption={t`Passkeys`}
        columns={COLUMNS}
      />
      <AddPasskey onDone={onDone} />
    </section>
  );
}

function PasskeyActions({ passkey }: { passkey: Passkey }) {
  const { mutateAsync } = useEmbeddedChange('factors.removePasskey');
  const { name } = passkey;
  return (
    <RowRemoval
      asks="own"
      record={passkey}
      about={name}
      title={t`Remove Passkey`}
      question={t`Are you sure you want to remove the passkey "${name}"? It no longer signs you in.`}
      confirmLabel={t`Remove`}
      remove={(id) => mutateAsync({ id })}
      success={{ toast: t`Passkey removed` }}
    />
  );
}

/** The name of a new passkey, and the browser's dialog that makes it. */
function AddPasskey({ onDone }: PasskeysProps) {
  const add = useEmbeddedChange('factors.addPasskey');
  const link = useLinkForm({
    defaultValues: { name: describeDevice(navigator.userAgent) },
    schema: passkeyFormSchema,
    send: async ({ name }) => {
      const credential = await createPasskey(await changeEmbedded('factors.startPasskey', {}));
      onDone((await add.mutateAsync({ body: { name, credential } })).recovery_codes);
    },
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
