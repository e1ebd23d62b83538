import { Link } from '@tanstack/react-router';
import { buttonVariants } from '~/components/ui/button';
import { t } from '~/lib/texts';

/** Shown for an unknown address; a shell around it has the main area. */
export function RouteNotFound({ as: Area = 'main' }: { as?: 'main' | 'div' }) {
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
