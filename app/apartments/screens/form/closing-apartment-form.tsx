import { useState, type ComponentProps } from 'react';
import { NoticeDialog } from '~/kit/feedback/confirm-dialog';
import { toast } from '~/kit/feedback/toast';
import { detailOr } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import { ApartmentForm } from './apartment-form';

export interface ClosingApartmentFormProps extends Omit<
  ComponentProps<typeof ApartmentForm>,
  'onSaved' | 'onServerError'
> {
  onClose: () => void;
}

/** An apartment form that closes after saving. After an error it stays open with the typed values. */
export function ClosingApartmentForm(props: ClosingApartmentFormProps) {
  const { onClose, ...form } = props;
  const isNew = form.apartment === undefined;
  const [failure, setFailure] = useState<string | null>(null);
  const isShown = useIsShown();
  return (
    <>
      <ApartmentForm
        {...form}
        onSaved={(isDone) => {
          toast.success(isNew ? t`Apartment added` : t`Apartment updated`);
          // Another form may have been opened in the meantime.
          if (isDone && isShown()) onClose();
        }}
        onServerError={(error) => {
          const failed = isNew ? t`Failed to add apartment` : t`Failed to update apartment`;
          const text = detailOr(error, failed);
          if (isShown()) setFailure(text);
          else toast.error(text);
        }}
      />
      <NoticeDialog
        open={failure !== null}
        title={t`Error`}
        description={failure ?? ''}
        onClose={() => setFailure(null)}
      />
    </>
  );
}
