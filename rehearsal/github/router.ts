import { type Call, notFound, type Reply } from './http.ts';
import type { Need } from './identity.ts';

export type Handler = (call: Call) => Reply | Promise<Reply>;

interface Route {
	method: string;
	pattern: RegExp;
	names: string[];
	need: Need | 'open';
	handler: Handler;
}

/** Compiles a pattern. `:name` means one segment of the path, and `*name` the rest. */
function compile(pattern: string): { pattern: RegExp; names: string[] } {
	const names: string[] = [];
	const source = pattern.replace(/([:*])(\w+)/g, (_all, kind: string, name: string) => {
		names.push(name);
		return kind === ':' ? '([^/]+)' : '(.+)';
	});
	return { pattern: new RegExp(`^${source}$`), names };
}

export class Router {
	readonly #routes: Route[] = [];

	on(method: string, pattern: string, need: Need | 'open', handler: Handler): void {
		this.#routes.push({ method, need, handler, ...compile(pattern) });
	}

	/** Returns the first matching route. Specific routes are registered before general ones. */
	find(method: string, path: string): { need: Need | 'open'; handler: Handler; params: Record<string, string> } {
		for (const route of this.#routes) {
			const match = route.method === method ? route.pattern.exec(path) : null;
			if (match) {
				const params = route.names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]);
				return { need: route.need, handler: route.handler, params: Object.fromEntries(params) };
			}
		}
		throw notFound();
	}
}
