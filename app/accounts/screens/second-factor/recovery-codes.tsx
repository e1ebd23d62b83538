import { Button } from '~/kit/ui/button';
import { download } from '~/kit/ui/download';
import { msg, t } from '~/language/texts';
import { ShownOnce } from '~/accounts/screens/shown-once';

const FILE_NAME = 'condo-admin-recovery-codes.txt';

const TOASTS = {
  copied: msg`Recovery codes copied`,
  failed: msg`The codes could not be copied. Download them, or select the text.`,
};

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <ShownOnce
      title={t`Your Recovery Codes`}
      text={text}
      toasts={TOASTS}
      actions={
        <Button
          variant="secondary"
          onClick={() => download(new Blob([text], { type: 'text/plain' }), FILE_NAME)}
        >
          {t`Download`}
        </Button>
      }
      doneLabel={t`I Have Saved These Codes`}
      onDone={onDone}
    >
      <p>
        {t`Each of these codes signs you in once, in place of the authenticator app or a passkey. Store them where you can reach them without your devices. They won't be shown again.`}
      </p>
      <ul className="grid gap-1 font-mono text-sm sm:grid-cols-2" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ShownOnce>
  );
}
