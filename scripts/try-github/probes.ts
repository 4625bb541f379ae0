import { z } from 'zod';
import type { AssumptionId } from './assumptions.ts';
import { refusalOf } from './connection.ts';
import { asAssumed, type Finding, notTried, otherwise } from './finding.ts';
import { forwardOnly, oneWinner, ownRefs, workflowFiles, workflowFilesElsewhere } from './probes-of-refs.ts';
import { jobLogs, locked, ownLogin, viewerDidAuthor, workflowPermissions } from './probes-of-rights.ts';
import type { Ground, Trial } from './trial.ts';

export type Probe = (trial: Trial, ground: Ground) => Promise<Finding>;

/** The probe of each assumption. An assumption without a probe does not compile. */
export const probes: Readonly<Record<AssumptionId, Probe>> = {
	'own-login': ownLogin,
	'last-edited': lastEdited,
	'opening-edits': openingEdits,
	'comment-times': commentTimes,
	'head-is-default': headIsDefault,
	'viewer-did-author': viewerDidAuthor,
	'workflow-files': workflowFiles,
	'workflow-files-elsewhere': workflowFilesElsewhere,
	'own-refs': ownRefs,
	'one-winner': oneWinner,
	'forward-only': forwardOnly,
	'next-page': nextPages,
	'locked-thread': locked,
	'workflow-permissions': workflowPermissions,
	'job-logs': jobLogs,
	'longest-job': async () => notTried('it would take 5 days'),
	'waiting-checks': async () => notTried('no workflow here starts on a pull request'),
	'review-comments': reviewComments,
};

const comment = z.object({ id: z.number(), node_id: z.string(), created_at: z.string(), updated_at: z.string() });
const nodes = z.object({ nodes: z.array(z.object({ lastEditedAt: z.string().nullable() })) });

async function lastEdited({ person }: Trial, { issue }: Ground): Promise<Finding> {
	const path = `/issues/${issue}/comments`;
	const { id, node_id } = await person.must('POST', path, comment, { body: 'A comment that will be edited.' });
	const read = async (): Promise<string | null | undefined> => {
		const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { lastEditedAt } } }';
		return (await person.graph(query, nodes, { ids: [node_id] })).nodes[0]?.lastEditedAt;
	};
	const before = await read();
	await person.must('PATCH', `/issues/comments/${id}`, comment, { body: 'A comment that was edited.' });
	const after = await read();
	if (before !== null) return otherwise(`an unedited comment has lastEditedAt ${before}`);
	return typeof after === 'string' ? asAssumed() : otherwise('an edited comment has none');
}

const opening = z.object({ title: z.string(), body: z.string().nullable() });
const changes = z.object({
	lastEditedAt: z.string().nullable(),
	timelineItems: z.object({ nodes: z.array(z.object({ createdAt: z.string() })) }),
});

async function openingEdits({ person }: Trial, { issue }: Ground): Promise<Finding> {
	const schema = z.object({ repository: z.object({ issue: changes }) });
	const events =
		'timelineItems(last: 1, itemTypes: [RENAMED_TITLE_EVENT]) { nodes { ... on RenamedTitleEvent { createdAt } } }';
	const query = `query($owner: String!, $name: String!, $number: Int!) {
		repository(owner: $owner, name: $name) { issue(number: $number) { lastEditedAt ${events} } }
	}`;
	const read = async () => (await person.graph(query, schema, { number: issue })).repository.issue;
	const { title, body } = await person.must('GET', `/issues/${issue}`, opening);
	const before = await read();
	await person.must('PATCH', `/issues/${issue}`, opening, {
		title: `${title}, renamed`,
		body: `${body ?? ''} Edited.`,
	});
	const after = await read();
	await person.must('PATCH', `/issues/${issue}`, opening, { title, body: body ?? '' });
	if (after.lastEditedAt === null || after.lastEditedAt === before.lastEditedAt)
		return otherwise('an edited text has no new lastEditedAt');
	if (after.timelineItems.nodes.length === 0) return otherwise('a new title left no RenamedTitleEvent');
	return before.lastEditedAt === null ? asAssumed() : otherwise(`an unedited text has ${before.lastEditedAt}`);
}

async function commentTimes({ person }: Trial, { issue }: Ground): Promise<Finding> {
	const ids: number[] = [];
	for (const which of ['first', 'second', 'third']) {
		const made = await person.must('POST', `/issues/${issue}/comments`, comment, { body: `The ${which} of three.` });
		ids.push(made.id);
	}
	const drifts = [];
	for (const id of ids) {
		const { created_at: from, updated_at: to } = await person.must('GET', `/issues/comments/${id}`, comment);
		drifts.push((Date.parse(to) - Date.parse(from)) / 1000);
	}
	const drifted = drifts.filter((seconds) => seconds !== 0);
	return asAssumed(
		`${drifted.length} of ${drifts.length} differ${drifted.length === 0 ? '' : `: ${drifted.join(' s, ')} s`}`,
	);
}

async function headIsDefault({ person, home }: Trial): Promise<Finding> {
	if (home.file === undefined) return notTried('the default branch has no file');
	const schema = z.object({ repository: z.object({ object: z.object({ oid: z.string() }).nullable() }) });
	const query =
		'query($owner: String!, $name: String!, $at: String!) { repository(owner: $owner, name: $name) { object(expression: $at) { oid } } }';
	const { repository } = await person.graph(query, schema, { at: `HEAD:${home.file.path}` });
	if (repository.object?.oid === home.file.sha) return asAssumed();
	return otherwise(`${home.file.path} is ${repository.object?.oid ?? 'not there'}, not ${home.file.sha}`);
}

async function nextPages({ person }: Trial, { issue }: Ground): Promise<Finding> {
	const all = z.array(z.object({ id: z.number() }));
	const seen = new Set<number>();
	let query: string | undefined = '?per_page=1';
	let pages = 0;
	while (query !== undefined && pages < 50) {
		const answer = await person.ask('GET', `/issues/${issue}/comments${query}`);
		const page = all.safeParse(answer.body);
		if (answer.status !== 200 || !page.success) return otherwise(`page ${pages + 1}: ${refusalOf(answer)}`);
		for (const { id } of page.data) seen.add(id);
		const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
		query = next === undefined ? undefined : new URL(next).search;
		pages++;
	}
	const { comments } = await person.must('GET', `/issues/${issue}`, z.object({ comments: z.number() }));
	return seen.size === comments
		? asAssumed(`${pages} pages`)
		: otherwise(`${pages} pages hold ${seen.size} comments, and the issue has ${comments}`);
}

async function reviewComments({ person }: Trial, { pull }: Ground): Promise<Finding> {
	if (pull === undefined) return notTried('there is no pull request');
	const head = await person.must('GET', `/pulls/${pull}`, z.object({ head: z.object({ sha: z.string() }) }));
	const files = await person.must('GET', `/pulls/${pull}/files`, z.array(z.object({ filename: z.string() })));
	const body = 'A comment beside the code.';
	const where = { commit_id: head.head.sha, path: files[0]?.filename, line: 1, side: 'RIGHT' };
	const made = await person.must('POST', `/pulls/${pull}/comments`, z.looseObject({ id: z.number() }), {
		body,
		...where,
	});
	const read = await person.must('GET', `/pulls/comments/${made.id}`, z.looseObject({}));
	const telling = Object.keys(read).filter((key) => /app\b|via/i.test(key));
	return telling.length === 0 ? asAssumed() : otherwise(`they have ${telling.join(', ')}: Countersign could use it`);
}
