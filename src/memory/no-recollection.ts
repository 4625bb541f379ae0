import type { Recollection } from '../core/index.ts';

/** What a run remembers where nothing is kept between runs. */
export const noRecollection: Recollection = { episodes: [], feedback: '' };
