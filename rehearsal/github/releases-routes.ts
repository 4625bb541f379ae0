import { created, invalid, ok, paged, requiredText, stamp } from './http.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { JsonObject } from './types.ts';

/** Adds the routes for releases, newest first. Publishing a release creates its tag if it does not exist. */
export function addReleaseRoutes(repository: Repository): void {
	const { git, people, apiUrl, htmlUrl, defaultBranch } = repository;
	const releases: JsonObject[] = [];
	route(repository, 'GET /releases', read('contents'), (call) => paged(call, releases));
	route(repository, 'GET /releases/latest', read('contents'), () => ok(releases[0] ?? null));
	route(repository, 'POST /releases', write('contents', 'write'), async ({ body, who }) => {
		const tag = requiredText(body, 'tag_name', 'Release');
		const target = typeof body['target_commitish'] === 'string' ? body['target_commitish'] : defaultBranch;
		const ref = `refs/tags/${tag}`;
		const sha = await git.resolve(target);
		if (!sha) throw invalid({ resource: 'Release', field: 'target_commitish', code: 'invalid' });
		if (body['draft'] !== true && !(await git.ref(ref))) await git.must(['update-ref', ref, sha]);
		const id = releases.length + 1;
		releases.unshift({
			id,
			node_id: Buffer.from(`RE_${id}`).toString('base64url'),
			url: `${apiUrl}/releases/${id}`,
			assets_url: `${apiUrl}/releases/${id}/assets`,
			upload_url: `${apiUrl}/releases/${id}/assets{?name,label}`,
			tarball_url: `${apiUrl}/tarball/${tag}`,
			zipball_url: `${apiUrl}/zipball/${tag}`,
			html_url: `${htmlUrl}/releases/tag/${tag}`,
			tag_name: tag,
			target_commitish: target,
			name: body['name'] ?? null,
			body: body['body'] ?? null,
			draft: body['draft'] === true,
			prerelease: body['prerelease'] === true,
			created_at: stamp(),
			published_at: stamp(),
			author: who ? people.json(who.user) : null,
			assets: [],
		});
		return created(releases[0] ?? {});
	});
}
