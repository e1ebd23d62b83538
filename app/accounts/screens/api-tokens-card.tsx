import { BoxField } from '~/kit/form/choice-fields';
import { useState } from 'react';
import { FormField } from '~/kit/form/form-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { RowRemoval } from '~/kit/table/row-actions';
import { TitledCard } from '~/kit/ui/card';
import {
  API_TOKEN_SCOPE_LABELS,
  API_TOKEN_SCOPES,
  newApiTokenSchema,
  type ApiToken,
  type NewApiToken,
} from '~/accounts/api-tokens';
import { embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { formatDate, formatLast } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { ShownOnce } from './shown-once';

const { columns, column, actions } = columnsOf<ApiToken>();

const COLUMNS = columns([
  column('name', msg`Name`, (token) => <span className="font-medium">{token.name}</span>),
  column('scope', msg`Scope`, (token) => translate(API_TOKEN_SCOPE_LABELS[token.scope])),
  column('personal_data', msg`Personal Data`, ({ personal_data }) =>
    personal_data ? t`With personal data` : t`Without`,
  ),
  column('last_used_at', msg`Last Used`, (token) => formatLast(token.last_used_at)),
  column('expires_at', msg`Ends`, (token) => formatDate(token.expires_at)),
  actions('7.5rem', (token) => <TokenActions token={token} />, { asks: 'own' }),
]);

/** The caller's tokens for scripts (docs/behaviour/account.md): make one, see it once, revoke it. */
export function ApiTokensCard() {
  const [made, setMade] = useState<string | null>(null);
  return (
    <TitledCard title={t`API Tokens`}>
      <div className="grid gap-5">
        <p>
          {t`A script that calls the API sends one of these as its bearer token. None of them reaches accounts or administrators, or exports or erases a person. Without personal data it sees no e-mail addresses, phones or notes.`}
        </p>
        <QueryTable
          query={embeddedQuery('apiTokens.list', {})}
          things={t`API tokens`}
          empty={t`No API tokens yet.`}
          caption={t`API tokens`}
          columns={COLUMNS}
        />
        {made === null ? (
          <NewToken onMade={setMade} />
        ) : (
          <ShownOnce
            title={t`Your New Token`}
            text={made}
            toasts={{
              copied: t`Token copied`,
              failed: t`The token could not be copied. Select the text.`,
            }}
            doneLabel={t`I Have Saved This Token`}
            onDone={() => setMade(null)}
          >
            <p>{t`Keep it where your script finds it: it is not shown again.`}</p>
            <code translate="no" className="font-mono text-sm wrap-anywhere">
              {made}
            </code>
          </ShownOnce>
        )}
      </div>
    </TitledCard>
  );
}

const SCOPES = API_TOKEN_SCOPES.map((value) => ({ value, label: API_TOKEN_SCOPE_LABELS[value] }));
const LIFETIMES = [
  { value: 30, label: msg`30 days` },
  { value: 90, label: msg`90 days` },
  { value: 365, label: msg`1 year` },
] as const;
const DEFAULTS: NewApiToken = {
  name: '',
  scope: 'read',
  personal_data: false,
  lifetime_days: 90,
};

function NewToken({ onMade }: { onMade: (token: string) => void }) {
  const create = useEmbeddedChange('apiTokens.create');
  const link = useLinkForm({
    defaultValues: DEFAULTS,
    schema: newApiTokenSchema,
    send: async ({ personal_data, ...token }) => {
      const body = { ...token, ...(personal_data && { personal_data }) };
      onMade((await create.mutateAsync({ body })).token);
    },
  });
  return (
    <LinkForm
      link={link}
      button={{ label: t`New Token`, busyLabel: t`Please wait...` }}
      align="start"
    >
      <div className="grid max-w-3xl gap-5 sm:grid-cols-3">
        <link.TextField name="name" label={t`Name of the new token`} required />
        <link.SelectField name="scope" label={t`Scope`} options={SCOPES} required />
        <link.SelectField name="lifetime_days" label={t`Ends after`} options={LIFETIMES} required />
        <FormField name="personal_data">
          <BoxField label={t`With personal data`} />
        </FormField>
      </div>
    </LinkForm>
  );
}

function TokenActions({ token }: { token: ApiToken }) {
  const { mutateAsync } = useEmbeddedChange('apiTokens.revoke');
  const { name } = token;
  return (
    <RowRemoval
      asks="own"
      record={token}
      about={name}
      title={t`Revoke API Token`}
      question={t`Are you sure you want to revoke the API token "${name}"? Scripts that use it stop working at once.`}
      confirmLabel={t`Revoke`}
      remove={(id) => mutateAsync({ id })}
      success={{ toast: t`API token revoked` }}
    />
  );
}
