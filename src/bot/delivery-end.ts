/** How a delivery can end, with the HTTP status of the bot's answer. This is a closed list. Only deliveries with a 5xx are sent again. */
export const endStatus = {
	/** GitHub accepted the dispatch. */
	dispatched: 200,
	/** The press of a button was recorded in a comment, and the workflow was dispatched for it. */
	pressed: 200,
	/** The delivery does not ask the App to do anything. `why` contains the reason code. */
	nothing: 200,
	/** The App does not handle this event. */
	unserved: 200,
	/** The person is not allowed to do this. A comment told them so once, and nothing was dispatched. */
	refused: 200,
	/** The button belongs to a request that has changed. */
	'stale-button': 200,
	/**
	 * The jobs for this command failed too often, so it is not dispatched again. A comment in the thread says so. Only recovery uses this
	 * end.
	 */
	'given-up': 200,
	/** The repository has no workflow to dispatch to. A comment in the thread says so. */
	'no-workflow': 200,
	/** The repository is gone, or the installation is suspended or removed. */
	gone: 200,
	/** The delivery is not from GitHub, or is not signed with our secret. */
	'bad-signature': 400,
	/** Headers are missing, or the body is not what GitHub sends. */
	malformed: 400,
	'too-large': 413,
	/** The App does not have a permission. The delivery stays failed, so recovery repeats it after a person adds the permission. */
	'not-permitted': 502,
	/** GitHub is unavailable, or the time for an answer ran out. The delivery is repeated. */
	unavailable: 503,
	/** A bug in the bot. The delivery is repeated. */
	internal: 500,
} as const satisfies Readonly<Record<string, number>>;

export type EndKind = keyof typeof endStatus;

/** The end of a delivery. All of its fields are logged, so it must not contain a body, a token or a secret. */
export interface DeliveryEnd {
	readonly kind: EndKind;
	/** A reason code, or a few words that the bot wrote. */
	readonly why?: string;
	/** The command that was dispatched. */
	readonly command?: string;
	/** The address or the id of the run that the dispatch started, if GitHub returns it. */
	readonly run?: string | number;
	/** The permission that the App does not have. */
	readonly permission?: string;
}

/** Whether the delivery failed, so that the bot later asks GitHub to send it again. */
export function isFailed({ kind }: DeliveryEnd): boolean {
	return endStatus[kind] >= 500;
}
