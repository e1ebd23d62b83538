import { findingOriginParams } from '../portfolio-check/finding-origin';
import { defineSearch, idParam } from '../define-search';

/** The search params of a form that is opened for a building (`?condo_id=7` chooses it), and from where. */
export const condoChoice = defineSearch({ condo_id: idParam, ...findingOriginParams });
