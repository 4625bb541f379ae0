/** Why a plant changes nothing that a trusted step does. */
export type Answer =
	/** The plant cannot be made, or whatever obeys it is behind the same walls. */
	| 'wall'
	/** It is there, and nothing obeys it. */
	| 'inert'
	/** The request shows it, and the signature is bound to it. */
	| 'shown'
	/** It is gone before the step begins. */
	| 'removed'
	/** The step is refused by name. */
	| 'refused';
