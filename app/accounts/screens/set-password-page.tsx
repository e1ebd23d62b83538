import { useState } from 'react';
import { ReadOnlyEmail } from '~/kit/form/text-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { LinkPage, LinkUsed } from '~/kit/layout/link-page';
import { setPasswordFormSchema } from '~/accounts/new-password';
import { embeddedQuery } from '~/rpc/queries';
import { send } from '~/rpc/client.functions';
import { t } from '~/language/texts';

/** Sets a password by a one-time link (docs/behaviour/signing-in.md, "Set Password"). */
export function SetPasswordPage({ token }: { token: string }) {
  const [isSet, setIsSet] = useState(false);
  return (
    <LinkPage
      title={t`Set Password`}
      token={token}
      query={embeddedQuery('password.link', { query: { token } })}
      thing={t`link`}
      broken={t`This link is not valid. Please open the whole link once more.`}
    >
      {({ email }) =>
        isSet ? (
          <LinkUsed
            text={t`Your password is set. All earlier sessions of this account have ended.`}
          />
        ) : (
          <SetPasswordForm token={token} email={email} onSuccess={() => setIsSet(true)} />
        )
      }
    </LinkPage>
  );
}

interface SetPasswordFormProps {
  token: string;
  email: string;
  onSuccess: () => void;
}

function SetPasswordForm({ token, email, onSuccess }: SetPasswordFormProps) {
  const link = useLinkForm({
    defaultValues: { password: '' },
    schema: setPasswordFormSchema,
    send: (value) => send('password.set', { body: { ...value, token } }),
    onSuccess,
  });
  return (
    <LinkForm link={link} button={{ label: t`Set Password`, busyLabel: t`Saving...` }}>
      <ReadOnlyEmail email={email} autoComplete="username" />
      <link.PasswordField name="password" label={t`New Password`} isNew />
    </LinkForm>
  );
}
