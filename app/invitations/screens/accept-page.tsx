import { useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { ReadOnlyEmail } from '~/kit/form/text-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { LinkPage, LinkUsed } from '~/kit/layout/link-page';
import { Alert } from '~/kit/ui/alert';
import {
  acceptAddressFormSchema,
  acceptExistingFormSchema,
  acceptFormSchema,
  type AcceptPreview,
} from '~/invitations/acceptance';
import { embeddedQuery } from '~/rpc/queries';
import { send } from '~/rpc/client.functions';
import { apiKind } from '~/rpc/api-kind';
import { textOrDash, titleCase } from '~/language/format';
import { t } from '~/language/texts';
import { Fact } from '~/kit/ui/card';
import { AcceptByCode } from './accept-by-code';

const ProviderPart = lazyPart(() => import('./accept-by-provider'));

/** Accepting an invitation (docs/behaviour/accept.md). */
export function AcceptPage({ token }: { token: string }) {
  const [accepted, setAccepted] = useState(false);
  if (token === '' && apiKind().isEmbedded) return <AcceptByCode />;
  return (
    <LinkPage
      title={t`Accept Invitation`}
      token={token}
      query={embeddedQuery('acceptance.link', { query: { token } })}
      thing={t`invitation`}
      broken={t`This link is not valid. Please open the link in your invitation e-mail again.`}
    >
      {(preview) => {
        if (accepted) return <Accepted preview={preview} />;
        const { provider } = apiKind();
        const AcceptForm = preview.has_account ? ConfirmForm : JoinForm;
        if (preview.asks_address) return <AddressForm token={token} preview={preview} />;
        const isAlone = preview.by_provider_alone && provider !== null;
        return (
          <>
            <p className="mb-4 text-muted">{introductionTo(preview, isAlone)}</p>
            <Facts preview={preview} />
            {!isAlone && (
              <AcceptForm token={token} preview={preview} onAccepted={() => setAccepted(true)} />
            )}
            {provider !== null && (isAlone || isAdministrators(preview)) && (
              <ProviderPart>
                {({ AcceptByProvider }) => (
                  <AcceptByProvider
                    name={provider}
                    token={token}
                    onAccepted={() => setAccepted(true)}
                  />
                )}
              </ProviderPart>
            )}
          </>
        );
      }}
    </LinkPage>
  );
}

function Facts({ preview }: { preview: AcceptPreview }) {
  const facts = [
    !isAdministrators(preview) && { label: t`Building`, text: textOrDash(preview.condo_name) },
    preview.apartment_number !== null && { label: t`Apartment`, text: preview.apartment_number },
    { label: t`Role`, text: titleCase(preview.role) },
  ];
  return (
    <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 rounded-lg bg-sunken px-4 py-3">
      {facts.map(
        (fact) =>
          fact && (
            <Fact key={fact.label} className="contents" label={fact.label}>
              {fact.text}
            </Fact>
          ),
      )}
    </dl>
  );
}

function introductionTo({ has_account }: AcceptPreview, isAlone: boolean): string {
  if (isAlone) return t`You already have an account. Sign in to it to accept:`;
  return has_account
    ? t`You already have an account. Enter its password to accept:`
    : t`Choose a password to create your account and accept:`;
}

function Accepted({ preview }: { preview: AcceptPreview }) {
  if (isAdministrators(preview))
    return <LinkUsed text={t`Invitation accepted. You are now an administrator.`} />;
  return (
    <Alert tone="success">
      {t`Invitation accepted. You now belong to ${textOrDash(preview.condo_name)}; you can close this page.`}
    </Alert>
  );
}

/** An invitation to become a super administrator has no building. */
function isAdministrators({ role }: AcceptPreview): boolean {
  return role === 'super_admin';
}

interface AcceptFormProps {
  token: string;
  preview: AcceptPreview;
  onAccepted: () => void;
}

const button = () => ({ label: t`Accept Invitation`, busyLabel: t`Accepting...` });

/** Asks a person with an account for its password. */
function ConfirmForm({ token, preview, onAccepted }: AcceptFormProps) {
  const link = useLinkForm({
    defaultValues: { password: '' },
    schema: acceptExistingFormSchema,
    send: (value) => send('acceptance.accept', { body: { ...value, token } }),
    onSuccess: onAccepted,
  });
  return (
    <LinkForm link={link} button={button()}>
      <ReadOnlyEmail email={preview.email} autoComplete="username" />
      <link.PasswordField name="password" label={t`Password`} />
    </LinkForm>
  );
}

/** Asks a new person for names and a password. */
function JoinForm({ token, preview, onAccepted }: AcceptFormProps) {
  const link = useLinkForm({
    defaultValues: { first_name: '', last_name: '', password: '' },
    schema: acceptFormSchema,
    send: (value) =>
      send('acceptance.accept', { body: { ...acceptFormSchema.parse(value), token } }),
    onSuccess: onAccepted,
  });
  return (
    <LinkForm link={link} button={button()}>
      <ReadOnlyEmail email={preview.email} autoComplete="username" />
      <link.TextField name="first_name" label={t`First Name`} autoComplete="given-name" required />
      <link.TextField name="last_name" label={t`Last Name`} autoComplete="family-name" required />
      <link.PasswordField name="password" label={t`Password`} isNew />
    </LinkForm>
  );
}

/** Asks a person with a letter for an e-mail address, which gets the link that accepts. */
function AddressForm({ token, preview }: Pick<AcceptFormProps, 'token' | 'preview'>) {
  const [mailed, setMailed] = useState<string | null>(null);
  const link = useLinkForm({
    defaultValues: { email: preview.email },
    schema: acceptAddressFormSchema,
    async send(body) {
      await send('acceptance.address', { body: { ...body, token } });
      setMailed(body.email.trim());
    },
  });
  if (mailed !== null) {
    return (
      <Alert tone="success">
        {t`We have sent a link to ${mailed}. Open it to accept the invitation. If nothing arrives, enter your code again and check the address.`}
      </Alert>
    );
  }
  return (
    <>
      <p className="mb-4 text-muted">
        {t`Enter your e-mail address. You get a link that confirms it and accepts the invitation:`}
      </p>
      <Facts preview={preview} />
      <LinkForm link={link} button={{ label: t`Send Link`, busyLabel: t`Please wait...` }}>
        <link.TextField
          name="email"
          label={t`Email Address`}
          type="email"
          autoComplete="email"
          required
        />
      </LinkForm>
    </>
  );
}
