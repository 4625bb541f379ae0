import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { callAs, heardAs, installFor } from '../support/hooked.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each(['claude', 'codex', 'gemini'] as const)(
	'the hook of %s denies a destructive command and allows reading',
	(agent) => {
		using folder = temporaryFolder();
		git(folder.path, 'init', '-q');
		installFor(folder.path, agent);
		const tool = agent === 'gemini' ? 'run_shell_command' : 'Bash';
		const answer = (command: string) =>
			heardAs(agent, callAs(agent, folder.path, { tool_name: tool, tool_input: { command } }));
		expect([answer('rm -rf /'), answer('ls')]).toEqual(['deny', 'pass']);
	},
);
