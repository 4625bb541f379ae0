const label = ' (rehearsal)';

/** Returns the id of a model with the label that marks the replies of a rehearsal. */
export function labelledRehearsal(model: string): string {
	return `${model}${label}`;
}

/** Returns the id of a model without that label, for places that show the rehearsal separately. */
export function withoutRehearsalLabel(model: string): string {
	return model.endsWith(label) ? model.slice(0, -label.length) : model;
}
