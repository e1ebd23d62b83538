import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { Skeleton } from '~/components/ui/skeleton';
import { t } from '~/lib/texts';
import type { ImageFieldProps } from './image-field';

const image = lazyModule(() => import('./image-field'));

/** ImageField, loaded by the forms that have one. */
export function ImageField(props: ImageFieldProps) {
  const { module, failed } = useLazyModule(image, true);
  if (module) return <module.ImageField {...props} />;
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-sm font-medium">{props.label}</p>
      {failed ? (
        <p role="alert" className="text-sm text-danger">
          {t`The upload area could not be loaded. Reload the page to try again.`}
        </p>
      ) : (
        <Skeleton className="h-40 rounded-lg" />
      )}
    </div>
  );
}
