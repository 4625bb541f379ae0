import { CountersignError } from '../../core/index.ts';
import { ApiRefusal } from './api.ts';

/**
 * Returns GitHub's answer, or throws an error that names the permission to add. GitHub answers 403 if the token does not have the
 * permission, and 404 if the token may not even see the object. @throws CountersignError `github-refused`.
 */
export async function needing<T>(permission: string, what: string, answer: Promise<T>): Promise<T> {
	try {
		return await answer;
	} catch (error) {
		const isRight = error instanceof ApiRefusal && error.code === 'github-refused';
		if (!isRight || (error.status !== 403 && error.status !== 404)) throw error;
		const line = `add \`${permission}\` to the \`permissions:\` of the job in the workflow`;
		throw new CountersignError({
			code: 'github-refused',
			message: `GitHub refused to ${what} (${error.status}).`,
			fix: error.status === 403 ? `A maintainer can ${line}.` : `Either there is none, or a maintainer has to ${line}.`,
			cause: error,
		});
	}
}
