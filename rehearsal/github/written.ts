import { ApiError, asText, invalid } from './http.ts';
import type { Repository } from './repository.ts';
import type { Identity, JsonObject } from './types.ts';

const longest = 65_536;

/** Checks the text. GitHub's messages differ for issues and for comments. */
export function checkBody(body: JsonObject, resource: 'Issue' | 'IssueComment' | 'PullRequest'): void {
	const text = asText(body['body']);
	if (text === undefined || [...text].length <= longest) return;
	const message = `ody is too long (maximum is ${longest} characters)`;
	if (resource === 'IssueComment') {
		throw invalid({ resource, code: 'unprocessable', field: 'data', message: `B${message}` });
	}
	throw invalid({ resource: 'Issue', code: 'custom', field: 'body', message: `b${message}` });
}

/**
 * Checks that the caller may edit. An installation needs the scope. A person needs to be the author, or to have a role in the repository.
 */
export function checkEditor(repository: Repository, who: Identity | undefined, thing: JsonObject): void {
	const author = thing['user'];
	const own = typeof author === 'object' && author && 'id' in author && author['id'] === who?.user.id;
	if (!who || !(who.grants || own || repository.people.has(who, 'write'))) {
		throw new ApiError(403, 'Must have admin rights to Repository.');
	}
}

/** Whether the caller may triage. If not, GitHub ignores labels and assignees in their requests without an error. */
export const mayTriage = ({ people }: Repository, who: Identity | undefined): boolean =>
	who !== undefined && (who.grants !== undefined || people.has(who, 'triage'));
