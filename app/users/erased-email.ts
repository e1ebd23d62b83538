/** Reserved by RFC 2606: no mailbox can have such an address. */
const ERASED_DOMAIN = '@erased.invalid';

/** The e-mail of a person who was erased: each account has one, and no two have the same. */
export function erasedEmail(userId: number): string {
  return `erased-${userId}${ERASED_DOMAIN}`;
}

export function isErasedEmail(email: string | null): boolean {
  return email?.endsWith(ERASED_DOMAIN) ?? false;
}
