import { rich } from '~/language/use-language';
import { useEffect } from 'react';
import { QrCode } from '~/kit/ui/qr-code';
import { toast } from '~/kit/feedback/toast';
import { focusField } from '~/kit/form/server-errors';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { totpConfirmationSchema, type TotpSetup } from '~/accounts/factors';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { t } from '~/language/texts';

interface SetUpAppProps {
  setup: TotpSetup;
  /** Called with the new recovery codes, or with null if the earlier ones stay. */
  onConfirmed: (codes: string[] | null) => void;
  onCancel: () => void;
}

/** The QR code and the secret for an authenticator app, and the field for the code that confirms it. */
export function SetUpApp({ setup, onConfirmed, onCancel }: SetUpAppProps) {
  const confirm = useEmbeddedChange('factors.confirmTotp');
  const link = useLinkForm({
    defaultValues: { code: '' },
    schema: totpConfirmationSchema,
    send: async (body) => onConfirmed((await confirm.mutateAsync({ body })).recovery_codes),
    onSuccess: () => toast.success(t`Authenticator app set up`),
  });
  const { element } = link;
  useEffect(() => focusField(element.current), [element]);
  return (
    <LinkForm
      link={link}
      button={{ label: t`Confirm`, busyLabel: t`Please wait...` }}
      align="start"
      onCancel={onCancel}
      className="gap-5"
    >
      <p>
        {t`Scan this code with an authenticator app, or type the key into it. Then enter the code that the app shows.`}
      </p>
      <QrCode text={setup.uri} label={t`QR code for the authenticator app`} />
      <p>
        {rich`Key: ${(
          <code translate="no" className="wrap-anywhere select-all">
            {inGroups(setup.secret)}
          </code>
        )}`}
      </p>
      <div className="max-w-sm">
        <link.TextField
          name="code"
          label={t`Authentication code`}
          autoComplete="one-time-code"
          required
        />
      </div>
    </LinkForm>
  );
}

/** Splits a secret into groups, which are easier to type. Apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
