/** A failure of a server. Its message is for people and the model. It is a sentence that continues after the server's name. */
export class ServerTrouble extends Error {
	/** Whether the server may be started again. True if it died or was late, but sent nothing wrong. */
	readonly passing: boolean;

	constructor(what: string, { passing = true }: { readonly passing?: boolean } = {}) {
		super(what);
		this.name = 'ServerTrouble';
		this.passing = passing;
	}
}
