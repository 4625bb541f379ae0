import { createRequire } from 'node:module';
import { asList, asObject } from './http.ts';
import type { JsonObject } from './types.ts';

/** The events that the stand-in supports, with their actions. */
export const playedEvents: Readonly<Record<string, readonly (string | undefined)[]>> = {
	issue_comment: ['created', 'edited', 'deleted'],
	issues: ['opened', 'labeled', 'unlabeled'],
	pull_request: ['opened', 'ready_for_review', 'synchronize', 'closed', 'labeled', 'unlabeled'],
	pull_request_review_comment: ['created'],
	check_run: ['requested_action'],
	workflow_dispatch: [undefined],
};

/** Returns a payload that GitHub once sent. The examples are large, so they are read only when they are needed. */
export function exampleOf(name: string, action: string | undefined): JsonObject {
	// The build contains only these events, so any other event must fail here, too.
	if (playedEvents[name]?.includes(action) !== true) throw new Error(`list ${name} ${action ?? ''} in playedEvents`);
	const definitions: JsonObject[] = createRequire(import.meta.url)('@octokit/webhooks-examples');
	const all = asList(definitions.find((one) => one['name'] === name)?.['examples']).map(asObject);
	const fitting = all.filter((one) => action === undefined || one['action'] === action);
	// The newest example is the most complete one.
	const plain = fitting.filter((one) => !('installation' in one) && !('changes' in one && action === 'opened'));
	const found = plain.at(-1) ?? fitting.at(-1);
	if (!found) throw new Error(`no example of ${name} ${action ?? ''}`);
	const { organization: _none, installation: _others, ...rest } = found;
	return rest;
}
