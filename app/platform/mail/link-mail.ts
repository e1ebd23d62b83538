import { currentLanguage, t } from '~/language/texts';
import type { OutgoingMail } from './mailer';

/** A mail around one link. */
export interface LinkMail {
  to: string;
  subject: string;
  /** Why this person gets it; each text is a paragraph. */
  reason: string | readonly string[];
  /** Before the link in the text, such as "Open this link to accept:". */
  instruction: string;
  /** On the button of the HTML. */
  button: string;
  link: string;
  /** Sentence about the link's validity. */
  validity: string;
  /** The advice for someone who did not ask for the mail. */
  unexpected: string;
}

/** The mail as text and HTML in the current language, with the same content. */
export function writeLinkMail(mail: LinkMail): OutgoingMail {
  const { to, subject, instruction, button, link, validity, unexpected } = mail;
  const begin = [t`Hello,`, ...[mail.reason].flat()];
  return {
    to,
    subject,
    text: [...begin, `${instruction}\n${link}`, validity, unexpected, ''].join('\n\n'),
    html: page(`${paragraphs(begin)}
<p><a href="${escapeHtml(link)}" style="display: inline-block; padding: 10px 16px; border-radius: 6px; background: #1d4ed8; color: #ffffff; text-decoration: none">${escapeHtml(button)}</a></p>
<p>${escapeHtml(t`Or copy this address into your browser:`)}<br>${escapeHtml(link)}</p>
${paragraphs([validity, unexpected])}`),
  };
}

/** A mail without a link, as text and HTML in the current language; each text is a paragraph. */
export function writePlainMail(
  to: string,
  subject: string,
  texts: readonly string[],
): OutgoingMail {
  const all = [t`Hello,`, ...texts];
  return { to, subject, text: [...all, ''].join('\n\n'), html: page(paragraphs(all)) };
}

function page(body: string): string {
  return `<!doctype html>
<html lang="${currentLanguage().code}">
<body style="font-family: sans-serif; line-height: 1.5; color: #1f2937">
${body}
</body>
</html>
`;
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES.get(char) ?? char);
}
