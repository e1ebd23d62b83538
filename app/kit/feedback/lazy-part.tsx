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
  /**
   * Becomes true when the part is needed for the first time. From then on the part stays, so that a dialog
   * can close with its animation.
   */
  open?: boolean;
  fallback?: ReactNode;
  /** Replaces the message with Retry if the code could not be loaded. */
  failed?: ReactNode;
  /** Closes a part that opens above the page. A failure is then shown at the bottom of the window. */
  onClose?: () => void;
  children: (module: Module) => ReactNode;
}

interface LoadedProps<Module> extends Pick<LazyPartProps<Module>, 'children'> {
  onError: (error: Error) => void;
}

/**
 * Makes a part of a screen that loads separately. If its code cannot be loaded, the screen around it stays
 * with all typed values.
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
        // React.lazy caches its result, so a retry needs a new component. The error is not thrown during a
        // render: React might recover by an urgent render without the part, and would report that (#520).
        latest = create();
        const cause = error instanceof Error ? error : new Error(String(error));
        return { default: ({ onError }) => <Failed error={cause} onError={onError} /> };
      }
    });
  let latest = create();
  /** A loaded part never suspends. */
  const source = () => ({ Part: loaded ?? latest, isLoaded: loaded !== undefined });

  function LazyPart(props: LazyPartProps<Module>) {
    const { open = true, fallback, failed, onClose, children } = props;
    const [{ Part, isLoaded }, setSource] = useState(source);
    const [error, setError] = useState<Error | null>(null);
    const [wasOpen, setWasOpen] = useState(open);
    // Deferred, since React shows a part that suspends at once only 300 ms after its fallback.
    const isDeferredShown = useDeferredValue(wasOpen, false);
    const isShown = isLoaded || isDeferredShown;
    // An error of the part itself belongs to the screen's error boundary.
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

  /** Loads the code early. A failure is reported when the part is shown. */
  const preload = () => void loadPart().catch(() => undefined);
  /** Loads the code early, once the screen around the part is painted. */
  function usePreload() {
    const isPainted = usePainted();
    useEffect(() => {
      if (isPainted) preload();
    }, [isPainted]);
  }
  return Object.assign(LazyPart, { preload, usePreload });
}

/** Replaces the part if its code could not be loaded. */
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
  /** The focus must return to the dialog's opener, not to the Retry button. */
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

/** A message at the bottom of the window that needs no code of dialogs or toasts. */
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
