import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Queries } from '~/components/layout/queries';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';

/** Where the API offers it. Below the card, so that nothing moves when the answer arrives. */
export function ForgotPasswordLink() {
  return (
    <Queries>
      <OfferedLink />
    </Queries>
  );
}

function OfferedLink() {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  if (!can.passwordReset) return null;
  return (
    <p className="absolute inset-x-0 top-full mt-4 text-center">
      <Link to="/forgot-password" className="link inline-flex min-h-6 items-center">
        Forgot your password?
      </Link>
    </p>
  );
}
