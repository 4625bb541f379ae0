import { z } from 'zod';
import type { LateEdit, LateEdits, Opening } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { ofRepository } from '../api/of-repository.ts';

const actor = z.object({ login: z.string() }).nullish();
const renamed = z.object({ createdAt: z.string(), actor });
const thread = z.object({
	title: z.string(),
	body: z.string(),
	lastEditedAt: z.string().nullish(),
	editor: actor,
	timelineItems: z.object({ nodes: z.array(renamed.partial().nullable()) }),
});
const schema = z.object({ repository: z.object({ issueOrPullRequest: thread.nullish() }).nullable() });

const told = `title body lastEditedAt editor { login }
	timelineItems(last: 1, itemTypes: [RENAMED_TITLE_EVENT]) { nodes { ... on RenamedTitleEvent { createdAt actor { login } } } }`;
const repository = `repository(owner: $owner, name: $name) {
	issueOrPullRequest(number: $number) { ... on Issue { ${told} } ... on PullRequest { ${told} } }
}`;

/** Returns the current title and text of an issue or pull request, and their last edits. Returns undefined if the issue is gone. */
async function read(api: Api, number: number): Promise<(Opening & { readonly edits: LateEdits }) | undefined> {
	const variables = { ...ofRepository(api), number: { type: 'Int!', value: number } };
	const found = (await api.graph({ fields: { repository }, variables, schema })).repository?.issueOrPullRequest;
	if (found === undefined || found === null) return undefined;
	const { title, body, lastEditedAt, editor, timelineItems } = found;
	const { createdAt, actor: renamer } = timelineItems.nodes[0] ?? {};
	return {
		...{ title, body },
		edits: { ...lastChange('body', lastEditedAt, editor), ...lastChange('title', createdAt, renamer) },
	};
}

function lastChange(part: keyof LateEdits, at: string | null | undefined, by: z.infer<typeof actor>): LateEdits {
	return typeof at === 'string' ? { [part]: { by: by?.login ?? 'ghost', at } } : {};
}

/** Returns who last changed the title and the text of an issue or pull request, and when. */
export async function readLateEdits(api: Api, number: number): Promise<LateEdits> {
	return (await read(api, number))?.edits ?? {};
}

/**
 * Returns the title and the text of an issue or pull request at a time (ISO 8601). A part that changed since is null. GitHub's times are
 * whole seconds, so a change within the same second is treated as later. Returns undefined if the issue is gone.
 */
export async function readOpening(api: Api, number: number, at: string): Promise<Opening | undefined> {
	const found = await read(api, number);
	if (found === undefined) return undefined;
	const { title, body, edits } = found;
	const isLater = (edit: LateEdit | undefined): boolean =>
		edit !== undefined && Date.parse(edit.at) >= Math.floor(Date.parse(at) / 1000) * 1000;
	return { title: isLater(edits.title) ? null : title, body: isLater(edits.body) ? null : body };
}
