import { createEmulator, type Emulator } from 'emulate';
import { dress, type Wardrobe } from './dressing.ts';
import { ApiError, asList } from './http.ts';
import type { GitHubApp, Identity, Json, JsonObject } from './types.ts';

export interface EmulatedRequest {
	who?: Identity | undefined;
	/** The path below the repository. It contains no `..` and is already encoded. */
	path: string;
	method?: string;
	body?: JsonObject;
}

interface Place {
	owner: string;
	repo: string;
	defaultBranch: string;
}

// The emulator limits each token to 5,000 calls an hour, and a storm makes half a million calls. So each user has many tokens. Our own
// layer counts requests as GitHub does.
const tokensEach = 400;
const pageSize = 100;
const tokenFor = (login: string, at: number) => `inner-${at % tokensEach}-${login}`;

/** Sends requests to the emulator, which stores users, issues, comments, labels, pull requests and check runs. */
export class Emulated {
	readonly #emulator: Emulator;
	readonly #place: Place;
	readonly #wardrobe: Wardrobe;
	readonly #address: string;
	#calls = 0;

	private constructor(emulator: Emulator, place: Place, wardrobe: Wardrobe) {
		this.#emulator = emulator;
		this.#place = place;
		this.#wardrobe = wardrobe;
		this.#address = `http://127.0.0.1:${new URL(emulator.url).port}`;
	}

	static async start(place: Place, wardrobe: Omit<Wardrobe, 'innerUrl'>): Promise<Emulated> {
		const logins = wardrobe.people.users().map(({ login }) => login);
		const tokens = logins.flatMap((login) =>
			Array.from({ length: tokensEach }, (_none, at) => [tokenFor(login, at), { login }] as const),
		);
		const repository = { owner: place.owner, name: place.repo, default_branch: place.defaultBranch, auto_init: true };
		const github = { users: logins.map((login) => ({ login })), repos: [repository] };
		const emulator = await createEmulator({
			service: 'github',
			port: 0,
			seed: { tokens: Object.fromEntries(tokens), github },
		});
		return new Emulated(emulator, place, { ...wardrobe, innerUrl: emulator.url });
	}

	close(): Promise<void> {
		return this.#emulator.close();
	}

	/** Returns the answer in the form for our clients. @throws if the emulator refuses. */
	async ask(request: EmulatedRequest): Promise<Json> {
		const { owner, repo } = this.#place;
		return this.askOutside({ ...request, path: `/repos/${owner}/${repo}${request.path}` });
	}

	async askOutside({ who, path, method = 'GET', body }: EmulatedRequest): Promise<Json> {
		const token = tokenFor(who?.user.login ?? this.#place.owner, this.#calls++);
		const response = await fetch(this.#address + path, {
			method,
			// On a busy machine, the emulator can close an idle connection at the moment in which it is used again. So each request has its own.
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await response.text();
		const answer: Json = text === '' ? null : JSON.parse(text);
		if (!response.ok) throw refusal(response.status, answer);
		return dress(this.#wardrobe, answer);
	}

	/** Returns the items of all pages. */
	async all(request: EmulatedRequest): Promise<JsonObject[]> {
		const items: JsonObject[] = [];
		for (let page = 1; ; page++) {
			const query = `${request.path.includes('?') ? '&' : '?'}per_page=${pageSize}&page=${page}`;
			const batch = asList(await this.ask({ ...request, path: request.path + query })) as JsonObject[];
			items.push(...batch);
			if (batch.length < pageSize) return items;
		}
	}

	/** Remembers through which App something was written. GitHub always shows this. */
	sign(url: string, app: GitHubApp | undefined): void {
		if (app) this.#wardrobe.apps.set(url, app);
	}
}

function refusal(status: number, answer: Json): Error {
	const message =
		typeof answer === 'object' && answer && 'message' in answer ? String(answer['message']) : String(answer);
	if (status >= 500) return new Error(`the emulator failed: ${message}`);
	return new ApiError(status, message === 'Validation failed' ? 'Validation Failed' : message);
}
