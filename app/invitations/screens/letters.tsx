import { useRef } from 'react';
import { LETTERS_AT_ONCE } from '~/fields/limits';
import type { Letter } from '~/invitations/schema';
import { ModalMessage } from '~/kit/feedback/confirm-dialog';
import { StillWaiting } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { UnsavedChanges } from '~/kit/form/unsaved-changes';
import type { Choice } from '~/kit/selection/selection';
import { Alert } from '~/kit/ui/alert';
import { Button, firstPress } from '~/kit/ui/button';
import { PageHeader } from '~/kit/ui/card';
import { leaveForms } from '~/kit/ui/open-forms';
import { QrCode } from '~/kit/ui/qr-code';
import { formatCount, formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';

const lettersOf = (count: number) => formatCount(count, 'letter', 'letters');

interface PrintLettersProps {
  chosen: readonly Choice[];
  onPrinted: (letters: readonly Letter[]) => void;
  onClose: () => void;
}

/** Says how many letters there will be and what they do, before they are created. */
export function PrintLetters({ chosen, onPrinted, onClose }: PrintLettersProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const print = useEmbeddedChange('letters.print', {
    onSuccess: ({ letters }) => onPrinted(letters),
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  const isTooMany = chosen.length > LETTERS_AT_ONCE;
  const count = lettersOf(chosen.length);
  return (
    <ModalMessage
      open
      title={t`Print letters`}
      description={
        isTooMany
          ? t`At most ${formatNumber(LETTERS_AT_ONCE)} letters are made at once. Please choose fewer invitations.`
          : t`Make ${count}? Each has a code that accepts the invitation, works once, for 60 days, and is shown this once. Earlier letters of the same invitations stop working.`
      }
      onEscape={print.isPending ? null : onClose}
      firstFocus={() => cancel.current}
    >
      {print.isPending && <StillWaiting />}
      <Button ref={cancel} variant="secondary" aria-disabled={print.isPending} onClick={onClose}>
        {isTooMany ? t`OK` : t`Cancel`}
      </Button>
      {!isTooMany && (
        <Button
          aria-disabled={print.isPending}
          onClick={firstPress(() => print.mutate({ body: { ids: chosen.map(({ id }) => id) } }))}
        >
          {print.isPending ? t`Please wait...` : t`Make ${count}`}
        </Button>
      )}
    </ModalMessage>
  );
}

interface LettersPageProps {
  letters: readonly Letter[];
  /** The chosen invitations. Some may have been accepted or deleted in the meantime. */
  chosen: readonly Choice[];
  onBack: () => void;
}

/** The letters to print (docs/behaviour/invitations.md, "Letters"), one page each. */
export function LettersPage({ letters, chosen, onBack }: LettersPageProps) {
  const made = new Set(letters.map((letter) => letter.invitation_id));
  const names = chosen.flatMap(({ id, name }) => (made.has(id) ? [] : [name])).join(', ');
  return (
    <>
      <UnsavedChanges
        isDirty={() => true}
        question={{
          title: t`Leave the letters?`,
          description: t`Their codes are not shown again. Letters that were not printed have to be made again.`,
        }}
      />
      <div className="grid gap-4 print:hidden">
        <PageHeader
          title={lettersOf(letters.length)}
          description={t`The codes are shown this once: print the letters now. The address fits the right window of an envelope.`}
          actions={
            <>
              <Button variant="secondary" onClick={() => leaveForms(onBack)}>
                {t`Back to the invitations`}
              </Button>
              <Button onClick={() => window.print()}>{t`Print`}</Button>
            </>
          }
        />
        {names !== '' && (
          <Alert tone="warning">{t`No longer pending, without a letter: ${names}`}</Alert>
        )}
      </div>
      <div className="space-y-6 print:space-y-0">
        {letters.map((letter) => (
          <LetterSheet key={letter.invitation_id} letter={letter} />
        ))}
      </div>
    </>
  );
}

/** An A4 sheet on paper. On a screen it is a card that uses the available width. */
function LetterSheet({ letter }: { letter: Letter }) {
  const { language, address, subject, before, after, link, code } = letter;
  return (
    <article
      lang={language}
      translate="no"
      aria-label={address[0]}
      className="relative grid max-w-[210mm] gap-4 rounded-lg border border-line bg-white p-6 wrap-anywhere text-black not-first:print:break-before-page sm:p-12 print:block print:space-y-4 print:rounded-none print:border-0 print:px-[22mm] print:pt-[100mm] print:pb-0 print:[page:letter]"
    >
      <address className="not-italic sm:ml-auto sm:w-[80mm] print:absolute print:top-[52mm] print:left-[118mm]">
        {address.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <h2 className="font-semibold">{subject}</h2>
      {before.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="flex flex-wrap items-center gap-8">
        <QrCode text={link} label={t`QR code with the code`} className="size-[45mm] shrink-0" />
        <p className="font-mono text-2xl font-semibold whitespace-nowrap">{code}</p>
      </div>
      {after.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </article>
  );
}
