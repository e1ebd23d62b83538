import type { Locator, Page } from '@playwright/test';

/** Types and presses like a person, and counts: a letter is one key, a shortcut is one. */
export class CountedKeys {
  count = 0;

  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }

  type(text: string): Promise<void> {
    return this.press(...Array.from(text));
  }

  async click(control: Locator): Promise<void> {
    this.count += 1;
    await control.click();
  }

  /** Opens a choice and takes one of its options. */
  async choose(select: Locator, option: string): Promise<void> {
    this.count += 2;
    await select.selectOption({ label: option });
  }
}
