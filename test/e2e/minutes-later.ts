import type { Intercept, Json, JsonObject } from '../../rehearsal/github/local-github.ts';

/** As if so many minutes had gone by since: GitHub's answers at that path, with their times that much earlier. */
export function minutesLater(minutes: number, paths: RegExp): Intercept {
	const earlier = (name: string, value: Json): Json =>
		name.endsWith('_at') && typeof value === 'string'
			? new Date(Date.parse(value) - minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
			: value;
	const aged = (item: JsonObject): JsonObject =>
		Object.fromEntries(Object.entries(item).map(([name, value]) => [name, earlier(name, value)]));
	return ({ method, path, response }, phase) => {
		if (phase === 'before' || method !== 'GET' || !paths.test(path) || !Array.isArray(response?.body)) return undefined;
		return { status: response.status, body: (response.body as JsonObject[]).map(aged) };
	};
}
