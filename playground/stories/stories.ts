import { addADependency } from './add-a-dependency.ts';
import { addressAReview } from './address-a-review.ts';
import { cleanUp } from './clean-up.ts';
import { fixABug } from './fix-a-bug.ts';
import { followAnInjection } from './follow-an-injection.ts';
import { loseTheRunner } from './lose-the-runner.ts';
import type { Story } from './story.ts';

/** The prepared stories, in the order in which a visitor reads them. */
export const stories: readonly Story[] = [
	fixABug,
	addADependency,
	followAnInjection,
	cleanUp,
	loseTheRunner,
	addressAReview,
];
