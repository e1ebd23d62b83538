/** "Welcome, ..." in the header, as plain text. */
export function WelcomeText({ text }: { text: string }) {
  return <p className="min-w-0 truncate text-muted">{text}</p>;
}
