import { createRequire } from 'node:module';

export type Payload = Record<string, unknown>;

/** Fields by their path, such as `issue.user.login`; undefined removes the field. */
export type Changes = Readonly<Record<string, unknown>>;

interface Definition {
	readonly name: string;
	readonly examples: readonly Payload[];
}

const definitions: readonly Definition[] = createRequire(import.meta.url)('@octokit/webhooks-examples');

/** Every example payload of an event, with the changes of a test. */
export function payloadsOf(name: string, action?: string, changes: Changes = {}): readonly Payload[] {
	const examples = definitions.find((one) => one.name === name)?.examples ?? [];
	const fitting = examples.filter((one) => action === undefined || one['action'] === action);
	return fitting.map((one) => changed(one, changes));
}

export function aPayload(name: string, action?: string, changes: Changes = {}): Payload {
	const [payload] = payloadsOf(name, action, changes);
	if (payload === undefined) throw new Error(`no example of ${name} ${action ?? ''}`);
	return payload;
}

export function changed(payload: Payload, changes: Changes): Payload {
	const copy = structuredClone(payload);
	for (const [path, value] of Object.entries(changes)) {
		const names = path.split('.');
		const last = names.pop() ?? '';
		const parent = names.reduce((at, name) => at[name] as Payload, copy);
		if (value === undefined) delete parent[last];
		else parent[last] = value;
	}
	return copy;
}
