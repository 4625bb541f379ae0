import { expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

it.each([
	['bash <<E\necho \\$GITHUB_TOKEN\nE', 'block'],
	['bash <<-E\n\techo \\$GITHUB_TOKEN\n\tE', 'block'],
	['sh <<E\nrm -rf \\$HOME\nE', 'block'],
	['cat <<E | sh\nrm -rf \\$HOME\nE', 'block'],
	["bash <<'E'\necho \\$GITHUB_TOKEN\nE", 'allow'],
	['cat <<E\n\\$GITHUB_TOKEN\nE', 'allow'],
])('a dollar escaped in a here-document is expanded by the inner shell: %j', (command, expected) => {
	expect(judgeShell(command).decision).toBe(expected);
});
