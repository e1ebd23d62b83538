import { useEffect, useEffectEvent, useRef } from 'react';
import { StillWaiting } from '~/kit/feedback/query-state';
import { UnsavedChanges } from '~/kit/form/unsaved-changes';
import { Alert } from '~/kit/ui/alert';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard } from '~/kit/ui/card';
import type { BulkCreation, BulkValidation } from '~/imports/bulk-reading';
import type { ValidatedFile } from '~/imports/queries';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatCount, formatNumber } from '~/language/format';
import { plural, t } from '~/language/texts';
import { storePendingImport } from './import-memory';
import { editedFields } from './import-state';
import { RowEditor, type RowEditorProps } from './row-editor';
import { fieldText } from './row-values';
import { CheckingFile } from './rows-progress';
import { RowsTable } from './rows-table';
import { useBulkImport } from './use-bulk-import';

const invitationsOf = (count: number) => formatCount(count, 'invitation', 'invitations');

interface InvitationRowsProps {
  /** Rows for the import of invitations. A new file is checked at once. */
  file: File;
  onSent: (sent: { importId: number | null; emails: readonly string[] }) => void;
}

/** Rows of several invitations before they are sent: an import without its page and history. */
export function InvitationRows({ file, onSent }: InvitationRowsProps) {
  const state = useBulkImport('user_invite', null, 'invitations');
  const check = useEffectEvent(state.check);
  useEffect(() => check(file), [file]);
  const footer = useRef<HTMLDivElement>(null);
  const { validation, creation, results, busy } = state;
  const total = results?.validRows.length ?? 0;
  const created = creation.data?.created ?? 0;
  const focusFooter = () => footer.current?.querySelector('button')?.focus();

  /** Clears the pending import, since the page of imports has nothing to resume. */
  const send = () =>
    state.create(({ importId, errors }, { validRows }) => {
      storePendingImport(null);
      if (errors.length > 0) return;
      const finish = (rows: readonly object[]) =>
        onSent({ importId, emails: rows.map((row) => fieldText(row, 'email')) });
      void validRows.read().then(finish);
    });

  return (
    <>
      {validation.isPending && (
        <CheckingFile progress={state.progress} onCancel={state.cancelCheck} />
      )}
      {validation.isError && (
        <Alert tone="danger">{t`Validation failed: ${detailOrMessage(validation.error)}`}</Alert>
      )}
      {creation.isError && (
        <Alert tone="danger">
          {t`Failed to send invitation: ${detailOrMessage(creation.error)}`}
        </Alert>
      )}
      {results && (
        <NamedCard
          title={t`Preview`}
          actions={<Counts validation={results} />}
          contentClassName="grid gap-6"
          footer={
            <CardFooter ref={footer}>
              {state.edits.size > 0 ? (
                <Button aria-disabled={busy} onClick={state.validate}>
                  {t`Check again`}
                </Button>
              ) : (
                total > 0 &&
                created === 0 && (
                  <Button aria-disabled={busy} onClick={send}>
                    {creation.isPending ? t`Please wait...` : t`Send ${invitationsOf(total)}`}
                  </Button>
                )
              )}
              {busy && <StillWaiting />}
            </CardFooter>
          }
        >
          <Rows results={results} creation={creation.data} state={state} onLeave={focusFooter} />
        </NamedCard>
      )}
      <UnsavedChanges isDirty={() => state.editing && !creation.isSuccess} />
    </>
  );
}

interface RowsProps extends Pick<RowEditorProps, 'state' | 'onLeave'> {
  results: ValidatedFile;
  creation: BulkCreation | undefined;
}

function Rows({ results, creation, ...editor }: RowsProps) {
  const { validRows, invalidRows, names, key } = results;
  const rejected = creation?.errors ?? [];
  return (
    <>
      {/* An external API may create the valid rows even if others fail. */}
      {creation !== undefined && creation.created > 0 && (
        <Alert tone="success">{t`${invitationsOf(creation.created)} sent`}</Alert>
      )}
      {rejected.length > 0 && (
        <RowsTable caption={t`Rows that were not created`} errors={rejected} />
      )}
      {invalidRows.length > 0 && (
        <RowEditor key={key} rows={invalidRows} fields={editedFields(results)} {...editor} />
      )}
      {validRows.length > 0 && (
        <RowsTable
          caption={t`Invitations`}
          rows={validRows.first}
          total={validRows.length}
          names={names}
        />
      )}
    </>
  );
}

/**
 * Numbers of rows that are ready, rows of people who are invited or live there already, and rows with other
 * errors.
 */
function Counts({ validation: { validRows, invalidRows } }: { validation: BulkValidation }) {
  const having = (code: string) =>
    invalidRows.filter(({ parts = [] }) => parts.length === 1 && parts[0]?.code === code).length;
  const invited = having('invited_there');
  const associated = having('associated_there');
  const others = invalidRows.length - invited - associated;
  const number = formatNumber;
  return (
    <p role="status" className="flex flex-wrap gap-2">
      <Badge tone={validRows.length > 0 ? 'success' : 'neutral'}>
        {t`${number(validRows.length)} ready`}
      </Badge>
      {invited > 0 && <Badge>{t`${number(invited)} invited already`}</Badge>}
      {associated > 0 && (
        <Badge>
          {plural(associated, number(associated), '# lives there already', '# live there already')}
        </Badge>
      )}
      {others > 0 && <Badge tone="danger">{t`${number(others)} to correct`}</Badge>}
    </p>
  );
}
