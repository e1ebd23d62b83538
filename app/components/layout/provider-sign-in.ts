/** What the script needs to know; texts and classes, so that it imports nothing. */
export interface ProviderOffer {
  /** The provider's name on screens. */
  name: string;
  /** In the language of the document. */
  texts: Record<'signIn' | 'code' | 'submit' | 'failed' | 'noNetwork', string>;
  /** The address of the calls. */
  api: string;
  /** Begins what the provider's answer leaves after "#". */
  answer: string;
  buttonClass: string;
  submitClass: string;
  controlClass: string;
  labelClass: string;
}

/**
 * Signs in by the OpenID provider, below the sign-in card (docs/behaviour.md, "Sign in by a provider"). The document has it as an inline
 * script where a provider is configured (provider-script.server.ts), so that the bundle has nothing of it: it is sent as its
 * own text, and may use nothing from outside of its braces.
 */
export function offerProviderSignIn(offer: ProviderOffer): void {
  const { name, texts, api, answer } = offer;
  const secretKey = 'provider-sign-in';
  const page = document;
  page.documentElement.dataset.provider = name;

  const className = 'absolute inset-x-0 top-full mt-14 grid gap-3';
  const box = Object.assign(page.createElement('div'), { className });
  const alert = add(box, 'p', { role: 'alert', className: 'wrap-anywhere text-danger' });
  const start = add(box, 'button', {
    type: 'button',
    className: offer.buttonClass,
    textContent: texts.signIn,
  });
  const form = add(box, 'form', { className: 'grid gap-3 text-left', hidden: true });
  const field = add(form, 'div', { className: 'grid gap-1.5' });
  const id = 'provider-otp';
  add(field, 'label', {
    htmlFor: id,
    className: offer.labelClass,
    textContent: texts.code,
  });
  const code = add(field, 'input', {
    id,
    required: true,
    maxLength: 64,
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    spellcheck: false,
    className: offer.controlClass,
  });
  const hint = add(field, 'p', { id: `${id}-hint`, className: 'text-muted' });
  code.setAttribute('aria-describedby', hint.id);
  const submit = add(form, 'button', { className: offer.submitClass, textContent: texts.submit });

  /** The provider's code while a second factor is looked for. */
  let waiting = {};

  function add<Tag extends keyof HTMLElementTagNameMap>(
    parent: HTMLElement,
    tag: Tag,
    properties: Partial<HTMLElementTagNameMap[Tag]>,
  ): HTMLElementTagNameMap[Tag] {
    const element = Object.assign(page.createElement(tag), properties);
    parent.append(element);
    return element;
  }

  function show(message: string, isBusy: boolean): void {
    alert.textContent = message;
    alert.hidden = message === '';
    start.disabled = isBusy;
    submit.disabled = isBusy;
    makeRoom();
  }

  /** What is below the card goes down by as much as is put there. */
  function makeRoom(): void {
    if (box.parentElement) box.parentElement.style.marginBottom = `${box.offsetHeight}px`;
  }

  async function call(path: string, body: object) {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const fields: unknown = await response.json();
    const read = (key: string): unknown =>
      typeof fields === 'object' && fields !== null ? Reflect.get(fields, key) : undefined;
    function text(key: string): string {
      const value = read(key);
      return typeof value === 'string' ? value : '';
    }
    return { ok: response.ok, read, text };
  }

  /** Shows what went wrong where a step has no end of its own. */
  function attempt(step: Promise<void>): void {
    show('', true);
    step.catch(() => show(texts.noNetwork, false));
  }

  async function begin(): Promise<void> {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const browser = btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    const redirect = new URLSearchParams(location.search).get('redirect');
    const begun = await call('/start', { browser, ...(redirect && { redirect }) });
    if (!begun.ok) {
      show(begun.text('detail'), false);
      return;
    }
    sessionStorage.setItem(secretKey, browser);
    location.assign(begun.text('url'));
  }

  async function exchange(sent: object, otp = ''): Promise<void> {
    const { ok, read, text } = await call('', { ...sent, ...(otp && { otp }) });
    const detail = text('detail');
    const isAsked = text('code') === 'second_factor_required';
    if (isAsked && form.hidden) {
      hint.textContent = detail;
      waiting = sent;
    }
    const wasAsked = !form.hidden;
    form.hidden = !isAsked;
    start.hidden = isAsked;
    show(ok || (isAsked && !wasAsked) ? '' : detail, false);
    if (isAsked) code.focus();
    if (!ok) return;
    code.value = '';
    const said = { role: 'super_admin', signed_in_by: 'provider' };
    localStorage.setItem('user', JSON.stringify(Object.assign({}, read('user'), said)));
    localStorage.setItem('access_token', text('access_token'));
    // What another tab would hear: the sign-in card goes on to the page that was asked for.
    dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  }

  /** React has the card; this is put below it whenever its link is there, and leaves with it. */
  function place(): void {
    if (box.isConnected || location.pathname !== '/login') return;
    page.querySelector('a[href="/forgot-password"]')?.parentElement?.after(box);
    makeRoom();
    if (box.isConnected && !form.hidden) code.focus();
  }

  start.addEventListener('click', () => attempt(begin()));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(exchange(waiting, code.value.trim()));
  });
  // Back from the provider by the browser's own button.
  addEventListener('pageshow', ({ persisted }) => persisted && show('', false));
  new MutationObserver(place).observe(page.documentElement, { childList: true, subtree: true });

  show('', false);
  if (!location.hash.startsWith(answer)) return;
  const sent = location.hash.slice(answer.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  const browser = sessionStorage.getItem(secretKey);
  sessionStorage.removeItem(secretKey);
  if (sent && browser) attempt(exchange({ code: sent, browser }));
  else show(texts.failed, false);
}
