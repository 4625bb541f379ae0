import { describe, expect, it, test } from 'vitest';
import { holdsMarker, markerWith } from '../../src/core/index.ts';
import { createForge } from '../../src/github/index.ts';
import { withMarker } from '../../src/github/thread/marker.ts';
import {
	type Answer,
	type Asked,
	aGitHub,
	anApi,
	answerGraph,
	clients,
	errorOf,
	lines,
	no,
	nodesWith,
	webUrl,
} from './support.ts';

const marker = 'countersign:progress:7-a';
const line = `<!-- ${marker} -->`;
const actions = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };
type Account = typeof actions;
const mallory = { id: 666, login: 'mallory', type: 'User' };
const at = '2026-01-01T12:00:00Z';

interface Written {
	readonly id: number;
	body: string | null;
	readonly user: typeof actions | null;
	readonly [more: string]: unknown;
}

function aComment(id: number, body: string | null, user: Written['user'] = actions, more: object = {}): Written {
	return { id, node_id: `IC_${id}`, body, user, created_at: at, html_url: `${webUrl}/c/${id}`, ...more };
}

interface World {
	readonly there: Written[];
	readonly asked: readonly Asked[];
	/** Answers to the next write requests. `lost` does the write and drops its answer. */
	readonly troubles: (Answer | 'lost')[];
}

interface Thread extends World {
	/** Every GraphQL request. */
	readonly questions: readonly Asked[];
}

/** A thread of comments. `self` is our account, or the answer to the query for it. */
function aThread(there: Written[] = [], self: Answer | Account = actions, edited: readonly string[] = []): Thread {
	const troubles: (Answer | 'lost')[] = [];
	const me = typeof self === 'object' && 'login' in self ? self : actions;
	const questions: Asked[] = [];
	const graph = (came: Asked): Answer => {
		questions.push(came);
		if (typeof self === 'string' || !('login' in self)) return self;
		return answerGraph({ viewer: me, nodes: nodesWith(edited) })(came);
	};
	const asked = aGitHub(({ method, path, query, body }) => {
		const from = (Number(query['page']) - 1) * 100;
		if (method === 'GET') return [200, there.slice(from, from + 100)];
		const trouble = troubles.shift();
		if (trouble !== undefined && trouble !== 'lost') return trouble;
		const edited = there.find(({ id }) => path === `/issues/comments/${id}`);
		if (edited === undefined && method === 'PATCH') return no(404);
		const written = edited ?? aComment(there.length + 1, '', me);
		written.body = String(body['body']);
		if (edited === undefined) there.push(written);
		return trouble === 'lost' ? 'dropped' : [method === 'POST' ? 201 : 200, written];
	}, graph);
	return { there, asked, troubles, questions };
}

const asksWhoWeAre = ({ body }: Asked): boolean => String(body['query']).includes('viewer {');

/** The write requests. */
function writes(asked: readonly Asked[]): readonly string[] {
	return lines(asked.filter(({ method }) => method !== 'GET'));
}

