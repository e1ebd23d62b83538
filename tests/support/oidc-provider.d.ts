declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** An OpenID provider; the parts that the tests use. */
  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: {
          client_id: string;
          client_secret: string;
          redirect_uris: string[];
          grant_types: string[];
          response_types: string[];
        }[];
        claims: Record<string, string[]>;
        conformIdTokenClaims: boolean;
        findAccount: (
          context: unknown,
          name: string,
        ) => { accountId: string; claims: () => { sub: string; [claim: string]: unknown } };
        cookies: { keys: string[] };
        features: { devInteractions: { enabled: boolean } };
        pkce: { required: () => boolean };
      },
    );
    callback(): RequestListener;
  }
}
