import { ApiError, asText, invalid } from './http.ts';
import type { Repository } from './repository.ts';
import type { Identity, JsonObject } from './types.ts';

const longest = 65_536;

/** GitHub words the same refusal differently for issues and for comments. */
export function checkBody(body: JsonObject, resource: 'Issue' | 'IssueComment' | 'PullRequest'): void {
	const text = asText(body['body']);
	if (text === undefined || [...text].length <= longest) return;
	const message = `ody is too long (maximum is ${longest} characters)`;
	if (resource === 'IssueComment') {
		throw invalid({ resource, code: 'unprocessable', field: 'data', message: `B${message}` });
	}
	throw invalid({ resource: 'Issue', code: 'custom', field: 'body', message: `b${message}` });
}

/** An installation may change what it has the scope for; a person what is theirs, or with a role in the repository. */
export function checkEditor(repository: Repository, who: Identity | undefined, thing: JsonObject): void {
	const author = thing['user'];
	const own = typeof author === 'object' && author && 'id' in author && author['id'] === who?.user.id;
	if (!who || !(who.grants || own || repository.people.has(who, 'write'))) {
		throw new ApiError(403, 'Must have admin rights to Repository.');
	}
}

/** People without triage rights may write, but labels and assignees they send are dropped in silence. */
export const mayTriage = ({ people }: Repository, who: Identity | undefined): boolean =>
	who !== undefined && (who.grants !== undefined || people.has(who, 'triage'));
