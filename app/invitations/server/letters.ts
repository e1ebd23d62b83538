import { letterCalls } from '~/invitations/calls';
import { inLetterGroups, letterLink, readLetterCode } from '~/invitations/letter-code';
import type { Letter } from '~/invitations/schema';
import { countAttempt, uncountAttempt, type AttemptLimit } from '~/accounts/server/attempt-limits';
import {
  administratorOf,
  requireRecentSignIn,
  type Administrator,
} from '~/accounts/server/auth-middleware';
import { findAccount } from '~/accounts/server/accounts.repo';
import { networkCounters } from '~/accounts/server/sign-in-limits';
import { currentLocale, ENGLISH, t } from '~/language/texts';
import { violates } from '~/platform/database/errors';
import { queueMail } from '~/platform/mail/mail-queue.repo';
import { recordChange } from '~/platform/database/record-change';
import { inLanguage } from '~/platform/http/page-language.server';
import { oneLine } from '~/platform/mail/mailer';
import { ApiError, conflict, notFound, takenField } from '~/rpc/embedded/api-error';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { placeInMail, roleInMail } from '~/users/server/tenancy-mail';
import {
  createCodeLink,
  createLetterCode,
  hashLetterCode,
  lockAddressees,
  saveLetters,
  setAddress,
} from './letters.repo';
import { openLink, openPlace } from './open-link';
import { findLink, pending } from './repo';

export function letterRoutes(deps: ApiDeps) {
  return serveCalls(
    createRouter(),
    letterCalls,
    { print: (c) => printLetters(deps, administratorOf(c), c.req.valid('json').ids) },
    { middleware: requireRecentSignIn(deps) },
  );
}

type Addressee = Awaited<ReturnType<typeof lockAddressees>>[number];

/**
 * POST /admin/invitations/letters: makes a code for each pending invitation and leaves out the others. The
 * codes are only in the answer.
 * @throws ApiError 404 if none is pending
 */
export async function printLetters(deps: ApiDeps, actor: Administrator, ids: readonly number[]) {
  const { db, clock, settings } = deps;
  const codes = new Map<number, { code: string; hash: string }>();
  // Hashes one code after the other, before anything is locked: hashing is slow, and sign-ins need the same
  // threads.
  for (const id of new Set(ids)) {
    const code = createLetterCode();
    codes.set(id, { code, hash: await hashLetterCode(code) });
  }
  const letters = await recordChange(db, { actor, action: 'letter' }, async (tx) => {
    const addressees = await lockAddressees(tx, ids);
    if (addressees.length === 0) throw notFound('Invitation');
    const made = addressees.flatMap((addressee) => {
      const secret = codes.get(addressee.id);
      return secret ? [{ addressee, ...secret }] : [];
    });
    const hashes = made.map(({ addressee, hash }) => ({ id: addressee.id, hash }));
    const expiresAt = await saveLetters(tx, hashes, clock());
    return made.map(({ addressee, code }) => {
      const language = addressee.language ?? settings.defaultLanguage ?? ENGLISH.code;
      const letter = { language, code, expiresAt, publicUrl: settings.publicUrl };
      return inLanguage(language, () => writeLetter(addressee, letter));
    });
  });
  return { letters };
}

interface LetterWords extends Pick<Letter, 'language' | 'code'> {
  expiresAt: Date;
  publicUrl: string;
}

