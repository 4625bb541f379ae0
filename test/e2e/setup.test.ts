import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobEnd, RunningJob } from '../../rehearsal/job-runner.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const install = 'npm install --offline --no-audit --no-fund';
const files = {
	'.github/countersign.yml': `setup:\n  - run: ${install}\n    seconds: 300\n  - echo more >> README.md\n`,
	'scripts/count.sh':
		"if false; then ./tool; fi\nnode -e \"import('tiny-words').then(({ words }) => console.log(words('a b c').length))\" > count.txt\n",
};
const script = `
turns:
  - calls:
      - { tool: file_edit, args: { path: src/slug.js, old_text: "join('_')", new_text: "join('-')" } }
      - { tool: shell_exec, args: { command: npm test } }
  - calls: [{ tool: shell_exec, args: { command: bash scripts/count.sh } }]
    when: { last_result_ok: true, last_result_contains: 'pass 1' }
  - calls: [{ tool: open_pull_request, args: { title: Join with hyphens, body: As asked. } }]
    when: { last_result_ok: true }
  - text: Done.
`;

/** Verdicts and results of setup, as one job's journal ends with them. */
function setupsIn(end: JobEnd): readonly string[] {
	return journalOf(end).flatMap((entry) => {
		if (entry['origin'] !== 'setup') return [];
		const told = entry['decision'] ?? entry['ok'] ?? '';
		return [
			`${entry['type']} ${entry['call_id']} ${told} ${entry['matched_rule'] ?? entry['taken_back'] ?? ''}`.trim(),
		];
	});
}

const setupOf = (process: number): readonly string[] => [
	...[
		`tool_attempt setup-${process}-1 allow setup`,
		`tool_started setup-${process}-1`,
		`tool_result setup-${process}-1 true`,
	],
	...[`tool_attempt setup-${process}-2 allow setup`, `tool_started setup-${process}-2`],
	`tool_result setup-${process}-2 true README.md`,
];

test('setup runs again on the next machine, and the task file lists every step', async () => {
	await using stage = await Stage.open({ files, script });
	const disk = stage.freshDisk();
	const first = await stage.say('maintainer', '/agent mend it', { disk });
	expect(first, first.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A1' } });
	expect(first.log).toContain(`Setting up: ${install}`);
	expect(setupsIn(first)).toEqual(setupOf(1));
	rmSync(disk, { recursive: true });

	const second = await stage.say('maintainer', '/approve A1');
	expect(second, second.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(setupsIn(second)).toEqual([...setupOf(1), ...setupOf(2)]);
	const [pull] = await stage.pulls();
	const repository = stage.github.repositoryDir;
	const branch = pull?.head.ref ?? '';
	expect(git(repository, 'show', `${branch}:count.txt`)).toBe('3');
	// Changes of setup to files of the repository are not delivered.
	expect(git(repository, 'diff', '--name-only', 'main', branch).split('\n')).toEqual(['count.txt', 'src/slug.js']);
	expect(second.summary).toContain('changed README.md; this was put back');

	const folder = second.outputs['audit-dir'] ?? '';
	const [name = ''] = readdirSync(folder).filter((file) => file.startsWith('TASK-'));
	expect(name).toBe(`TASK-${second.outputs['run']}.md`);
	const task = readFileSync(join(folder, name), 'utf8');
	expect(task).toMatch(/^# Task: mend it\n/);
	expect(task).toMatch(/^- \*\*ID:.*\n- \*\*Status:\*\* succeeded$/m);
	expect(task).toContain('- **Steps:** 8/8');
	expect([...task.matchAll(/^## (.*)$/gm)].map((match) => match[1])).toEqual([
		...['1. ✅ `shell_exec` (setup)', '2. ✅ `shell_exec` (setup)', '3. ✅ `file_edit`', '4. ✅ `shell_exec`'],
		...['5. ✅ `shell_exec` (setup)', '6. ✅ `shell_exec` (setup)', '7. ✅ `shell_exec`', '8. ✅ `open_pull_request`'],
	]);
	expect(task).toContain('- **Status:** succeeded (A1)');
});

test('a setup command that the gate blocks stops the run, and the error names command, rule and file', async () => {
	await using stage = await Stage.open({ files: { '.github/countersign.yml': 'setup: sudo rm -rf /\n' }, script });
	const end = await stage.say('maintainer', '/agent mend it');
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'bad-config' } });
	expect(end.summary).toMatch(/forbids `sudo rm -rf \/`, a command of `setup` in \.github\/countersign\.yml, by rule/);
	expect(journalOf(end).some((entry) => entry['type'] === 'tool_started')).toBe(false);
});

test('a failed setup is reported to the model with its output, and in the summary', async () => {
	const turns = [
		{ calls: [{ tool: 'file_write', args: { path: 'a.txt', content: 'x' } }] },
		{ text: 'Done without it.', when: { last_result_contains: 'lost in setup' } },
	];
	await using stage = await Stage.open({
		files: { '.github/countersign.yml': 'setup: [echo lost in setup; exit 3, echo never]\n' },
		script: JSON.stringify({ turns }),
	});
	const end = await stage.say('maintainer', '/agent mend it');
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(setupsIn(end).at(-1)).toBe('tool_result setup-1-1 false');
	expect(end.summary).toContain('Setup failed: `echo lost in setup; exit 3`');
});

test.each([true, false])(
	'a job that is killed during setup continues when it is run again, disk kept: %s',
	async (keepDisk) => {
		const turns = [
			{ calls: [{ tool: 'file_write', args: { path: 'a.txt', content: 'x' } }] },
			{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/look.sh' } }] },
			{ text: 'Done.', when: { last_result_ok: true, last_result_contains: 'installed' } },
		];
		await using stage = await Stage.open({
			files: {
				'.github/countersign.yml':
					'setup: mkdir -p node_modules/x && echo installed > node_modules/x/it && echo more >> README.md && sleep 2\n',
				'scripts/look.sh': 'if false; then ./tool; fi\ncat node_modules/x/it\n',
			},
			script: JSON.stringify({ turns }),
		});
		expect((await stage.say('maintainer', '/agent look')).outputs).toMatchObject({ approvals: 'A1' });
		const [comment, disk, runId] = [
			await stage.comment('maintainer', '/approve A1'),
			stage.freshDisk(),
			stage.newRunId(),
		];
		let job: RunningJob | undefined;
		const onLine = (line: string): void => {
			if (line.includes('Setting up')) job?.process.kill('SIGKILL');
		};
		job = await stage.start(comment, { disk, runId, onLine });
		expect((await job.ended).signal).toBe('SIGKILL');
		const again = keepDisk ? { disk, keepCheckout: true } : { disk: stage.freshDisk() };
		const end = await (await stage.start(comment, { ...again, runId, attempt: 2 })).ended;
		expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
		const calls = journalOf(end).filter((entry) => entry['type'] === 'tool_started' && entry['origin'] === undefined);
		expect(calls).toHaveLength(2);
	},
);
