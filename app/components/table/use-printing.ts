import { useMediaQuery } from './use-media-query';

/** Whether the page is being printed. React renders the change before the browser takes the page. */
export function usePrinting(): boolean {
  return useMediaQuery('print');
}
