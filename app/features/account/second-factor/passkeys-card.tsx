import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { ownQuery } from '~/data/own-call';
import { AddPasskey } from './add-passkey';
import { PASSKEY_COLUMNS } from './passkey-columns';
import { RecoveryCodes } from './recovery-codes';

const FACTORS = ownQuery('factors.get', {});

const TEXTS: ListTexts = {
  loading: 'Loading passkeys...',
  error: () => 'Error loading passkeys.',
  empty: { title: 'No passkeys yet.' },
};

/** One's own passkeys (docs/behaviour.md, "Accounts"): add, remove, and the recovery codes of a first factor. */
export function PasskeysCard({ onSetUp }: { onSetUp?: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const passkeys = useQuery({ ...FACTORS, select: (read) => read.passkeys });
  const region = useRef<HTMLDivElement>(null);

  function finish() {
    setCodes(null);
    // What had the focus is gone.
    region.current?.focus();
    onSetUp?.();
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Passkeys</CardTitle>
      </CardHeader>
      <CardContent>
        <div ref={region} tabIndex={-1} className="grid gap-5 focus:outline-none">
          {codes ? (
            <RecoveryCodes codes={codes} onDone={finish} />
          ) : (
            <>
              <p>
                After your password, a passkey signs you in by your fingerprint, your face, a PIN or
                a security key.
              </p>
              <ListQuery
                query={passkeys}
                queryKey={FACTORS.queryKey}
                texts={TEXTS}
                count={(loaded) => loaded.length}
                skeleton={<TableSkeleton columns={PASSKEY_COLUMNS.length} />}
              >
                {({ data, busy, empty }) => (
                  <DataTable
                    caption="Passkeys"
                    columns={PASSKEY_COLUMNS}
                    data={data}
                    busy={busy}
                    empty={empty}
                  />
                )}
              </ListQuery>
              <AddPasskey
                onAdded={(newCodes) => {
                  if (newCodes) setCodes(newCodes);
                  else onSetUp?.();
                }}
              />
            </>
          )}
        </div>
      </CardContent>
    </Card>
  );
}
