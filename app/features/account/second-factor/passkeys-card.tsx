import { QueryTable } from '~/components/list/query-table';
import { ownQuery } from '~/data/own-call';
import { AddPasskey } from './add-passkey';
import { FactorCard, type FactorContentProps } from './factor-card';
import { PASSKEY_COLUMNS } from './passkey-columns';

/** One's own passkeys (docs/behaviour.md, "Accounts"): add, remove, and the recovery codes of a first factor. */
export function PasskeysCard({ onSetUp }: { onSetUp?: () => void }) {
  return <FactorCard title="Passkeys" onSetUp={onSetUp} content={Passkeys} />;
}

function Passkeys({ onDone }: FactorContentProps) {
  return (
    <>
      <p>
        After your password, a passkey signs you in by your fingerprint, your face, a PIN or a
        security key.
      </p>
      <QueryTable
        query={{ ...ownQuery('factors.get', {}), select: ({ passkeys }) => passkeys }}
        things="passkeys"
        empty="No passkeys yet."
        caption="Passkeys"
        columns={PASSKEY_COLUMNS}
      />
      <AddPasskey onAdded={onDone} />
    </>
  );
}
