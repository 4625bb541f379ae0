import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Effect, Outcome, Verdict } from '../../src/core/index.ts';
import { createRedactor, directoryBlobs, parseEntries, verifyChain } from '../../src/journal/index.ts';
import { changesText, reportPage } from '../../src/report/index.ts';
import { recordOf, reportOf } from '../../src/run/index.ts';
import { parsedPage, textOf } from '../support/parsed-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const golden = join(import.meta.dirname, '..', 'golden', 'reports');
const page = 'https://github.example/octo-org/sample/issues/1#issuecomment-1000';

const verdicts: Readonly<
	Record<string, readonly [Verdict['decision'], Verdict['risk'], rule: string, line: number, Effect[]]>
> = {
	'npm test': [
		'allow',
		'low',
		'project-tests',
		12,
		[{ kind: 'exec.project', script: 'test', definedIn: 'package.json' }],
	],
	'npm install left-pad': ['confirm', 'medium', 'network', 31, [{ kind: 'network', host: 'registry.npmjs.org' }]],
	'npm publish': ['confirm', 'high', 'publish', 40, [{ kind: 'network', host: 'registry.npmjs.org' }]],
	'rm -rf /': ['block', 'critical', 'delete-root', 3, [{ kind: 'delete', path: '/', recursive: true }]],
};

function judged(command: string): Verdict {
	const [decision, risk, rule, line, effects] = verdicts[command] ?? ['confirm', 'low', 'unknown', 1, []];
	const reason = `What ${rule} is for.`;
	const match = {
		stage: 'policy',
		decision,
		rule,
		reason,
		risk,
		evidence: command,
		file: 'policies/base.yml',
		line,
	} as const;
	const other = { ...match, stage: 'risk', rule: 'risk-score', decision: 'allow' } as const;
	return {
		decision,
		risk,
		reason,
		rule,
		effects,
		matches: decision === 'confirm' ? [other, match] : [match],
		executes: [],
	};
}

const runs = (command: string) => ({ calls: [{ tool: 'shell', args: { command } }] });

function world(folder: string, turns: ConstructorParameters<typeof World>[1]): World {
	const made = new World(join(folder, 'job'), turns);
	made.gate = { judge: ({ args }) => judged(String(args['command'])) };
	made.outputs.set('shell', { ok: true, text: 'exit 0\nall is well' });
	made.prices = [{ model: 'scripted:test', input: 3, output: 15, cached: 0.3, written: 3.75, asOf: '2026-11-05' }];
	return made;
}

/** Returns the report page of the run's folder, with a GitHub thread and fixed digests. */
async function shown({ folder }: World, outcome: Outcome): Promise<string> {
	const bytes = readFileSync(join(folder, 'journal.jsonl'));
	const chain = verifyChain(bytes);
	if (chain.kind !== 'intact') throw new Error('it is not whole');
	const entries = parseEntries(bytes).map((entry) => (entry.type === 'reported' ? { ...entry, url: page } : entry));
	const blobs = directoryBlobs(join(folder, 'blobs'), createRedactor([]));
	const changed = { path: 'src/slug.ts', before: stateOf('a\nb_c\n'), after: stateOf('a\nb-c\n'), isSecret: false };
	const view = await reportOf(recordOf(entries), {
		read: (content) => blobs.get(content),
		check: { kind: 'written', ...chain.head },
		outcome,
		...(outcome.kind === 'completed' ? { changes: changesText([changed]) } : {}),
	});
	return reportPage(view).replaceAll(chain.head.hash, 'f'.repeat(64));
}

function stateOf(text: string) {
	return { mode: '100644' as const, size: text.length, sha256: text, text };
}

describe('the report page matches its golden file for', () => {
	const matchesGolden = async (name: string, text: string): Promise<void> =>
		expect(`${textOf(parsedPage(text))}\n`).toMatchFileSnapshot(join(golden, `${name}.txt`));

	it('a waiting run', async () => {
		using folder = temporaryFolder();
		const run = world(folder.path, [runs('npm test'), runs('npm install left-pad'), { text: 'Done.' }]);
		const text = await shown(run, await run.job('comment/1', agentRequest()));
		await matchesGolden('waiting', text);
	});

	it('a completed run with one approved and one denied step', async () => {
		using folder = temporaryFolder();
		const { calls: test } = runs('npm test');
		const { calls: install } = runs('npm install left-pad');
		const { calls: publish } = runs('npm publish');
		const { calls: remove } = runs('rm -rf /');
		const run = world(folder.path, [
			{ text: 'I look first.', calls: [...test, ...remove] },
			{ calls: [...install, ...publish] },
			runs('npm test'),
			{ text: 'The test passes now.\n\nNothing was published.' },
		]);
		await run.job('comment/1', agentRequest());
		run.now += 5 * 3_600_000;
		run.say(maintainer, '/approve A1\n/deny A2 because releases are made by people');
		const text = await shown(run, await run.job('comment/2'));
		await matchesGolden('completed', text);
		expect(text).toContain('href="https://github.example/octo-org/sample/issues/1#issuecomment-');
	});

	it('a failed run', async () => {
		using folder = temporaryFolder();
		const run = world(folder.path, [runs('npm test'), { text: 'Done.' }]);
		run.outputs.set('shell', { ok: false, text: `exit 1\n${'not ok\n'.repeat(400)}` });
		await run.job('comment/1', agentRequest());
		const message = "The model's provider is overloaded. Re-run this job and it goes on where it stopped.";
		await matchesGolden('failed', await shown(run, { kind: 'failed', reason: 'model-overloaded', message }));
	});
});

test('a URL outside the run’s own repository does not become a link', async () => {
	using folder = temporaryFolder();
	const run = world(folder.path, [runs('npm test'), { text: 'Done.' }]);
	const outcome = await run.job('comment/1', agentRequest());
	const entries = parseEntries(readFileSync(join(run.folder, 'journal.jsonl')));
	for (const url of [
		'https://evil.example/octo-org/other/issues/1#issuecomment-1',
		'javascript:alert(1)',
		'http://github.example/octo-org/sample/issues/1#issuecomment-1',
	]) {
		const moved = entries.map((entry) => (entry.type === 'reported' ? { ...entry, url } : entry));
		const view = await reportOf(recordOf(moved), {
			read: async ({ preview }) => preview,
			check: { kind: 'unanchored', count: 1, hash: '0'.repeat(64) },
			outcome,
		});
		expect(reportPage(view).match(/href="(?!#)[^"]*"/g)).toBeNull();
	}
});
