import type { AnyFormApi } from '@tanstack/react-form';
import { useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { toast } from '~/kit/feedback/toast';
import type { FormBaseline } from '~/kit/form/conflict/save-or-conflict';
import { clearDraft } from '~/kit/form/drafts';
import { submitForm } from '~/kit/form/server-errors';
import { Button } from '~/kit/ui/button';
import { idempotencyKeys } from '~/fields/random-key';
import { fieldsOf, readId } from '~/fields/reading';
import { changesOf, reviewValuesOf, valuesOf } from '~/imports/row-error';
import { apiKind } from '~/rpc/api-kind';
import { mayI } from '~/rpc/own-rights';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { recordTag } from '~/rpc/versioned';
import { t } from '~/language/texts';
import { PROPOSAL_KINDS, type ProposalKind, type ProposedRow } from './schema';

export const ReasonPart = lazyPart(() => import('./reason-dialog'));

/** Rows to propose once a reason is entered. The rows of a long review are read only when it is sent. */
interface Question {
  rows: () => readonly ProposedRow[] | Promise<readonly ProposedRow[]>;
  /** Says which changes are not part of the proposal. */
  note?: string | undefined;
}

/** Makes the Idempotency-Keys of one dialog. After closing it, the same changes may be proposed again. */
type KeyFor = ReturnType<typeof idempotencyKeys>;

interface ProposeProps {
  kind: string;
  label: string;
  disabled?: boolean;
  /** True if the button that opened the dialog is no longer rendered. */
  takesFocus?: boolean;
  onPress: (ask: (question: Question) => void) => void;
  onProposed: () => void;
}

/**
 * A button that asks for a reason and proposes. It is next to the button that writes, or replaces it. It is
 * absent without the right to propose, for kinds that cannot be proposed, and with an external API.
 */
function Propose(props: ProposeProps) {
  const { kind: name, label, disabled = false, takesFocus = false, onPress, onProposed } = props;
  const [question, setQuestion] = useState<(Question & { keyFor: KeyFor }) | null>(null);
  const { mutateAsync } = useEmbeddedChange('proposals.create');
  const kind = PROPOSAL_KINDS.find((one) => one === name);
  if (!kind || !mayI('propose') || !apiKind().isEmbedded) return null;
  const close = () => setQuestion(null);
  const send = async (reason: string) => {
    if (!question) return;
    const body = { kind, reason, rows: [...(await question.rows())] };
    const { id } = await mutateAsync({ body, key: question.keyFor(body) });
    toast.success(t`Proposed`, {
      label: t`Open the proposal`,
      alternative: t`Proposals lists it as well`,
      target: { to: '/proposals/$proposalId', params: { proposalId: id } },
    });
    close();
    onProposed();
  };
  return (
    <>
      <Button
        variant={mayI('write') ? 'secondary' : 'primary'}
        disabled={disabled}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the pressed button
        autoFocus={takesFocus}
        onClick={() => onPress((opened) => setQuestion({ ...opened, keyFor: idempotencyKeys() }))}
      >
        {label}
      </Button>
      {question && (
        <ReasonPart onClose={close}>
          {({ ReasonDialog }) => (
            <ReasonDialog
              title={t`Propose changes`}
              button={{ label: t`Propose`, busyLabel: t`Proposing...` }}
              hint={t`Nothing is written before somebody applies it.`}
              note={question.note}
              send={send}
              onClose={close}
            />
          )}
        </ReasonPart>
      )}
    </>
  );
}

type ProposeRowsProps = Omit<ProposeProps, 'label' | 'onPress'> & Pick<Question, 'rows'>;

/** "Propose..." for several rows. */
export function ProposeRows({ rows, ...props }: ProposeRowsProps) {
  return <Propose {...props} label={t`Propose...`} onPress={(ask) => ask({ rows })} />;
}

interface ProposeChangesProps<Stored, Values> {
  kind: ProposalKind;
  /** Form, as returned by useStoredRecordForm. */
  record: { form: AnyFormApi; draftKey: string; baseline: FormBaseline<Stored, Values> };
  /** Converts the form to the record's values on the wire. */
  toRecord: (values: Values, stored: Stored | undefined) => object;
  noteOf?: (values: Values) => string | undefined;
  onProposed?: (() => void) | undefined;
}

/**
 * "Propose these changes" of a record's form, which is then reset to the stored values. The proposal has
 * the version from which the form was filled, so that a later change is a conflict.
 */
export function ProposeChanges<Stored extends object, Values extends object>(
  props: ProposeChangesProps<Stored, Values>,
) {
  const { kind, record, toRecord, noteOf, onProposed } = props;
  const { form, draftKey, baseline } = record;
  const { stored, version } = baseline;
  // A person with all rights creates a record directly.
  if (!stored && mayI('write')) return null;
  const rowOf = (values: Values): ProposedRow | null => {
    const sent = reviewValuesOf(toRecord(values, stored));
    const changed = valuesOf(changesOf(kind, reviewValuesOf(stored ?? {}), sent), 'new');
    if (Object.keys(changed).length === 0) return null;
    if (!stored) return { action: 'create', values: changed };
    const id = readId(fieldsOf(stored).id);
    return { action: 'change', id, version: recordTag(version), values: changed };
  };
  return (
    <Propose
      kind={kind}
      label={t`Propose these changes`}
      onPress={(ask) =>
        submitForm(form, (values: Values) => {
          const row = rowOf(values);
          const note = noteOf?.(values);
          if (row) ask({ rows: () => [row], note });
          else toast.error(note ?? t`There is nothing to propose: no value was changed.`);
        })
      }
      onProposed={() => {
        form.reset();
        clearDraft(draftKey);
        onProposed?.();
      }}
    />
  );
}
