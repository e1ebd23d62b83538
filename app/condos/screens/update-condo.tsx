import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { toast } from '~/kit/feedback/toast';
import { CardContent } from '~/kit/ui/card';
import { condoMutations, condoQueries } from '~/condos/queries';
import type { Condo } from '~/condos/fields';
import type { Versioned } from '~/rpc/versioned';
import { cn } from '~/kit/ui/cn';
import { hasDraft } from '~/kit/form/drafts';
import { t } from '~/language/texts';

const FormPart = lazyPart(() => import('./condo-form'));

interface UpdateCondoProps {
  condoId: number;
  /** The form appears once this is loaded. */
  condo: Versioned<Condo> | undefined;
  /**
   * Number of requests to edit from other parts of the page. Each one opens the form and focuses its first
   * field.
   */
  editRequests: number;
}

/**
 * The collapsible "Update Building Information" form. It is closed at first. Closing keeps the typed
 * values.
 */
export function UpdateCondo({ condoId, condo, editRequests }: UpdateCondoProps) {
  const client = useQueryClient();
  const update = useMutation(condoMutations.update(client, condoId));
  const draftKey = `condo/${condoId}`;
  const isNext = useLocation({ select: ({ state }) => state.field !== undefined });
  // Open if there is a draft to restore, or if the form was open on the previous building's page.
  const [open, setOpen] = useState(() => isNext || hasDraft(draftKey));
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  const content = useRef<HTMLDivElement>(null);
  const [answered, setAnswered] = useState(0);
  if (answered !== editRequests) {
    setAnswered(editRequests);
    setOpen(true);
  }
  FormPart.usePreload();
  const contentId = useId();
  return (
    <div className="border-t border-line print:hidden">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={contentId}
          className="flex w-full items-center justify-between gap-3 rounded-lg px-5 py-2.5 text-left font-semibold"
          onClick={() => setOpen(!open)}
        >
          {t`Update Building Information`}
          <ChevronDown
            aria-hidden
            className={cn('size-5 transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      <div ref={content} id={contentId} hidden={!open}>
        {opened && condo && (
          <CardContent>
            <FormPart>
              {({ CondoForm }) => (
                <>
                  <CondoForm
                    condo={condo}
                    draftKey={draftKey}
                    submitLabel={t`Update Building`}
                    save={(body, version) => update.mutateAsync({ form: body, version })}
                    reload={() => client.query({ ...condoQueries.detail(condoId), staleTime: 0 })}
                    onSaved={() => toast.success(t`Condo updated successfully!`)}
                    onServerError={() => toast.error(t`Failed to update condo.`)}
                  />
                  <FirstFieldFocus content={content} requests={editRequests} />
                </>
              )}
            </FormPart>
          </CardContent>
        )}
      </div>
    </div>
  );
}

interface FirstFieldFocusProps {
  content: RefObject<HTMLElement | null>;
  requests: number;
}

/** Focuses the first field. It is rendered next to the form, so that the form exists when its effect runs. */
function FirstFieldFocus({ content, requests }: FirstFieldFocusProps) {
  useEffect(() => {
    if (requests > 0) content.current?.querySelector('input')?.focus();
  }, [content, requests]);
  return null;
}
