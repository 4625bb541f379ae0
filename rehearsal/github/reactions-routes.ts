import { asText, type Call, invalid, noContent, notFound, paged, type Reply, stamp } from './http.ts';
import type { Need } from './identity.ts';
import { contents, type Reaction } from './reactions.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { JsonObject } from './types.ts';

/** @throws if the repository does not have this issue or comment. */
type Exists = (call: Call) => Promise<unknown>;

const reactionJson = ({ people }: Repository, { id, user, content, created_at }: Reaction): JsonObject => ({
	id,
	node_id: Buffer.from(`R_${id}`).toString('base64url'),
	user: people.json(user),
	content,
	created_at,
});

function give(repository: Repository, call: Call, url: string): Reply {
	const content = asText(call.body['content']) ?? '';
	if (!contents.includes(content)) throw invalid({ resource: 'Reaction', field: 'content', code: 'invalid' });
	const user = (call.who ?? repository.people.person(repository.owner)).user;
	const { reaction, isNew } = repository.reactions.add(url, { user, content, created_at: stamp() });
	return { status: isNew ? 201 : 200, body: reactionJson(repository, reaction) };
}

function list(repository: Repository, call: Call, url: string): Reply {
	const wanted = call.query.get('content');
	const given = repository.reactions.of(url).filter(({ content }) => wanted === null || content === wanted);
	return paged(
		call,
		given.map((reaction) => reactionJson(repository, reaction)),
	);
}

function remove(repository: Repository, call: Call, url: string): Reply {
	const id = Number(call.params['reaction']);
	const own = repository.reactions.of(url).find((one) => one.id === id && one.user.id === call.who?.user.id);
	if (!own) throw notFound();
	repository.reactions.remove(url, id);
	return noContent();
}

function addTo(repository: Repository, path: string, exists: Exists, scope: Need['scope'] = 'issues'): void {
	const on = (answer: (repository: Repository, call: Call, url: string) => Reply) => async (call: Call) => {
		await exists(call);
		const url = repository.apiUrl + path.replace(/:(\w+)/, (_all, name: string) => call.params[name] ?? '');
		return answer(repository, call, url);
	};
	route(repository, `GET ${path}/reactions`, read(scope), on(list));
	route(repository, `POST ${path}/reactions`, write(scope), on(give));
	route(repository, `DELETE ${path}/reactions/:reaction`, write(scope), on(remove));
}

export function addReactionRoutes(
	repository: Repository,
	exists: { issue: Exists; comment: Exists; reviewComment: Exists },
): void {
	addTo(repository, '/issues/comments/:comment', exists.comment);
	addTo(repository, '/issues/:number', exists.issue);
	addTo(repository, '/pulls/comments/:comment', exists.reviewComment, 'pull_requests');
}
