import { describe, expect, test } from 'vitest';
import { type AppAnswer, type Comment, CountersignError } from '../../src/core/index.ts';
import { hearPress, pressEarOf } from '../../src/github/index.ts';
import { hearingForge } from '../../src/job/hearing-forge.ts';
import { errorOf } from '../support/error-of.ts';
import { appAccount, appKeys, ear, keys, record, repositoryId } from './pressed.ts';

const at = '2026-11-23T12:00:01Z';

function aComment(body: string, change: Partial<Comment> = {}): Comment {
	const own = { author: appAccount, viaApp: true, mine: true };
	return { id: 50, body, createdAt: at, edited: false, url: 'u', ...own, ...change };
}

const maintainer = { id: 1001, login: 'maintainer', type: 'User' };

describe('a comment', () => {
	test('of the App with a press is read as the command of the person who pressed', () => {
		expect(hearPress(aComment(record()), 7, ear)).toEqual({
			...aComment('/approve A1 A2'),
			...{ author: maintainer, viaApp: false, mine: false, byButton: true },
		});
	});

	test('of the App with a press of "Deny" is read as a denial', () => {
		const { body } = hearPress(aComment(record({ approved: false, ids: ['A3'] })), 7, ear);
		expect(body).toBe('/deny A3 by a button');
	});

	const copied = aComment(record(), { author: maintainer, viaApp: false, mine: false });
	const otherApp = { id: 9002, login: 'other[bot]', type: 'Bot' };
	test.each<[string, Comment]>([
		['with a press that a person copied into their own comment', copied],
		['with a press that another App wrote', aComment(record(), { author: otherApp, mine: false })],
		[
			'with a press by an account that took over the name of the App',
			aComment(record(), { author: { ...appAccount, id: 6 } }),
		],
		['with a press that was edited', aComment(record(), { edited: true })],
		['with a press that another key signed', aComment(record({}, keys().privateKey))],
		['with a press of another thread', aComment(record({ thread: 8 }))],
		['with a press of another repository', aComment(record({ repository: repositoryId + 1 }))],
		['with text after the press', aComment(`${record()}\nand more`)],
		[
			'with a press in a quote',
			aComment(`> ${record().replaceAll('\n', '\n> ')}\n\n<!-- countersign:progress:7-a -->`),
		],
		['without a press', aComment('Working')],
	])('%s is left unchanged', (_what, comment) => {
		expect(hearPress(comment, 7, ear)).toBe(comment);
	});

	test('with a press is verified with the key from the bot; an invalid key stops the job', () => {
		const answer = {
			app: { id: 1, slug: 'countersign-app', login: appAccount.login, user_id: appAccount.id },
			...{ token: 'x', expires_at: at, repository_id: repositoryId, public_key: appKeys.publicKey },
		} satisfies AppAnswer;
		expect(hearPress(aComment(record()), 7, pressEarOf(answer))).toMatchObject({ byButton: true });
		const error = errorOf(() => pressEarOf({ ...answer, public_key: 'none' }));
		expect(error).toBeInstanceOf(CountersignError);
		expect(error.code).toBe('github-refused');
	});
});

test('a thread shows presses as commands, and every other comment unchanged', async () => {
	const said = [aComment('Working'), aComment(record(), { id: 51 })];
	const forge = hearingForge({ comments: async () => said } as never, (comment, thread) =>
		hearPress(comment, thread, ear),
	);
	expect((await forge.comments(7)).map(({ body, mine }) => [body, mine])).toEqual([
		['Working', true],
		['/approve A1 A2', false],
	]);
	expect((await forge.comments(8)).map(({ mine }) => mine)).toEqual([true, true]);
});
