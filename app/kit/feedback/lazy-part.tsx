import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { isMissingCode, isOutdated, reloadIfReachable, UPDATED_MESSAGE } from './missing-code';
import { t, translate } from '~/language/texts';
import { Button } from '~/kit/ui/button';
import { ErrorState } from './error-state';
import { openerOf } from '~/kit/ui/focus';
import { usePainted } from '~/kit/ui/page-moments';

interface LazyPartProps<Module> {
  /** The code is loaded when this is first true. The part stays from then on, so that a dialog can close. */
  open?: boolean;
  fallback?: ReactNode;
  /** Shown where the code could not be loaded, instead of a message with Retry. */
  failed?: ReactNode;
  /** Closes a part that opens above the page. Its failure is shown at the bottom of the window. */
  onClose?: () => void;
  children: (module: Module) => ReactNode;
}

interface LoadedProps<Module> extends Pick<LazyPartProps<Module>, 'children'> {
  onError: (error: Error) => void;
}

/**
 * Makes a part of a screen that is loaded on its own. If its code cannot be loaded, the screen around it
 * stays, with everything that was typed.
 */
export function lazyPart<Module>(load: () => Promise<Module>) {
  type Part = ComponentType<LoadedProps<Module>>;
  let loaded: Part | undefined;
  const loadPart = async (): Promise<Part> => {
    const module = await load();
    return (loaded ??= ({ children }) => children(module));
  };
  const create = () =>
    lazy<Part>(async () => {
      try {
        return { default: await loadPart() };
      } catch (error) {
        // React.lazy keeps its result, so the next attempt is another one. The error is not thrown during a
        // render: React may recover by an urgent render without the part, and would report that (#520).
        latest = create();
        const cause = error instanceof Error ? error : new Error(String(error));
        return { default: ({ onError }) => <Failed error={cause} onError={onError} /> };
      }
    });
  let latest = create();
  /** A part that is loaded already never suspends. */
  const source = () => ({ Part: loaded ?? latest, isLoaded: loaded !== undefined });

  function LazyPart(props: LazyPartProps<Module>) {
    const { open = true, fallback, failed, onClose, children } = props;
    const [{ Part, isLoaded }, setSource] = useState(source);
    const [error, setError] = useState<Error | null>(null);
    const [wasOpen, setWasOpen] = useState(open);
    // Deferred: React shows what suspends at once only 300 ms after its fallback.
    const isDeferredShown = useDeferredValue(wasOpen, false);
    const isShown = isLoaded || isDeferredShown;
    // An error of the part itself belongs to the screen.
    if (error !== null && !isMissingCode(error)) throw error;
    const retry = () => {
      setError(null);
      setSource(source);
    };
    if (open && !wasOpen) {
      setWasOpen(true);
      setSource(source);
    }
    if (!open && error !== null) {
      setWasOpen(false);
      retry();
    }
    if (!wasOpen) return null;
    if (error !== null)
      return failed === undefined ? <LoadError onRetry={retry} onClose={onClose} /> : failed;
    return (
      <Suspense fallback={fallback}>
        {isShown ? <Part onError={setError}>{children}</Part> : fallback}
      </Suspense>
    );
  }

  /** Loads the code before it is needed. A failure is shown where the part is. */
  const preload = () => void loadPart().catch(() => undefined);
  /** Preloads it once the screen around it is painted. */
  function usePreload() {
    const isPainted = usePainted();
    useEffect(() => {
      if (isPainted) preload();
    }, [isPainted]);
  }
  return Object.assign(LazyPart, { preload, usePreload });
}

/** Reports that the code could not be loaded, in place of the part. */
function Failed({ error, onError }: { error: Error; onError: (error: Error) => void }) {
  useEffect(() => onError(error), [error, onError]);
  return null;
}

interface LoadErrorProps {
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

function LoadError({ onRetry, onClose }: LoadErrorProps) {
  const [opener] = useState(() => openerOf(document.activeElement));
  const [outdated, setOutdated] = useState(false);
  useEffect(() => void isOutdated().then(setOutdated), []);
  const advice = outdated ? translate(UPDATED_MESSAGE) : t`Check your connection and try again.`;
  /** A dialog that opens now gives the focus back to its opener. */
  const retry = () => {
    if (onClose) opener?.focus();
    onRetry();
  };
  const message = (
    <ErrorState
      text={t`This part of the page could not be loaded. ${advice}`}
      onRetry={outdated ? () => void reloadIfReachable() : retry}
    />
  );
  if (!onClose) return message;
  return (
    <PlainMessage>
      {message}
      <Button
        variant="secondary"
        className="justify-self-end"
        onClick={() => {
          opener?.focus();
          onClose();
        }}
      >
        {t`Cancel`}
      </Button>
    </PlainMessage>
  );
}

/** A message at the bottom of the window, without the code of dialogs and toasts. */
export function PlainMessage({ children, ...props }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div
      {...props}
      className="pointer-events-auto fixed inset-x-4 bottom-4 z-toast mx-auto grid max-w-md gap-3 rounded-lg border border-line bg-surface p-4 text-ink shadow-float"
    >
      {children}
    </div>
  );
}
