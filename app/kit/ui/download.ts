export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Runs after the browser has handled the click.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
