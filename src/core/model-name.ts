const label = ' (rehearsal)';

/** Returns the id of a model with the label that marks the replies of a rehearsal. */
export function labelledRehearsal(model: string): string {
	return `${model}${label}`;
}

/**
 * Returns the name of a model for people. The name of a scripted model is the name of its file, without the folder: `scripted rehearsal:
 * fix a bug`.
 */
export function modelName(id: string): string {
	const plain = id.endsWith(label) ? id.slice(0, -label.length) : id;
	const path = /^scripted:(.*)$/s.exec(plain)?.[1];
	if (path === undefined) return plain;
	const file = path.replace(/^.*[/\\]/s, '').replace(/\.[a-z]+$/, '');
	return `scripted rehearsal: ${file.replaceAll(/[-_]+/g, ' ')}`;
}
