import { useStore } from '@tanstack/react-form';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { shownEmail } from '~/fields/shown-email';
import { namesOf } from '~/fields/fields';
import { z } from '~/fields/zod';
import { QueryContent } from '~/kit/feedback/query-state';
import { toast, undoAction } from '~/kit/feedback/toast';
import { ChoiceCard } from '~/kit/form/conflict/choice-card';
import { FormField } from '~/kit/form/form-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { DialogWindow } from '~/kit/ui/dialog';
import { Skeleton } from '~/kit/ui/skeleton';
import { titleCase } from '~/language/format';
import { languageName } from '~/language/languages';
import { rule } from '~/language/rules';
import { msg, t, translate } from '~/language/texts';
import type { CallInput } from '~/rpc/calls';
import { read } from '~/rpc/client.functions';
import { AppError, detailOrMessage } from '~/rpc/errors/app-error';
import { HTTP_PRECONDITION_FAILED } from '~/rpc/errors/http-status';
import { changeEmbedded, embeddedAnswer, invalidateAfter } from '~/rpc/queries';
import { withVersion } from '~/rpc/wire';
import {
  MERGED_FIELDS,
  type MergedField,
  type MergedPerson,
  type MergeReview,
} from '~/users/merging';
import { userMutations, userQueries } from '~/users/queries';
import { PersonField } from '~/users/tenancy/person-fields';
import { periodText } from '~/users/tenancy/task';
import { userName, userTitle } from '~/users/user-text';

type Side = 'kept' | 'closed';

const FIELDS: Readonly<
  Record<MergedField, { label: string; textOf: (of: MergedPerson) => string }>
> = {
  name: { label: msg`Name`, textOf: userName },
  profile_picture: {
    label: msg`Profile picture`,
    textOf: ({ profile_picture }) => profile_picture ?? '',
  },
  phone: { label: msg`Phone`, textOf: ({ phone }) => phone ?? '' },
  language: {
    label: msg`Language`,
    textOf: ({ language }) => (language === null ? '' : languageName(language)),
  },
};

/** The fields that differ. The first choice of each is a value rather than no value. */
function differing({ kept, closed }: MergeReview): Array<{ name: MergedField; first: Side }> {
  return namesOf(MERGED_FIELDS).flatMap((name) => {
    const [mine, theirs] = [kept, closed].map(FIELDS[name].textOf);
    return mine === theirs ? [] : { name, first: mine === '' ? 'closed' : 'kept' };
  });
}

const schema = z
  .object({ user_id: z.number().nullish() })
  .refine(({ user_id }) => user_id != null, { path: ['user_id'], ...rule('person_selection') });
type Values = z.infer<typeof schema>;

const reviewQuery = (input: CallInput<'merge.review'>) =>
  queryOptions({
    queryKey: ['merge', 'review', input] as const,
    queryFn: async ({ signal }) => {
      const response = await read('merge.review', input, { signal });
      return withVersion(response, await embeddedAnswer('merge.review', response));
    },
    staleTime: 0,
    gcTime: 0,
  });

/**
 * The people to merge: one person, for whom the other is chosen in the dialog, or both. `onMerged` is
 * called after a merge only.
 */
export interface MergeRequest {
  ids: readonly number[];
  onMerged?: () => void;
}

interface MergeDialogProps extends MergeRequest {
  onDone: () => void;
}

/** Merges two accounts of one person, after showing the effects (docs/behaviour/merge.md). */
export function MergeDialog(props: MergeDialogProps) {
  return (
    <DialogWindow
      title={t`Merge people`}
      titleClass="mb-4 pr-10"
      className="max-w-2xl"
      // A click outside of the dialog must not discard the choices.
      onInteractOutside={(event) => event.preventDefault()}
      onClose={props.onDone}
    >
      <MergeForm {...props} />
    </DialogWindow>
  );
}

interface Choices {
  isSwapped: boolean;
  sides: ReadonlyMap<MergedField, Side>;
}

const NOTHING_CHOSEN: Choices = { isSwapped: false, sides: new Map() };

