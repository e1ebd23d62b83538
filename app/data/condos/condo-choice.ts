import { defineSearch, idParam } from '../define-search';

/** The search param of a form that is opened for a building: `?condo_id=7` chooses it. */
export const condoChoice = defineSearch({ condo_id: idParam });
