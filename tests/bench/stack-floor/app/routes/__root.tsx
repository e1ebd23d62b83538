import { createRootRoute } from '@tanstack/react-router';
import { ReferenceDocument } from '../../../reference-document';

export const Route = createRootRoute({ component: ReferenceDocument });
