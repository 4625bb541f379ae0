/** What a server did wrong, in a sentence for people and the model that goes on after its name. */
export class ServerTrouble extends Error {
	/** Whether the server may be tried again: it died or was late, and did not lie. */
	readonly passing: boolean;

	constructor(what: string, { passing = true }: { readonly passing?: boolean } = {}) {
		super(what);
		this.name = 'ServerTrouble';
		this.passing = passing;
	}
}
