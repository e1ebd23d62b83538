interface CallInit {
  method: string;
  headers: Headers;
  body: BodyInit | null;
  signal: AbortSignal;
}

/** One call as it goes out to the API. The transport makes one Request of it, or none: a Request costs more than the rest of a short call. */
export class OutgoingCall {
  readonly init: Readonly<CallInit & { duplex: 'half'; redirect: RequestRedirect }>;

  constructor(
    readonly url: URL,
    init: CallInit,
  ) {
    // Not fetch's for a change: it would make a GET of a POST and take the page there, a sign-in for one, for a success.
    const redirect = init.method === 'GET' ? 'follow' : 'manual';
    this.init = { ...init, redirect, duplex: 'half' };
  }

  toRequest(): Request {
    return new Request(this.url, this.init);
  }
}
