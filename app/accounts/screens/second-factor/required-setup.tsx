import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { PageHeader } from '~/kit/ui/card';
import { setupRequired } from '~/rpc/session-store';
import { t } from '~/language/texts';
import { SecondFactorCard } from './second-factor-card';

/** In place of every screen while an administrator has to set up a second factor. */
export function RequiredSetup() {
  const router = useRouter();
  const client = useQueryClient();
  async function proceed() {
    setupRequired.set(false);
    await client.resetQueries();
    await router.invalidate();
  }
  return (
    <>
      <PageHeader
        title={t`Set Up a Second Factor`}
        description={t`Every administrator needs one here. Set it up to continue.`}
      />
      <SecondFactorCard onSetUp={() => void proceed()} />
    </>
  );
}
