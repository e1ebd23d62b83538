import { randomBytes } from 'node:crypto';

const NONCE_BYTES = 16;

export function createNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64');
}

/**
 * Scripts and style elements only from our origin or with this page's nonce. Images may come from anywhere: their
 * addresses are set by the API. Style attributes stay allowed (the chart and positioned layers set them).
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
