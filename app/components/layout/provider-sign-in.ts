/** What the script needs to know; texts and classes, so that it imports nothing. */
export interface ProviderOffer {
  /** The provider's name on screens. */
  name: string;
  /** In the language of the document. */
  texts: Record<
    'signIn' | 'code' | 'submit' | 'passkey' | 'noPasskey' | 'failed' | 'noNetwork',
    string
  >;
  /** Sentences of the API in that language, by their codes; values have their names. */
  sentences: Readonly<Record<string, string>>;
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
 * Signs in by the OpenID provider, below the sign-in card (docs/behaviour/provider.md). The document has it as an inline
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
  const passkey = add(form, 'button', {
    type: 'button',
    className: offer.submitClass,
    textContent: texts.passkey,
  });
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
  const submit = add(form, 'button', { textContent: texts.submit });

  /** It reads and writes passkeys as JSON: Chrome 129, Firefox 119, Safari 18.4. */
  const canSign =
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential;
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
    for (const button of [start, passkey, submit]) button.disabled = isBusy;
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
    const json: unknown = await response.json();
    const fields: Record<string, unknown> = Object.assign({}, json);
    const params: { reason?: unknown } = Object.assign({}, fields.params);
    const detail = typeof fields.detail === 'string' ? fields.detail : '';
    return { ok: response.ok, fields, detail: say(fields) ?? say(params.reason) ?? detail };
  }

  /** A sentence of the API in the document's language, with the sentences in it; undefined for one that is not in the offer. */
  function say(sentence: unknown): string | undefined {
    const said: { code?: unknown; params?: unknown } = Object.assign({}, sentence);
    const values: Record<string, unknown> = Object.assign({}, said.params);
    return offer.sentences[String(said.code)]?.replace(
      /\{(\w+)\}/g,
      (_, value: string) => say(values[value]) ?? String(values[value]),
    );
  }

  /** Shows what went wrong where a step has no end of its own. */
  function attempt(step: Promise<void>): void {
    show('', true);
    step.catch(() => show(texts.noNetwork, false));
  }

  async function begin(): Promise<void> {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const browser = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const redirect = new URLSearchParams(location.search).get('redirect');
    const { ok, fields, detail } = await call('/start', { browser, ...(redirect && { redirect }) });
    if (!ok) return show(detail, false);
    sessionStorage.setItem(secretKey, browser);
    location.assign(String(fields.url));
  }

  /** The second step, or the first one again. */
  function ask(isAsked: boolean, message: string): void {
    form.hidden = !isAsked;
    start.hidden = isAsked;
    show(message, false);
    if (isAsked) code.focus();
  }

  async function exchange(sent: object, shown = {}): Promise<void> {
    const { ok, fields, detail } = await call('', { ...sent, ...shown });
    const isAsked = fields.code === 'second_factor_required';
    const wasAsked = !form.hidden;
    if (isAsked && !wasAsked) {
      hint.textContent = detail;
      waiting = sent;
      passkey.hidden = !canSign || ![fields.factors].flat().includes('passkey');
      submit.className = passkey.hidden ? offer.submitClass : offer.buttonClass;
    }
    ask(isAsked, ok || (isAsked && !wasAsked) ? '' : detail);
    if (!ok) return;
    code.value = '';
    const said = { role: 'super_admin', signed_in_by: 'provider' };
    localStorage.setItem('user', JSON.stringify(Object.assign({}, fields.user, said)));
    localStorage.setItem('access_token', String(fields.access_token));
    // What another tab would hear: the sign-in card goes on to the page that was asked for.
    dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  }

  async function signWithPasskey(): Promise<void> {
    const { ok, fields, detail } = await call('/passkey-options', waiting);
    if (!ok) return ask(false, detail);
    const options = Object.assign({ challenge: '' }, fields);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const signed = await navigator.credentials
      .get({ publicKey })
      .then((made) => made instanceof PublicKeyCredential && made.toJSON())
      .catch(() => false);
    return signed ? exchange(waiting, { passkey: signed }) : ask(true, texts.noPasskey);
  }

  /** React has the card; this is put below it whenever its link is there, and leaves with it. */
  function place(): void {
    if (box.isConnected || location.pathname !== '/login') return;
    page.querySelector('a[href="/forgot-password"]')?.parentElement?.after(box);
    makeRoom();
    if (box.isConnected && !form.hidden) code.focus();
  }

  start.addEventListener('click', () => attempt(begin()));
  passkey.addEventListener('click', () => attempt(signWithPasskey()));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(exchange(waiting, { otp: code.value.trim() }));
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
