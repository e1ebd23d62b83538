import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { PublicPage } from '~/kit/layout/public-page';
import { codeInFragment, letterCodeSchema } from '~/invitations/letter-code';
import { changeEmbedded } from '~/rpc/queries';
import { t } from '~/language/texts';

/** Asks for the code of a letter, which a QR code fills in. It leads to the page of a link. */
export function AcceptByCode() {
  const navigate = useNavigate();
  const link = useLinkForm({
    defaultValues: { code: '' },
    schema: letterCodeSchema,
    send: async (body) => {
      const { token } = await changeEmbedded('acceptance.code', { body });
      await navigate({ to: '/invitations/accept', search: { token }, replace: true });
    },
  });
  const { form } = link;
  useEffect(() => {
    const code = codeInFragment(location.hash);
    if (code === '') return;
    form.setFieldValue('code', code);
    void form.handleSubmit();
  }, [form]);
  return (
    <PublicPage title={t`Accept Invitation`}>
      <p className="mb-4 text-muted">
        {t`Enter the code from your letter. If you have an e-mail with a link, open that link instead.`}
      </p>
      <LinkForm link={link} button={{ label: t`Continue`, busyLabel: t`Please wait...` }}>
        <link.TextField
          name="code"
          label={t`Code from your letter`}
          autoComplete="one-time-code"
          required
        />
      </LinkForm>
    </PublicPage>
  );
}
