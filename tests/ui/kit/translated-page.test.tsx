import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { apartmentSearch } from '~/apartments/search';
import { CondosPage } from '~/condos/screens/condos-page';
import { condoSearch } from '~/condos/search';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { invitationSearch } from '~/invitations/search';
import { must } from '../../support/must';
import { translatePage, untranslated } from '../../support/browser-translation';
import { renderScreen } from '../../support/on-screen';
import { anApartment, anInvitation } from '../../support/builders';
import { api } from '../../support/stub-transport';

const IDS = [1, 2, 3, 4];
const SCREENS: ReadonlyArray<
  [
    what: string,
    path: string,
    list: (id: number) => object,
    (search: Readonly<Record<string, unknown>>) => ReactNode,
  ]
> = [
  [
    'buildings',
    '/admin/condos',
    (id) => ({ id, name: `Haus ${id}`, city: 'Bern' }),
    (search) => <CondosPage query={condoSearch.read(search)} />,
  ],
  [
    'apartments',
    '/admin/apartments',
    (id) => anApartment({ id, condo_id: 7, apartment_number: `${id}` }),
    (search) => <ApartmentsPage query={apartmentSearch.read(search)} />,
  ],
  [
    'pending invitations',
    '/admin/invitations',
    (id) => anInvitation({ id, email: `neu${id}@example.ch` }),
    (search) => <PendingInvitationsPage query={invitationSearch.read(search)} />,
  ],
];

it.each(SCREENS)(
  'the list of %s says the same under the translation',
  async (_what, path, record, ui) => {
    const records = IDS.map(record);
    /** The texts of the page after each step. */
    async function textsOf(isTranslated: boolean): Promise<string[]> {
      cleanup();
      api.on(`GET ${path}`, () => ({ body: records }));
      const { user } = await renderScreen(ui);
      const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ });
      if (isTranslated) translatePage();
      const texts: string[] = [];
      for (const [index, box] of boxes.entries()) {
        await user.click(box);
        const bar = await screen.findByRole('region', { name: 'Selection' });
        // The translation comes after a change, as in a browser.
        await vi.waitFor(() => expect(untranslated(bar)).toContain(`${index + 1} selected`));
        texts.push(untranslated(must(document.querySelector('main'), 'page')));
      }
      return texts;
    }
    expect(await textsOf(true)).toEqual(await textsOf(false));
  },
);