function writeLetter(
  { id, email, asksAddress, role, condo, apartment, first_name, last_name }: Addressee,
  { code, expiresAt, publicUrl, language }: LetterWords,
): Letter {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const place = placeInMail(condo.name, apartment);
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });
  return {
    invitation_id: id,
    language,
    address: [
      name || (email ?? ''),
      ...(apartment === null ? [] : [t`Apartment ${oneLine(apartment)}`]),
      condo.address,
      `${condo.zip} ${condo.city}`,
    ],
    subject: t`Your invitation to ${oneLine(condo.name)}`,
    before: [
      t`Hello,`,
      t`You have been invited to ${place} as ${roleInMail(role)}.`,
      t`To accept, scan the QR code with your phone, or open ${publicUrl}/invitations/accept and type this code:`,
    ],
    after: [
      t`The code works once, until ${day.format(expiresAt)}. Whoever has it can accept in your place: please keep it to yourself.`,
      asksAddress || email === null
        ? t`You will be asked for your e-mail address: it gets a link that confirms it.`
        : t`The invitation is for the e-mail address ${email}.`,
      t`If you did not expect this invitation, you can ignore this letter.`,
    ],
    link: letterLink(publicUrl, code),
    code: inLetterGroups(code),
  };
}

/** Limit of wrong codes, per network and of everybody together (docs/security.md). */
const LIMIT = { name: 'letter_code', message: 'wrong_codes' } as const;
const NETWORK_LIMIT: AttemptLimit = { ...LIMIT, attempts: 20, windowSeconds: 15 * 60 };
const OVERALL_LIMIT: AttemptLimit = {
  ...LIMIT,
  name: 'letter_codes',
  attempts: 1_000,
  windowSeconds: 60 * 60,
};

/**
 * POST /invitations/accept/code: makes a link for a letter's code. The code stays valid until the
 * invitation is accepted. Each try is counted before the code is looked up; the count is undone if the code
 * is known.
 * @throws ApiError 404 for an unknown code, 410 with the reason why it ended, 429
 */
export async function openLetter({ db, clock }: ApiDeps, typed: string, address: string) {
  const counted = await countAttempt(db, [
    { limit: OVERALL_LIMIT, account: '', network: '' },
    ...networkCounters(NETWORK_LIMIT, address),
  ]);
  const hash = await hashLetterCode(readLetterCode(typed));
  const known = await findLink(db, hash);
  if (!known) throw new ApiError(HTTP_NOT_FOUND, 'unknown_letter_code');
  await uncountAttempt(db, counted);
  const token = await db.transaction(async (tx) => {
    // The lock waits for a concurrent resend or letter, which would end this one.
    if (known.invitationId !== null) await pending.lock(tx, known.invitationId);
    const link = (await findLink(tx, hash)) ?? known;
    const { id } = await openPlace(tx, link, clock());
    return createCodeLink(tx, { invitation_id: id, expires_at: link.expiresAt }, clock());
  });
  return { token };
}

/** Limit of addresses per invitation: each gets a mail, and the answer reveals whether it has an account. */
const ADDRESS_LIMIT: AttemptLimit = {
  name: 'letter_address',
  attempts: 5,
  windowSeconds: 60 * 60,
  message: 'address_tries',
};

/**
 * POST /invitations/accept/address: mails a link to the typed address of a person who had none. Nothing
 * changes until that link is opened.
 * @throws ApiError 404, 410 for the link; 409 for an address that has an account or the same invitation, or
 * if no address is needed; 429
 */
export async function mailAddress(
  deps: ApiDeps,
  { token, email }: { token: string; email: string },
): Promise<void> {
  const { db, clock } = deps;
  const { id, asksAddress } = await openLink(db, token, clock());
  if (!asksAddress) throw conflict('address_known');
  await countAttempt(db, [{ limit: ADDRESS_LIMIT, account: String(id), network: '' }]);
  const record = { kind: 'invitation', id } as const;
  try {
    await recordChange(db, { actor: { kind: 'link' }, action: 'changed', record }, async (tx) => {
      if (await findAccount(tx, email)) throw takenField('email', 'person_exists');
      await pending.lock(tx, id);
      const now = clock();
      if (!(await openLink(tx, token, now)).asksAddress) throw conflict('address_known');
      await setAddress(tx, id, email, now);
      await queueMail(tx, record, now);
    });
  } catch (error) {
    if (violates(error, 'invitations_pending_unique')) throw takenField('email', 'invited_already');
    throw error;
  }
  deps.notifyMailWorker();
}
