import { useRouter, type AnyRoute, type AnyRouter } from '@tanstack/react-router';
import { requireEmbedded } from '~/accounts/screens/guard';
import { mayDo, RIGHTS, type Asks, type Rights } from '~/accounts/rights';
import { mapNames } from '~/fields/fields';
import { oncePer } from '~/fields/once-per';
import type { NavEntry } from '~/kit/layout/nav-list';
import { apiKind } from '~/rpc/api-kind';
import { ownRights } from '~/rpc/own-rights';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The entry in the sidebar. A screen that only the embedded API has is in the user's menu. */
    menu?: Omit<NavEntry, 'to'> & { position: number };
    /** Right that the screen needs, by default the right to look. */
    asks?: Asks;
  }
}

/** The entries of sidebar and user's menu (docs/behaviour/shell.md), the same arrays at each render. */
export const useMenus = () => menusOf(useRouter())[ownRights()];

/**
 * Menus by the rights of the signed-in person. The sidebar is the same for everyone: a screen itself says
 * which rights are missing.
 */
export const menusOf = oncePer((router: AnyRouter) =>
  mapNames(RIGHTS, (rights) => menusFor(router, rights)),
);

function menusFor({ routesById }: AnyRouter, rights: Rights) {
  const entries = Object.values<{ to: string; options: AnyRoute['options'] }>(routesById)
    .flatMap(({ to, options: { staticData, beforeLoad } }) => {
      const isBeyond = beforeLoad === requireEmbedded;
      const isOffered =
        !isBeyond || (apiKind().isEmbedded && mayDo(rights, staticData?.asks ?? 'look'));
      return isOffered && staticData?.menu ? [{ to, isBeyond, ...staticData.menu }] : [];
    })
    .toSorted((a, b) => a.position - b.position);
  const sidebar = entries.filter(({ isBeyond }) => !isBeyond);
  const user = entries.filter(({ isBeyond }) => isBeyond);
  return { sidebar, user, screens: [...sidebar, ...user] };
}
