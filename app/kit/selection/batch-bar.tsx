import { X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { Noun } from '~/kit/ui/list-count';
import { Button } from '~/kit/ui/button';
import { t } from '~/language/texts';
import type { BatchAction, OwnAction } from './batch-action';
import { BatchDialog, type BatchDialogProps } from './batch-dialog';
import { SelectMatching, type Matching } from './select-matching';
import { BAR_ID, firstNames, type Selection } from './selection';

interface BatchBarProps {
  selection: Selection;
  noun: Noun;
  actions: ReadonlyArray<BatchAction | OwnAction>;
  matching: Matching | undefined;
}

type Request = Pick<BatchDialogProps, 'action' | 'choices' | 'hidden'>;

/** Buttons for the chosen records, at the lower edge of the screen. Hidden if none are chosen. */
export function BatchBar({ selection, noun, actions, matching }: BatchBarProps) {
  const chosen = useSyncExternalStore(selection.subscribe, selection.chosen);
  const listed = useSyncExternalStore(selection.subscribe, selection.shown);
  const removed = useSyncExternalStore(selection.subscribe, selection.removed);
  const [request, setRequest] = useState<Request | null>(null);
  const listedIds = new Set(listed.map(({ id }) => id));
  const hidden = [...chosen.keys()].filter((id) => !listedIds.has(id)).length;
  return (
    <>
      {chosen.size > 0 && (
        <section
          id={BAR_ID}
          aria-label={t`Selection`}
          className="fixed inset-x-0 bottom-4 z-bar mx-auto flex w-fit max-w-[calc(100vw-2rem)] animate-rise-in flex-wrap items-center gap-2 rounded-lg border border-line-mid bg-surface py-2 pr-2 pl-4 shadow-float print:hidden"
        >
          {/* On a phone its first line, with the button that ends the selection. */}
          <p className="mr-2 font-medium tabular-nums phone:-order-1 phone:mr-0 phone:basis-[calc(100%-3.25rem)]">
            <span>{t`${chosen.size} selected`}</span>
            {hidden > 0 && <span className="text-muted">{t`, ${hidden} not shown`}</span>}
            {removed.length > 0 && (
              <span className="text-muted">{t`, deleted since: ${firstNames(removed)}`}</span>
            )}
          </p>
          {matching && (
            <SelectMatching
              key={matching.key}
              selection={selection}
              matching={matching}
              isPageChosen={listed.length > 0 && listed.every(({ id }) => chosen.has(id))}
            />
          )}
          {actions.map((action) => {
            if ('only' in action && action.only !== chosen.size) return null;
            const label = 'onPress' in action ? action.label : action.button;
            const isDanger = 'destructive' in action && action.destructive;
            return (
              <Button
                key={label}
                size="sm"
                variant={isDanger ? 'danger' : 'secondary'}
                data-key={'onPress' in action ? action.shortcut : undefined}
                onClick={() => {
                  const choices = [...chosen.values()];
                  if ('onPress' in action) action.onPress(choices, (ids) => selection.drop(ids));
                  else setRequest({ action, choices, hidden });
                }}
              >
                {label}
              </Button>
            );
          })}
          <Button
            variant="ghost"
            size="icon-sm"
            className="phone:-order-1"
            aria-label={t`Clear selection`}
            onClick={() => selection.clear()}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </section>
      )}
      {request && (
        <BatchDialog
          {...request}
          noun={noun}
          onFinished={(done) => selection.drop(done)}
          onClose={() => setRequest(null)}
        />
      )}
    </>
  );
}
