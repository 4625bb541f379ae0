export { dayOf } from './day-file.ts';
export { directoryMemory } from './directory-memory.ts';
export { type Episode, episodeText } from './episode.ts';
export { type FeedbackOutcome, type FeedbackRow, feedbackText } from './feedback.ts';
export { noRecollection } from './no-recollection.ts';
