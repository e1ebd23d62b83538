import { expect, it } from 'vitest';
import { SettingsError } from '~/platform/settings.server';
import { checkPlatformSettings } from '~/platform/http/function-platform.server';

const COMPLETE = {
  DATABASE_URL: 'postgres://panel@db.example/condo',
  S3_ENDPOINT: 'https://s3.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  PUBLIC_URL: 'https://panel.example.com',
};

it('takes all that the embedded API keeps outside of the process', () => {
  expect(() => checkPlatformSettings(COMPLETE, false)).not.toThrow();
});

it('names what is missing, and the other way', () => {
  const env = { ...COMPLETE, SMTP_URL: ' ', PUBLIC_URL: '' };
  expect(() => checkPlatformSettings(env, false)).toThrow(
    new SettingsError(
      'Wrong settings: this platform keeps nothing between two calls, so the embedded API needs SMTP_URL, PUBLIC_URL; ' +
        'or set API_BASE_URL to use another API',
    ),
  );
});

it('does not run on a worker', () => {
  expect(() => checkPlatformSettings(COMPLETE, true)).toThrow(/set API_BASE_URL/);
});
