import { ApiError, asObject, type Call, noContent, ok, type Reply } from './http.ts';
import { findIssue } from './issues-routes.ts';
import { type Repository, read, route, write } from './repository.ts';

async function setLocked(repository: Repository, call: Call, locked: boolean): Promise<Reply> {
	const { emulated } = repository;
	const { number } = asObject(await findIssue(repository, call.params['number']));
	await emulated.ask({ who: call.who, method: locked ? 'PUT' : 'DELETE', path: `/issues/${number}/lock`, body: {} });
	return noContent();
}

/** Answers with the administrators' settings for workflows. An installation needs the permission `administration`, which no job has. */
function workflowPermissions({ people, switches }: Repository, { who }: Call): Reply {
	const lacks = { 'x-accepted-github-permissions': 'administration=read' };
	if (who?.grants) throw new ApiError(403, 'Resource not accessible by integration', undefined, lacks);
	if (!who || !people.has(who, 'admin')) throw new ApiError(403, 'Must have admin rights to Repository.');
	return ok({
		default_workflow_permissions: 'read',
		can_approve_pull_request_reviews: switches.pullRequestsByActionsAllowed,
	});
}

/** Adds the routes for settings of the repository and of one issue. */
export function addSettingsRoutes(repository: Repository): void {
	const locks = write('issues', 'triage');
	route(repository, 'PUT /issues/:number/lock', locks, (call) => setLocked(repository, call, true));
	route(repository, 'DELETE /issues/:number/lock', locks, (call) => setLocked(repository, call, false));
	route(repository, 'GET /actions/permissions/workflow', read('metadata'), (call) =>
		workflowPermissions(repository, call),
	);
}
