import { expect, it } from 'vitest';
import { writeInvitationMail } from '~/invitations/server/invitation-mail';

const INVITATION = {
  email: 'anna@example.com',
  role: 'building_manager',
  condo: { name: 'Seeblick' },
  apartment: null,
};
const LINK = {
  link: 'https://condo.test/invitations/accept?token=abc',
  expiresAt: new Date('2026-11-28T23:30:00Z'),
};

it('says to what, as what, by which link and until when', () => {
  const { to, subject, text, html } = writeInvitationMail(INVITATION, LINK);
  expect(to).toBe('anna@example.com');
  expect(subject).toBe('Your invitation to Seeblick');
  for (const part of [text, html]) {
    expect(part).toContain('You have been invited to Seeblick as building manager.');
    expect(part).toContain(LINK.link);
    expect(part).toContain('November 28, 2026');
  }
  expect(html).toContain(`href="${LINK.link}"`);
});

it('names the apartment', () => {
  const owner = { ...INVITATION, role: 'owner', apartment: { apartment_number: '12B' } };
  const { text } = writeInvitationMail(owner, LINK);
  expect(text).toContain('invited to Seeblick, apartment 12B as owner.');
});

it('shows markup in names as text', () => {
  const name = `<img src=x onerror="alert('1')"> & Co`;
  const apartment = { apartment_number: '<b>1</b>' };
  const { html, text } = writeInvitationMail({ ...INVITATION, condo: { name }, apartment }, LINK);
  expect(text).toContain(name);
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain(
    '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co, apartment &lt;b&gt;1&lt;/b&gt;',
  );
});

it('keeps names to one line', () => {
  const condo = { name: 'See\r\nblick\nhttps://evil.test/invitations/accept?token=x' };
  const { subject, text } = writeInvitationMail({ ...INVITATION, condo }, LINK);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text.split('\n').filter((line) => line.startsWith('https://'))).toEqual([LINK.link]);
});
