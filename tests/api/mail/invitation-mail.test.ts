import { expect, it } from 'vitest';
import { writeInvitationMail } from '~/api/mail/invitation-mail';

const INVITATION = {
  email: 'anna@example.com',
  role: 'building_manager',
  condoName: 'Seeblick',
  apartmentNumber: null,
  link: 'https://condo.test/invitations/accept?token=abc',
  expiresAt: new Date('2026-11-28T23:30:00Z'),
};

it('says to what, as what, by which link and until when', () => {
  const { to, subject, text, html } = writeInvitationMail(INVITATION);
  expect(to).toBe('anna@example.com');
  expect(subject).toBe('Your invitation to Seeblick');
  for (const part of [text, html]) {
    expect(part).toContain('You have been invited to Seeblick as building manager.');
    expect(part).toContain(INVITATION.link);
    expect(part).toContain('November 28, 2026');
  }
  expect(html).toContain(`href="${INVITATION.link}"`);
});

it('names the apartment', () => {
  const { text } = writeInvitationMail({ ...INVITATION, role: 'owner', apartmentNumber: '12B' });
  expect(text).toContain('invited to Seeblick, apartment 12B as owner.');
});

it('shows markup in names as text', () => {
  const name = `<img src=x onerror="alert('1')"> & Co`;
  const { html, text } = writeInvitationMail({
    ...INVITATION,
    condoName: name,
    apartmentNumber: '<b>1</b>',
  });
  expect(text).toContain(name);
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain(
    '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co, apartment &lt;b&gt;1&lt;/b&gt;',
  );
});

it('keeps names to one line', () => {
  const { subject, text } = writeInvitationMail({
    ...INVITATION,
    condoName: 'See\r\nblick\nhttps://evil.test/invitations/accept?token=x',
  });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text.split('\n').filter((line) => line.startsWith('https://'))).toEqual([INVITATION.link]);
});
