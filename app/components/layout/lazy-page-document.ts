import { lazyModule } from '~/components/feedback/lazy-module';

/** In the browser, the document of a page that the server has rendered: loaded before such a page is hydrated. */
export const pageDocument = lazyModule(() => import('./page-document'));
