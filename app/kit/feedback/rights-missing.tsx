import { Alert } from '~/kit/ui/alert';
import { t } from '~/language/texts';

/** In place of a screen or form whose address somebody has opened without the rights for it. */
export function RightsMissing() {
  return (
    <Alert>{t`Your rights do not allow this. An administrator with all rights can change them.`}</Alert>
  );
}
