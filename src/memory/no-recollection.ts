import type { Recollection } from '../core/index.ts';

/** The empty recollection of a run that has no memory. */
export const noRecollection: Recollection = { episodes: [], feedback: '' };