function MergeForm({ ids: [first = 0, second], onMerged, onDone }: MergeDialogProps) {
  const client = useQueryClient();
  const { undo } = userMutations.useRemoval().one;
  const [made, setMade] = useState<Choices & { other: number | null }>({
    other: null,
    ...NOTHING_CHOSEN,
  });
  /** Choices apply to one other person only. They are forgotten when another one is chosen. */
  const choicesFor = (other: number) => (made.other === other ? made : NOTHING_CHOSEN);
  const optionsFor = (other: number) => {
    const [id, user_id] = choicesFor(other).isSwapped ? [other, first] : [first, other];
    return reviewQuery({ id, query: { user_id } });
  };
  const link = useLinkForm<Values>({
    defaultValues: { user_id: second },
    schema,
    send: async ({ user_id }) => {
      const options = optionsFor(user_id ?? 0);
      const review = client.getQueryData(options.queryKey);
      if (!review) return false;
      const { kept, closed, version } = review;
      const { sides } = choicesFor(user_id ?? 0);
      const taken = differing(review).filter(
        (one) => (sides.get(one.name) ?? one.first) === 'closed',
      );
      const body = { user_id: closed.id, take: taken.map(({ name }) => name) };
      try {
        await changeEmbedded('merge.merge', { id: kept.id, body, version });
      } catch (error) {
        const isStale = error instanceof AppError && error.status === HTTP_PRECONDITION_FAILED;
        if (isStale) await client.refetchQueries(options);
        throw error;
      }
      invalidateAfter(client, 'merge.merge');
      toast.success(t`Merged into ${userTitle(kept)}`, undoAction(undo, [closed.id]));
      onMerged?.();
      return true;
    },
    onSuccess: onDone,
  });
  const other = useStore(link.form.store, ({ values }) => values.user_id) ?? null;
  const { isSwapped, sides } = choicesFor(other ?? 0);
  return (
    <LinkForm
      link={link}
      button={{ label: t`Merge`, busyLabel: t`Merging...` }}
      align="end"
      onCancel={onDone}
    >
      {second === undefined && (
        <FormField name="user_id">
          <PersonField except={first} />
        </FormField>
      )}
      {other !== null && (
        <>
          <Group legend={t`Who stays`}>
            {[first, other].map((id) => (
              <PersonCard
                key={id}
                id={id}
                checked={isSwapped === (id === other)}
                onChoose={() => setMade({ ...NOTHING_CHOSEN, other, isSwapped: id === other })}
              />
            ))}
          </Group>
          <QueryContent
            query={optionsFor(other)}
            loading={t`Loading what would change...`}
            error={(error) => detailOrMessage(error)}
            canRetry={(error) =>
              !(error instanceof AppError && error.status < 500 && error.status >= 400)
            }
            skeleton={<Skeleton className="h-48" />}
          >
            {(review) => (
              <>
                {differing(review).map(({ name, first: otherwise }) => (
                  <Group key={name} legend={translate(FIELDS[name].label)}>
                    {(['kept', 'closed'] as const).map((side) => (
                      <ChoiceCard
                        key={side}
                        name={name}
                        title={side === 'kept' ? t`Of the one who stays` : t`Of the other account`}
                        text={
                          name === 'profile_picture'
                            ? imageText(review[side])
                            : FIELDS[name].textOf(review[side])
                        }
                        image={name === 'profile_picture' ? review[side].profile_picture : null}
                        imageText={t`Profile picture`}
                        checked={(sides.get(name) ?? otherwise) === side}
                        onChoose={() =>
                          setMade({ other, isSwapped, sides: new Map(sides).set(name, side) })
                        }
                      />
                    ))}
                  </Group>
                ))}
                <Consequences review={review} />
              </>
            )}
          </QueryContent>
        </>
      )}
    </LinkForm>
  );
}

/** Text for an account's image; the image itself is shown next to it. */
const imageText = ({ profile_picture }: MergedPerson) =>
  profile_picture === null ? '' : t`An image`;

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

interface PersonCardProps {
  id: number;
  checked: boolean;
  onChoose: () => void;
}

function PersonCard({ id, ...card }: PersonCardProps) {
  const { data: user } = useQuery(userQueries.detail(id));
  const email = user?.email ? shownEmail(user.email) : t`No e-mail address`;
  return (
    <ChoiceCard name="kept" title={email} text={user ? userTitle(user) : `#${id}`} {...card} />
  );
}

type Placed = Pick<MergeReview['invited'][number], 'condo_name' | 'apartment_number' | 'role'>;

function placeText({ condo_name, apartment_number, role }: Placed): string {
  const place = [condo_name, apartment_number].filter(Boolean).join(', ');
  return `${place} (${titleCase(role)})`;
}

const spellText = (one: MergeReview['moved'][number]) =>
  [placeText(one), periodText(one)].filter(Boolean).join(', ');

function Consequences({ review }: { review: MergeReview }) {
  const { closed, moved, joined, invited, withdrawn } = review;
  return (
    <div className="grid gap-4">
      <Listed title={t`Associations that move`} items={moved} textOf={spellText} />
      <Listed
        title={t`Associations of both that become one`}
        items={joined}
        textOf={(one) => {
          const parts = one.of.map((part) => periodText(part) || t`without days`).join(' + ');
          return `${spellText(one)} (${parts})`;
        }}
      />
      <Listed title={t`Invitations that move`} items={invited} textOf={placeText} />
      <Listed
        title={t`Invitations that are withdrawn, as the one who stays lives or is invited there`}
        items={withdrawn}
        textOf={placeText}
      />
      <div className="grid gap-1 wrap-anywhere text-muted">
        <p>{t`The account of ${userTitle(closed)} is closed. Its sessions, links and tokens end.`}</p>
        {invited.length > 0 && (
          <p>{t`The links of moved invitations end, too: send them again.`}</p>
        )}
      </div>
    </div>
  );
}

interface ListedProps<T> {
  title: string;
  items: readonly T[];
  textOf: (item: T) => string;
}

function Listed<T extends { id: number }>({ title, items, textOf }: ListedProps<T>) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      <ul aria-label={title} className="mt-1 list-disc pl-5">
        {items.map((item) => (
          <li key={item.id} translate="no" className="wrap-anywhere">
            {textOf(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}
