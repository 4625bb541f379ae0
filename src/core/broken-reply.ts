import { CountersignError, type ErrorDetails } from './errors.ts';
import type { Usage } from './model-port.ts';

/** A reply that broke off after a part of it had arrived. None of its calls ran, so the same request can be sent again. */
export class BrokenReply extends CountersignError {
	readonly model: string;
	/** The estimated cost, because the provider reports the real numbers only at the end. */
	readonly usage: Usage;

	constructor(details: ErrorDetails, { model, usage }: { readonly model: string; readonly usage: Usage }) {
		super(details);
		this.model = model;
		this.usage = usage;
	}
}
