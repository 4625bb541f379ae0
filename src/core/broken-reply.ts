import { CountersignError, type ErrorDetails } from './errors.ts';
import type { Usage } from './model-port.ts';

/** A reply that broke off after a part of it had come. Nothing of it was handed over as a call, so the same may be asked again. */
export class BrokenReply extends CountersignError {
	readonly model: string;
	/** What it cost, estimated: the provider counts at the end. */
	readonly usage: Usage;

	constructor(details: ErrorDetails, { model, usage }: { readonly model: string; readonly usage: Usage }) {
		super(details);
		this.model = model;
		this.usage = usage;
	}
}