describe.each(clients)('our comment with a marker, through %s', (_name, client) => {
	const upsert = (body: string) => createForge(anApi(client())).upsertComment(7, marker, body);

	it('is created if there is none, with the marker as its last line', async () => {
		const { there, asked } = aThread();
		expect(await upsert('Hello')).toMatchObject({ id: 1, url: `${webUrl}/c/1` });
		expect(writes(asked)).toEqual(['POST /issues/7/comments']);
		expect(there.map(({ body }) => body)).toEqual([`Hello\n\n${line}`]);
	});

	it('is edited in place', async () => {
		const { there, asked } = aThread([aComment(1, `Old\n\n${line}`)]);
		expect(await upsert('New')).toMatchObject({ id: 1, url: `${webUrl}/c/1` });
		expect(writes(asked)).toEqual(['PATCH /issues/comments/1']);
		expect(there.map(({ body }) => body)).toEqual([`New\n\n${line}`]);
	});

	it('is not edited if its text is the same', async () => {
		const { asked } = aThread([aComment(1, `Same\n\n${line}`)]);
		expect(await upsert('Same')).toMatchObject({ id: 1 });
		expect(writes(asked)).toEqual([]);
	});

	it('is created once when the answer is lost', async () => {
		const { there, asked, troubles } = aThread();
		troubles.push('lost');
		expect(await upsert('Hello')).toMatchObject({ id: 1 });
		expect(writes(asked)).toEqual(['POST /issues/7/comments']);
		expect(there).toHaveLength(1);
	});

	it('is created again when the request is lost', async () => {
		const { there, troubles } = aThread();
		troubles.push('dropped', no(502));
		expect(await upsert('Hello')).toMatchObject({ id: 1 });
		expect(there).toHaveLength(1);
	});

	it('is edited again when the answer to an edit is lost', async () => {
		const { there, troubles } = aThread([aComment(1, `Old\n\n${line}`)]);
		troubles.push('lost');
		await upsert('New');
		expect(there.map(({ body }) => body)).toEqual([`New\n\n${line}`]);
	});
});

describe('our comment', () => {
	test.each<[string, Written]>([
		["a stranger's with our marker", aComment(1, `Mine!\n\n${line}`, mallory)],
		["another bot's with our marker", aComment(1, line, { ...actions, login: 'other[bot]', id: 9 })],
		["a ghost's with our marker", aComment(1, line, null)],
		['one of ours that quotes the marker', aComment(1, `You said:\n\n${line}\n\n<!-- another -->`)],
		['one of ours with another marker', aComment(1, '<!-- countersign:progress:7-ab -->')],
		['one of ours without a body', aComment(1, null)],
	])('is not confused with %s, which stays unchanged', async (_what, other) => {
		const before = other.body;
		const { there, asked } = aThread([other]);
		await createForge(anApi()).upsertComment(7, marker, 'Hello');
		expect(writes(asked)).toEqual(['POST /issues/7/comments']);
		expect(there.map(({ body }) => body)).toEqual([before, `Hello\n\n${line}`]);
	});

	it('is found after a hundred others', async () => {
		const others = Array.from({ length: 100 }, (_, index) => aComment(index + 1, line, mallory));
		const { asked } = aThread([...others, aComment(101, `Old\n\n${line}`)]);
		await createForge(anApi()).upsertComment(7, marker, 'New');
		expect(writes(asked)).toEqual(['PATCH /issues/comments/101']);
	});

	it('belongs to a person if the token is theirs', async () => {
		const octocat = { id: 583_231, login: 'octocat', type: 'User' };
		const { asked } = aThread([aComment(1, line), aComment(2, line, octocat)], octocat);
		await createForge(anApi()).upsertComment(7, marker, 'New');
		expect(writes(asked)).toEqual(['PATCH /issues/comments/2']);
	});

	it('that was read before is edited directly, and created again if it is gone', async () => {
		const { there, asked } = aThread([aComment(1, `Old\n\n${line}`)]);
		const forge = createForge(anApi());
		await forge.comments(7);
		const before = asked.length;
		await forge.upsertComment(7, marker, 'New');
		expect(lines(asked.slice(before))).toEqual(['PATCH /issues/comments/1']);
		await forge.comments(7);
		there.length = 0;
		await forge.upsertComment(7, marker, 'Newer');
		expect(there.map(({ body }) => body)).toEqual([`Newer\n\n${line}`]);
	});

	it('that was read before is read again before an edit is skipped', async () => {
		const { there } = aThread([aComment(1, `Same\n\n${line}`)]);
		const forge = createForge(anApi());
		await forge.comments(7);
		there[0] = aComment(1, `Edited\n\n${line}`);
		await forge.upsertComment(7, marker, 'Same');
		expect(there.map(({ body }) => body)).toEqual([`Same\n\n${line}`]);
	});

	it('needs no query for our login if it is known', async () => {
		const { questions } = aThread();
		await createForge(anApi(), { login: 'github-actions[bot]' }).upsertComment(7, marker, 'a');
		expect(questions.filter(asksWhoWeAre)).toEqual([]);
	});

	it("belongs to an App whose token looks like the workflow's own", async () => {
		const bot = { id: 900, login: 'my-app[bot]', type: 'Bot' };
		const { asked } = aThread([aComment(1, line), aComment(2, line, bot)], bot);
		await createForge(anApi()).upsertComment(7, marker, 'New');
		expect(writes(asked)).toEqual(['PATCH /issues/comments/2']);
	});

	it('needs only one query for our login', async () => {
		const { questions } = aThread();
		const forge = createForge(anApi());
		await forge.upsertComment(7, marker, 'a');
		await forge.upsertComment(7, marker, 'b');
		await forge.comments(7);
		expect(questions.filter(asksWhoWeAre)).toHaveLength(1);
	});

	it.each([
		[401, 'github-refused'],
		[503, 'github-unreachable'],
	])('is not written if the query for our login returns %i', async (status, code) => {
		const { asked } = aThread([], no(status));
		expect((await errorOf(createForge(anApi()).upsertComment(7, marker, 'x'))).code).toBe(code);
		expect(writes(asked)).toEqual([]);
	});
});

