/** Why a plant does not affect a trusted step. */
export type Answer =
	/** The plant cannot be created, or only affects programs in the same sandbox. */
	| 'wall'
	/** It exists, but nothing uses it. */
	| 'inert'
	/** The request shows it, and the approval is bound to it. */
	| 'shown'
	/** It is gone before the step begins. */
	| 'removed'
	/** The step is refused by name. */
	| 'refused';
