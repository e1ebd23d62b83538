import { Monitor, Moon, Sun } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { msg, t, translate } from '~/lib/texts';
import { nextTheme, setTheme, systemIsDark, useTheme } from './theme';

const NAMES = { system: msg`system`, light: msg`light`, dark: msg`dark` } as const;
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** The switch in the header: system, light, dark. */
export function ThemeToggle() {
  const theme = useTheme();
  const Icon = ICONS[theme];
  const name = t`Color theme: ${translate(NAMES[theme])}`;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      title={name}
      onClick={() => setTheme(nextTheme(theme, systemIsDark()))}
    >
      <Icon aria-hidden className="size-4.5" />
    </Button>
  );
}
