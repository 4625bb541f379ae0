import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const shell = (command: string) => ({ tool: 'shell_exec', args: { command } });
const script = (...turns: readonly (readonly object[])[]) =>
	JSON.stringify({ turns: [...turns.map((calls) => ({ calls })), { text: 'Done.' }] });

const config = ['setup:', '  - echo module >> ~/.cargo/registry/module; wc -l < ~/.cargo/registry/module', ''].join(
	'\n',
);

/** The output of all calls of a job, including setup. The journal holds the beginning of each output. */
function outputs(end: Parameters<typeof journalOf>[0]): readonly string[] {
	return journalOf(end)
		.filter(({ type }) => type === 'tool_result')
		.map(({ output }) => String((output as { preview?: string }).preview).split('\n[')[0] ?? '');
}

test('all calls of a job see what setup fetched, and the next job gets a fresh cache', async () => {
	const first = shell('cat ~/.cargo/registry/module; echo planted > ~/.cargo/registry/planted; echo x > ~/note');
	const calls = [first, shell('cat ~/.cargo/registry/planted; ls ~/note'), shell('npm install left-pad')];
	const last = shell('cat ~/.cargo/registry/module; ls ~/.cargo/registry');
	await using stage = await Stage.open({
		script: script(calls, [last]),
		files: { '.github/countersign.yml': config },
		mode: 'configured',
	});
	const asked = await stage.say('maintainer', '/agent do it');
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(outputs(asked)).toEqual([
		'1',
		'module',
		"planted\nls: cannot access '/home/agent/note': No such file or directory",
	]);
	const end = await stage.say('maintainer', '/deny A1 no packages');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	expect(outputs(end).slice(-2)).toEqual(['1', 'module\nmodule']);
});
