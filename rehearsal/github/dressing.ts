import type { Edits } from './edits.ts';
import type { Switches } from './hands.ts';
import { isObject, stamp } from './http.ts';
import type { Directory } from './identity.ts';
import type { Reactions } from './reactions.ts';
import type { GitHubApp, Json, JsonObject } from './types.ts';

// The emulator counts from 1. Without the offset, no test would notice if code used an issue's number as an id.
const idOffset = 3_100_000_000;

export const outerId = (id: number): number => id + idOffset;
export const innerId = (id: string | number | undefined): number => Number(id) - idOffset;

export interface Wardrobe {
	/** The emulator's own address, and the one that clients see. */
	innerUrl: string;
	url: string;
	repositoryId: number;
	people: Directory;
	reactions: Reactions;
	/** The App through which something was written, by the API address of the thing. */
	apps: Map<string, GitHubApp>;
	edits: Edits;
	switches: Pick<Switches, 'timesDrift'>;
}

// GitHub Actions belongs to GitHub itself.
const github = { login: 'github', id: 9919, type: 'Organization' } as const;

const idInUrl = /(issues\/comments\/|#issuecomment-|check-runs\/|check-suites\/|\/checks\/)(\d+)/g;

function outerUrl(wardrobe: Wardrobe, url: string): string {
	return url
		.replace(wardrobe.innerUrl, wardrobe.url)
		.replace(idInUrl, (_all, before: string, id: string) => before + outerId(Number(id)));
}

function dressScalar(wardrobe: Wardrobe, key: string, value: Json): Json {
	if (key === 'id' && typeof value === 'number') return outerId(value);
	if (typeof value !== 'string') return value;
	if (key === 'url' || key === 'href' || key.endsWith('_url')) return outerUrl(wardrobe, value);
	return key.endsWith('_at') && value !== '' ? stamp(new Date(value)) : value;
}

export const clientIdOf = (app: GitHubApp): string => `Iv1.${app.slug}`;

export const appJson = (wardrobe: Pick<Wardrobe, 'url' | 'people'>, app: GitHubApp): JsonObject => ({
	id: app.id,
	client_id: clientIdOf(app),
	slug: app.slug,
	node_id: Buffer.from(`A_${app.id}`).toString('base64url'),
	owner: wardrobe.people.json(app.permissions ? wardrobe.people.get(wardrobe.people.world.owner) : github),
	name: app.name,
	description: '',
	external_url: `${wardrobe.url}/apps/${app.slug}`,
	html_url: `${wardrobe.url}/apps/${app.slug}`,
	created_at: '2018-07-30T09:30:17Z',
	updated_at: '2024-04-10T20:33:16Z',
	permissions: { ...app.permissions },
	events: [...(app.events ?? [])],
});

/** Returns the time of the last change. GitHub may change a comment again while it creates it, perhaps in the next second. */
function touched(createdAt: string, { timesDrift }: Wardrobe['switches']): string {
	return timesDrift ? stamp(new Date(Date.parse(createdAt) + 1000)) : createdAt;
}

/** Adds to an issue, a comment or a pull request what the emulator does not know. */
function dressWritten(wardrobe: Wardrobe, thing: JsonObject): void {
	const { people, apps, edits, reactions, switches } = wardrobe;
	const url = String(thing['url']);
	// Things with a number have their own range of ids, so an issue never has the id of a comment.
	if ('number' in thing) thing['id'] = Number(thing['id']) - 600_000_000;
	const author = isObject(thing['user']) ? people.find(String(thing['user']['login'])) : undefined;
	if (author) thing['author_association'] = people.association(author);
	const app = apps.get(url);
	thing['performed_via_github_app'] = app ? appJson(wardrobe, app) : null;
	if ('issue_url' in thing) {
		thing['node_id'] = Buffer.from(`IC_${thing['id']}`).toString('base64url');
		thing['updated_at'] = edits.of(url)?.at ?? touched(String(thing['created_at']), switches);
	}
	if ('reactions' in thing) thing['reactions'] = reactions.summary(url);
}

/** Returns the emulator's answer as GitHub would give it, with our ids, addresses, accounts and times. */
export function dress(wardrobe: Wardrobe, value: Json, key = ''): Json {
	if (Array.isArray(value)) return value.map((item) => dress(wardrobe, item, key));
	if (!isObject(value)) return dressScalar(wardrobe, key, value);
	const entries = Object.entries(value).map(([name, child]) => [name, dress(wardrobe, child, name)] as const);
	const dressed: JsonObject = Object.fromEntries(entries);
	if ('author_association' in dressed) dressWritten(wardrobe, dressed);
	const account = 'avatar_url' in dressed ? wardrobe.people.find(String(dressed['login'])) : undefined;
	if (account) Object.assign(dressed, wardrobe.people.json(account));
	if ('full_name' in dressed) {
		const isPrivate = wardrobe.people.world.private;
		const visibility = isPrivate ? 'private' : 'public';
		Object.assign(dressed, { id: wardrobe.repositoryId, private: isPrivate, visibility });
	}
	return dressed;
}