test('comments are read with their author, time and app', async () => {
	const app = { performed_via_github_app: { id: 1, slug: 'helper' } };
	aThread([
		aComment(1, 'Hi', mallory),
		aComment(2, null, null),
		aComment(3, 'Via', mallory, app),
		aComment(4, 'Us', actions, { performed_via_github_app: null }),
	]);
	const base = { createdAt: at, viaApp: false, mine: false };
	const ghost = { id: 10_137, login: 'ghost', type: 'User' };
	expect(await createForge(anApi()).comments(7)).toEqual([
		{ ...base, id: 1, author: mallory, body: 'Hi', url: `${webUrl}/c/1` },
		{ ...base, id: 2, author: ghost, body: '', url: `${webUrl}/c/2` },
		{ ...base, id: 3, author: mallory, body: 'Via', viaApp: true, url: `${webUrl}/c/3` },
		{ ...base, id: 4, author: actions, body: 'Us', mine: true, url: `${webUrl}/c/4` },
	]);
});

describe('the edited state of a comment', () => {
	it('comes from the edits that GitHub records, not from the times of the comment', async () => {
		const later = { updated_at: '2026-01-01T12:00:01Z' };
		const there = [aComment(1, '/approve A1', mallory, later), aComment(2, '/approve A1', mallory, { updated_at: at })];
		aThread(there, actions, ['IC_2']);
		const [first, second] = await createForge(anApi()).comments(7);
		expect([first?.edited, second?.edited]).toEqual([false, true]);
	});

	it('is queried only for comments with a command', async () => {
		const talk = Array.from({ length: 120 }, (_, i) => aComment(i + 1, 'See /approve in the docs', mallory));
		const { questions } = aThread([...talk, aComment(500, 'x\n/deny A1', mallory)]);
		const all = await createForge(anApi(), { login: 'github-actions[bot]' }).comments(7);
		const byId = questions.map(({ body }) => body['variables'] as object).filter((given) => 'q0_ids' in given);
		expect(byId).toEqual([{ q0_ids: ['IC_500'] }]);
		expect(all.filter(({ edited }) => edited !== undefined).map(({ id }) => id)).toEqual([500]);
	});

	it.each([
		['is refused', no(403)],
		['is refused in the answer', [200, { data: null, errors: [{ type: 'FORBIDDEN', message: 'no' }] }] as Answer],
	])('is never guessed if the query %s', async (_how, answer) => {
		aThread([aComment(1, '/approve A1', mallory)], answer);
		expect((await errorOf(createForge(anApi(), { login: 'me[bot]' }).comments(7))).code).toBe('github-refused');
	});

	it.each([
		['a limit is used up', { type: 'RATE_LIMITED', message: 'API rate limit exceeded' }],
		['the query took too long', { message: 'Something went wrong while executing your query' }],
	])('is reported as unreachable if %s', async (_how, error) => {
		aThread([aComment(1, '/approve A1', mallory)], [200, { data: null, errors: [error] }]);
		expect((await errorOf(createForge(anApi(), { login: 'me[bot]' }).comments(7))).code).toBe('github-unreachable');
	});
});

