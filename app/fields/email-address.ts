/** zod's pattern, extended by top-level domains in punycode. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/;

/** Characters that a URL would not read as part of a domain. */
const NO_DOMAIN = /[\s/:?#@\\%[\]]/;

/**
 * The form of an e-mail address that is stored, compared and used for sending: its domain in punycode
 * ("info@xn--mller-kva.example"). Everything else stays as it is, including texts that are no address.
 */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + asciiDomain(email.slice(at));
}

function asciiDomain(domain: string): string {
  const address = `http://${domain}`;
  const isPlain = /^[ -~]*$/.test(domain) || NO_DOMAIN.test(domain) || !URL.canParse(address);
  return isPlain ? domain : new URL(address).hostname;
}
