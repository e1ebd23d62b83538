import { currentLanguage, t } from '~/language/texts';
import type { OutgoingMail } from './mailer';

/** The texts of a mail with one link. */
export interface LinkMail {
  to: string;
  subject: string;
  /** Reason why this person gets the mail. Each text is a paragraph. */
  reason: string | readonly string[];
  /** Line before the link in the plain text, such as "Open this link to accept:". */
  instruction: string;
  /** Text of the button in the HTML. */
  button: string;
  link: string;
  /** Sentence about the link's validity. */
  validity: string;
  /** Advice for a person who did not request the mail. */
  unexpected: string;
}

/** Writes the mail as text and as HTML with the same content, in the current language. */
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

/** Writes a mail without a link as text and as HTML, in the current language. Each text is a paragraph. */
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
