import { describe, expect, it, test } from 'vitest';
import { refreshApprovalsIssue } from '../../src/github/index.ts';
import { readSwitch } from '../../src/github/switched-off.ts';
import { type Answer, type Asked, aGitHub, anApi, answerGraph, errorOf, lines, no, quiet } from './support.ts';

interface Opened {
	number: number;
	body: string;
	state: string;
	labels: readonly string[];
	user: { login: string; type: string };
}

const bot = { login: 'github-actions[bot]', type: 'Bot' };
const eve = { login: 'eve', type: 'User' };
const marked = (text: string): string => `${text}\n\n<!-- countersign:approvals -->`;
const anIssue = (change: Partial<Opened> = {}): Opened => {
	const plain = { number: 5, body: marked('old'), state: 'open', labels: ['countersign'], user: bot };
	return { ...plain, ...change };
};

/** The configuration in GraphQL; null if the file is missing. */
type Content = { readonly text?: string | null; readonly isTruncated?: boolean } | null;

function aWorld(there: readonly Opened[], content: Content = null) {
	const issues = [...there];
	const asked: readonly Asked[] = aGitHub(
		({ method, query, body }) => {
			if (method === 'GET') {
				const wanted = (one: Opened): boolean =>
					(query['state'] === 'all' || one.state === query['state']) && one.labels.includes(query['labels'] ?? '');
				return [200, issues.filter(wanted)];
			}
			const made = anIssue({ ...(body as Partial<Opened>), number: method === 'POST' ? 9 : 5 });
			if (method === 'POST') issues.push(made);
			else issues[0] = made;
			return [method === 'POST' ? 201 : 200, made];
		},
		answerGraph({
			...quiet,
			repository: (wanted: Readonly<Record<string, unknown>>) => ({
				object: content,
				issues: { nodes: listed(issues, wanted) },
			}),
		}),
	);
	return { asked, issues };
}

/** The open issues with the label, as GraphQL returns them. */
function listed(issues: readonly Opened[], { label }: Readonly<Record<string, unknown>>) {
	const found = issues.filter((one) => one.state === 'open' && one.labels.includes(String(label)));
	return found.map(({ body, user }) => ({
		...{ body, author: { __typename: user.type }, viewerDidAuthor: user.login === bot.login },
	}));
}

const refresh = (body: string, make: boolean) => refreshApprovalsIssue(anApi(), { body, make });

describe('the approvals issue', () => {
	it('is created once and then found again', async () => {
		const { issues, asked } = aWorld([]);
		expect([await refresh('one', true), await refresh('two', true)]).toEqual([9, 9]);
		expect(issues).toHaveLength(1);
		expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
			title: 'Agent approvals',
			body: marked('one'),
			labels: ['countersign'],
		});
		expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ body: marked('two') });
	});

	it('is not created if nothing waits', async () => {
		const { asked } = aWorld([]);
		expect(await refresh('one', false)).toBeUndefined();
		expect(lines(asked).filter((line) => !line.startsWith('GET'))).toEqual([]);
	});

	it('is not edited if nothing changed', async () => {
		const { asked } = aWorld([anIssue({ body: marked('same') })]);
		expect(await refresh('same', false)).toBe(5);
		expect(lines(asked).filter((line) => !line.startsWith('GET'))).toEqual([]);
	});

	it.each([
		[true, { body: marked('new'), state: 'open' }],
		[false, { body: marked('new') }],
	])('is reopened only if something waits: %s', async (make, body) => {
		const { asked } = aWorld([anIssue({ state: 'closed' })]);
		expect(await refresh('new', make)).toBe(5);
		expect(asked.at(-1)?.body).toEqual(body);
	});

	it('is never an issue of a person with our marker', async () => {
		aWorld([anIssue({ user: eve })]);
		expect(await refresh('new', true)).toBe(9);
	});
});

const config = (text: string): Content => ({ text, isTruncated: false });
const labelled = anIssue({ labels: ['countersign', 'agent-off'] });

test.each<[string, readonly Opened[], Content, string | undefined]>([
	['on without a configuration and a label', [anIssue()], null, undefined],
	['on if the configuration does not mention it', [], config('mode: plan\n'), undefined],
	['off if the configuration turns it off', [], config('enabled: false\n'), 'config'],
	['off if the approvals issue has the label', [labelled], config(''), 'label'],
	['on if the issue with the label is closed', [{ ...labelled, state: 'closed' }], null, undefined],
	["on if the issue with the label is a person's", [{ ...labelled, user: eve }], null, undefined],
	['on if another issue of ours has the label', [{ ...labelled, body: 'x' }], null, undefined],
])('the switch is %s', async (_what, issues, contents, by) => {
	aWorld(issues, contents);
	expect(await readSwitch(anApi())).toBe(by);
});

test.each<[string, Answer, string]>([
	['cannot be reached', no(502), 'github-unreachable'],
	['refuses', no(403), 'github-refused'],
])('reading the switch fails if GitHub %s', async (_what, answer, code) => {
	aGitHub(
		() => no(500),
		() => answer,
	);
	expect((await errorOf(readSwitch(anApi()))).code).toBe(code);
});

test.each<[string, Content, string]>([
	['is a folder', {}, 'github-refused'],
	['is not a text file', { text: null, isTruncated: false }, 'github-refused'],
	['is cut short', { text: 'enabled: true\n', isTruncated: true }, 'github-refused'],
	['is invalid', config('enabeld: false\n'), 'bad-config'],
])('reading the switch fails if the configuration %s', async (_what, content, code) => {
	aWorld([], content);
	expect((await errorOf(readSwitch(anApi()))).code).toBe(code);
});
