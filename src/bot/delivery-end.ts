/** How a delivery can end, and the status that GitHub's delivery log shows for it. Closed. Only 5xx are worth sending again. */
export const endStatus = {
	/** GitHub took the dispatch. */
	dispatched: 200,
	/** A button's press was written down, and dispatched. */
	pressed: 200,
	/** Nothing is asked of us; `why` says so by a reason code. */
	nothing: 200,
	/** An event that nobody here serves. */
	unserved: 200,
	/** Somebody who may not: told once, and nothing was dispatched. */
	refused: 200,
	/** A button of a request that is not as it was. */
	'stale-button': 200,
	/** Its jobs broke off so often that it is not dispatched any more; its people are told. Of recovery alone. */
	'given-up': 200,
	/** The repository has no workflow to dispatch to; its people are told. */
	'no-workflow': 200,
	/** The repository, or the installation in it, is gone or suspended. */
	gone: 200,
	/** Not GitHub's, or not with our secret. */
	'bad-signature': 400,
	/** Headers are missing, or the body is not what GitHub sends. */
	malformed: 400,
	'too-large': 413,
	/** A permission was taken from the App: to be repeated when it is mended, so the delivery stays failed. */
	'not-permitted': 502,
	/** GitHub, or the time for an answer, ran out: to be repeated. */
	unavailable: 503,
	/** A fault of ours. */
	internal: 500,
} as const satisfies Readonly<Record<string, number>>;

export type EndKind = keyof typeof endStatus;

/** The end of a delivery. What it holds is logged: never a body, a token or a secret. */
export interface DeliveryEnd {
	readonly kind: EndKind;
	/** A reason code, or a few words of ours. */
	readonly why?: string;
	/** What was dispatched. */
	readonly command?: string;
	/** The address or the id of what a dispatch started, where GitHub tells it. */
	readonly run?: string | number;
	/** The permission that the App lacks. */
	readonly permission?: string;
}

/** Whether GitHub should keep the delivery as failed. */
export function isFailed({ kind }: DeliveryEnd): boolean {
	return endStatus[kind] >= 500;
}
