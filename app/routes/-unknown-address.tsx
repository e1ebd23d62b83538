import { Link, useMatches } from '@tanstack/react-router';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { useAnswersPresses } from '~/components/layout/early-presses';
import { buttonVariants } from '~/components/ui/button';
import { useSession } from '~/features/session/use-session';
import { t } from '~/lib/texts';

const shell = lazyModule(() => import('./-panel-shell'));

/** "Page not found", within the shell for those who are signed in (docs/behaviour/shell.md). */
export function UnknownAddress() {
  useAnswersPresses();
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

function RouteNotFound({ as: Area }: { as: 'main' | 'div' }) {
  return (
    <Area className="grid min-h-[60dvh] place-items-center p-6 text-center">
      <div className="grid gap-4">
        <h1 tabIndex={-1} className="text-title font-semibold focus:outline-none">
          {t`Page not found`}
        </h1>
        <p className="text-muted">{t`There is nothing at this address.`}</p>
        <p>
          <Link to="/dashboard" className={buttonVariants({ variant: 'secondary' })}>
            {t`Go to the dashboard`}
          </Link>
        </p>
      </div>
    </Area>
  );
}
