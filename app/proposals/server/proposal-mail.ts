import { and, eq, sql } from 'drizzle-orm';
import { hasAllRights } from '~/accounts/server/administrators.repo';
import { plural, t } from '~/language/texts';
import type { Db } from '~/platform/database/connect.server';
import { mailQueue } from '~/platform/database/schema/operations';
import { proposals } from '~/platform/database/schema/proposals';
import { accountEmail, users } from '~/platform/database/schema/records';
import { writeLinkMail } from '~/platform/mail/link-mail';
import { oneLine, type OutgoingMail } from '~/platform/mail/mailer';
import { findProposals, statusAt } from './proposals.repo';

/*
 * The daily mail about open proposals, to administrators who may apply them and want the mail
 * (docs/behaviour/proposals.md).
 */

const DAY_MS = 24 * 60 * 60_000;
const NAMED_LIMIT = 10;

const isReader = and(hasAllRights, users.proposal_mails);

/**
 * Queues a mail for every account without one in the last 24 hours, while another person's proposal is
 * open. One statement claims the day and queues, so that of several processes only one mails an account.
 */
export async function queueProposalMails(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const dayBefore = sql`${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`;
  await db.execute(sql`
    with due as (
      update ${users} set proposal_mail_at = ${at}
       where ${isReader} and coalesce(${users.proposal_mail_at} <= ${dayBefore}, true)
         and exists (select from ${proposals}
                      where ${statusAt(now)} = 'open' and ${proposals.created_by} is distinct from ${users.id})
      returning ${users.id})
    insert into ${mailQueue} (proposals_user_id, next_attempt_at, created_at)
    select id, ${at}, ${at} from due
    on conflict (proposals_user_id) do update
       set attempts = 0, next_attempt_at = excluded.next_attempt_at, claim = null`);
}

/**
 * Recipient and open proposals, newest first; null if the person does not want the mail, or may not have
 * it.
 */
export async function findProposalMail(db: Db, userId: number, now: Date) {
  const [reader] = await db
    .select({ email: accountEmail, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isReader));
  if (!reader) return null;
  const open = await findProposals(db, now, { status: 'open' });
  return open.some(({ author_id }) => author_id !== userId) ? { ...reader, open } : null;
}

/** Starts the 24 hours at the time when the mail was sent, which may be later than it was queued. */
export async function setLastMail(db: Db, userId: number, now: Date): Promise<void> {
  await db.update(users).set({ proposal_mail_at: now }).where(eq(users.id, userId));
}

type ProposalMail = NonNullable<Awaited<ReturnType<typeof findProposalMail>>>;

/** Writes the mail. It has the reasons and the authors, but no text of a record. */
export function writeProposalMail({ email, open }: ProposalMail, publicUrl: string): OutgoingMail {
  const named = open.slice(0, NAMED_LIMIT);
  const more = open.length - named.length;
  const count = String(open.length);
  return writeLinkMail({
    to: email,
    subject: t`Condo Admin: ${plural(open.length, count, '# open proposal', '# open proposals')}`,
    reason: [
      plural(open.length, count, '# proposal is open:', '# proposals are open:'),
      ...named.map((proposal) => t`${authorOf(proposal)}: ${oneLine(proposal.reason)}`),
      ...(more > 0 ? [plural(more, String(more), 'and # more', 'and # more')] : []),
    ],
    instruction: t`Open this link to review them:`,
    button: t`Review the proposals`,
    link: `${publicUrl}/proposals`,
    validity: t`This e-mail comes at most once a day while proposals are open.`,
    unexpected: t`You can turn it off on your Account page: ${`${publicUrl}/account`}`,
  });
}

function authorOf({ author, author_email, token }: ProposalMail['open'][number]): string {
  const name = oneLine(author ?? author_email ?? '');
  return token === null ? name : `${name}, ${t`by token ${oneLine(token)}`}`;
}
