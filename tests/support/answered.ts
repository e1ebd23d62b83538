/** An answer as the browser keeps it. */
export const answered = (value: unknown): Blob => new Blob([JSON.stringify(value)]);
