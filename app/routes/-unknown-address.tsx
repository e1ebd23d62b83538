import { Link, useMatches } from '@tanstack/react-router';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { useAnswersPresses } from '~/kit/ui/early-presses';
import { buttonVariants } from '~/kit/ui/button';
import { t } from '~/language/texts';
import { useSession } from '~/accounts/screens/guard';

const ShellPart = lazyPart(() => import('./-panel-shell'));

/** "Page not found". Signed-in people see it inside the shell (docs/behaviour/shell.md). */
export function UnknownAddress() {
  useAnswersPresses();
  const isInShell = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_shell'),
  });
  const wantsShell = useSession() !== null && !isInShell;
  const alone = <RouteNotFound as={isInShell ? 'div' : 'main'} />;
  if (!wantsShell) return alone;
  return (
    <ShellPart fallback={alone} failed={alone}>
      {({ PanelShell }) => (
        <PanelShell>
          <RouteNotFound as="div" />
        </PanelShell>
      )}
    </ShellPart>
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
