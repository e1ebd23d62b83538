import { useRef } from 'react';
import { Alert } from '~/components/ui/alert';
import { Button } from '~/components/ui/button';
import { t } from '~/lib/texts';
import { focusFirstField } from './focus-first-invalid';
import type { FormDraft } from './use-draft';

/** At the top of a form: offers to restore what was typed before the session ended. */
export function DraftBanner({ draft }: { draft: FormDraft }) {
  const container = useRef<HTMLDivElement>(null);
  const { offered } = draft;
  if (!offered) return null;
  const answer = (run: () => void) => () => {
    focusFirstField(container.current?.closest('form'));
    run();
  };
  return (
    <Alert ref={container} className="col-span-full flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-60 flex-1">
        {offered.restorable && t`You were signed out before you had saved your changes here. `}
        {offered.outdated &&
          t`Some of these fields have been changed since: check them before you save. `}
        {offered.pictureLost && t`Images could not be kept: choose them again.`}
      </p>
      {offered.restorable && (
        <Button variant="secondary" size="sm" onClick={answer(draft.restore)}>
          {t`Restore unsaved changes`}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={answer(draft.discard)}>
        {offered.restorable ? t`Discard` : t`Dismiss`}
      </Button>
    </Alert>
  );
}
