import { useEffect, useRef } from 'react';
import { copyText } from '~/components/feedback/copy-text';
import { Button } from '~/components/ui/button';
import { download } from '~/lib/download';

const FILE_NAME = 'condo-admin-recovery-codes.txt';

const COPY_TEXTS = {
  copied: 'Recovery codes copied',
  failed: 'The codes could not be copied. Download them, or select the text.',
};

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold focus:outline-none">
        Your Recovery Codes
      </h3>
      <p>
        Each of these codes signs you in once, in place of the authenticator app or a passkey. Store
        them where you can reach them without your devices. They won&apos;t be shown again.
      </p>
      <ul className="grid gap-1 font-mono text-sm sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copyText(text, COPY_TEXTS)}>
          Copy
        </Button>
        <Button
          variant="secondary"
          onClick={() => download(new Blob([text], { type: 'text/plain' }), FILE_NAME)}
        >
          Download
        </Button>
        <Button onClick={onDone}>I Have Saved These Codes</Button>
      </div>
    </div>
  );
}
