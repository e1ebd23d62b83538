import { useMatches } from '@tanstack/react-router';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { RouteNotFound } from '~/components/feedback/route-not-found';
import { useSession } from '~/features/session/use-session';

const shell = lazyModule(() => import('./-panel-shell'));

/** "Page not found", within the shell for those who are signed in (docs/behaviour.md, "Screens"). */
export function UnknownAddress() {
  const isInShell = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_shell'),
  });
  const wantsShell = useSession() !== null && !isInShell;
  const frame = useLazyModule(shell, wantsShell).module;
  if (!wantsShell || !frame) return <RouteNotFound as={isInShell ? 'div' : 'main'} />;
  return (
    <frame.PanelShell>
      <RouteNotFound as="div" />
    </frame.PanelShell>
  );
}