describe('a body with its marker', () => {
	const room = 65_536 - `\n\n${line}`.length;

	it.each([0, 1, room - 1, room])('keeps all of %i characters', (length) => {
		expect(withMarker('x'.repeat(length), marker)).toBe(`${'x'.repeat(length)}\n\n${line}`);
	});

	it.each([
		['one character too many', 'x'.repeat(room + 1)],
		['far too many characters', 'x'.repeat(200_000)],
		['many lines', 'line\n'.repeat(20_000)],
		['surrogate pairs', '😀'.repeat(40_000)],
		['surrogate pairs at odd places', `x${'😀'.repeat(40_000)}`],
	])('is cut between characters, with a note about the rest: %s', (_what, text) => {
		const body = withMarker(text, marker);
		expect(body.length).toBeLessThanOrEqual(65_536);
		expect(body).toMatch(/\n\n…the rest is in the journal of this run\.\n\n<!-- countersign:progress:7-a -->$/);
		expect(body.isWellFormed()).toBe(true);
		expect(holdsMarker(body, marker)).toBe(true);
		expect(text.startsWith(body.slice(0, 65_000))).toBe(true);
	});

	it.each<[string, string, boolean]>([
		['at the end', `x\n\n${line}`, true],
		['at the end, before white space', `x\n\n${line}\r\n \n`, true],
		['alone', line, true],
		['in the middle', `${line}\n\nx`, false],
		['before another', `${line}\n<!-- countersign:reply:1 -->`, false],
		['with a longer name', 'x\n\n<!-- countersign:progress:7-ab -->', false],
		['as plain words', `x\n\n${marker}`, false],
		['with facts', `x\n\n<!-- ${markerWith(marker, {})} -->`, true],
		['with damaged facts', `x\n\n<!-- ${marker}:{"v":} -->`, true],
		['with a longer name and with facts', `x\n\n<!-- ${markerWith(`${marker}b`, {})} -->`, false],
	])('is recognized by the marker %s: %j is %j', (_where, body, found) => {
		expect(holdsMarker(body, marker)).toBe(found);
		expect(holdsMarker(body, markerWith(marker, { state: 'decided' }))).toBe(found);
	});
});

describe('a request', () => {
	const asking = 'countersign:request:7-a:0123456789abcdef';
	const part = 'countersign:request-part:7-a:0123456789abcdef:1';

	const decided = markerWith(asking, { asks: { A1: [] }, state: 'decided' });

	test.each([asking, part, markerWith(asking, { asks: { A1: [] } })])(
		'is never cut; writing it fails (%s)',
		async (own) => {
			const { asked } = aThread();
			const error = await errorOf(createForge(anApi()).upsertComment(7, own, 'x'.repeat(65_500)));
			expect(error).toMatchObject({ code: 'internal', message: expect.stringContaining('never cut') });
			expect(writes(asked)).toEqual([]);
		},
	);

	test.each([
		['that just fits', asking, 'x'.repeat(65_536 - `\n\n<!-- ${asking} -->`.length)],
		['that is decided and too long', decided, 'x'.repeat(70_000)],
	])('%s is written', async (_what, own, body) => {
		const { there } = aThread();
		await createForge(anApi()).upsertComment(7, own, body);
		expect(there[0]?.body?.length).toBeLessThanOrEqual(65_536);
	});
});
