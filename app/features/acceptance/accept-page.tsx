import { useState } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { LinkPage, LinkUsed } from '~/components/layout/link-page';
import { Alert } from '~/components/ui/alert';
import { Fact } from '~/components/ui/fact';
import type { AcceptPreview } from '~/contract/acceptance';
import { ownQuery } from '~/data/own-call';
import { dash, titleCase } from '~/lib/format';
import { t } from '~/lib/texts';
import { ConfirmForm, JoinForm } from './accept-forms';

/** Accepting an invitation (docs/behaviour.md, "Embedded API"). */
export function AcceptPage({ token }: { token: string }) {
  const [accepted, setAccepted] = useState(false);
  return (
    <LinkPage
      title={t`Accept Invitation`}
      token={token}
      query={ownQuery('acceptance.link', { query: { token } })}
      thing={t`invitation`}
      broken={t`This link is not valid. Please open the link in your invitation e-mail again.`}
    >
      {(preview) => {
        if (accepted) return <Accepted preview={preview} />;
        // The document's script says it (components/layout/provider-sign-in.ts). A file that reads it would be named by the first download.
        const provider = document.documentElement.dataset.provider ?? null;
        const AcceptForm = preview.has_account ? ConfirmForm : JoinForm;
        const isAlone = preview.by_provider_alone && provider !== null;
        return (
          <>
            <p className="mb-4 text-muted">{introductionTo(preview, isAlone)}</p>
            <Facts preview={preview} />
            {!isAlone && (
              <AcceptForm token={token} preview={preview} onAccepted={() => setAccepted(true)} />
            )}
            {provider !== null && (isAlone || isAdministrators(preview)) && (
              <ByProvider name={provider} token={token} onAccepted={() => setAccepted(true)} />
            )}
          </>
        );
      }}
    </LinkPage>
  );
}

const acceptByProvider = lazyModule(() => import('./accept-by-provider'));

/** A file of its own, so that without a provider no page names it. */
function ByProvider(props: { name: string; token: string; onAccepted: () => void }) {
  const { module } = useLazyModule(acceptByProvider, true);
  return module && <module.AcceptByProvider {...props} />;
}

function Facts({ preview }: { preview: AcceptPreview }) {
  const facts = [
    !isAdministrators(preview) && { label: t`Building`, text: dash(preview.condo_name) },
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
      {t`Invitation accepted. You now belong to ${dash(preview.condo_name)}; you can close this page.`}
    </Alert>
  );
}

/** An invitation to become a super administrator has no building. */
function isAdministrators({ role }: AcceptPreview): boolean {
  return role === 'super_admin';
}
