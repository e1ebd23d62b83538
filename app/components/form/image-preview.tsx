import { ImageUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '~/components/ui/button';
import { cn } from '~/lib/cn';
import { t } from '~/lib/texts';

interface ImagePromptProps {
  dragging: boolean;
  /** The stored image is removed with the next save. */
  removed: boolean;
  onChoose: () => void;
}

/** The empty upload area. The input before it is the control; this is the target for the pointer. */
export function ImagePrompt({ dragging, removed, onChoose }: ImagePromptProps) {
  return (
    <div
      aria-hidden
      className="grid h-full min-h-40 cursor-pointer place-items-center rounded-lg p-4 text-center hover:bg-sunken"
      onClick={onChoose}
    >
      <div className="grid justify-items-center gap-1">
        <ImageUp className="mb-1 size-6 text-muted" strokeWidth={1.5} />
        <p className="font-medium">
          {dragging ? t`Drop it here` : t`Choose an image or drop it here`}
        </p>
        <p className="text-sm text-muted">
          {removed
            ? t`The current image is removed when you save`
            : t`JPEG, PNG or WebP, under 5 MB`}
        </p>
      </div>
    </div>
  );
}

interface ImagePreviewProps {
  /** The chosen file, or the address of the stored image. */
  source: File | string;
  alt: string;
  shape: 'landscape' | 'square';
  describedBy: string;
  disabled: boolean;
  onReplace: () => void;
  onRemove: () => void;
}

/** The image with its actions. */
export function ImagePreview({
  source,
  alt,
  shape,
  describedBy,
  disabled,
  ...on
}: ImagePreviewProps) {
  const [broken, setBroken] = useState<File | string | null>(null);
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = typeof source === 'string' ? source : URL.createObjectURL(source);
      image.src = url;
      // Always return a function: without one, React calls this again with null.
      return () => {
        if (url !== source) URL.revokeObjectURL(url);
      };
    },
    [source],
  );
  return (
    <div className="flex h-full min-h-40 flex-col gap-3 p-3">
      <div className="grid flex-1 place-items-center">
        {broken === source ? (
          <p className="text-muted">{t`This image cannot be shown`}</p>
        ) : (
          <img
            ref={show}
            alt={alt}
            onError={() => setBroken(source)}
            className={cn(
              'rounded-md bg-sunken object-cover',
              shape === 'square' ? 'size-20' : 'aspect-[684/368] w-96 max-w-full',
            )}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {source instanceof File && (
          <span className="min-w-0 grow basis-32 truncate text-sm text-muted">{source.name}</span>
        )}
        <Button
          variant="ghost"
          size="sm"
          // With the keyboard, the input opens the file picker.
          tabIndex={-1}
          aria-hidden
          disabled={disabled}
          onClick={on.onReplace}
        >
          {t`Replace`}
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-describedby={describedBy}
          disabled={disabled}
          onClick={on.onRemove}
        >
          {t`Remove`}
        </Button>
      </div>
    </div>
  );
}
