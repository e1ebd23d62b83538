/** zod's own pattern, and top-level domains in punycode. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/;

/** Letters of a domain that a URL would read as more than a domain. */
const NO_DOMAIN = /[\s/:?#@\\%[\]]/;

/**
 * The form of an e-mail address that is stored, compared and sent to: letters of its domain beyond ASCII in
 * punycode ("info@xn--mller-kva.example"). Everything else stays as it is, what is no address too.
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
