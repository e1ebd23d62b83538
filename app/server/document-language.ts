import { createMiddleware } from '@tanstack/react-start';
import { inLanguage } from '~/lib/in-language.server';
import { pageLanguage } from '~/lib/page-language.server';

export const documentLanguage = createMiddleware().server(({ next, request, handlerType }) =>
  handlerType === 'router' ? inLanguage(pageLanguage(request), () => next()) : next(),
);
