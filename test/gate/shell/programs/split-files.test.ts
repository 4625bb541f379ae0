import { describe, expect, it } from 'vitest';
import { judgeShell } from '../../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('a suffix of csplit', () => {
	it.each([
		"csplit --prefix=src/ --suffix='../.git/config%.0d' README.md 5",
		"csplit -f src/ --suffix='../.git/config%.0d' README.md 5",
		"csplit --prefix src/ --suffix-format '../.git/config%.0d' README.md 5",
		"csplit --pre src/ --suf '../.git/config%.0d' README.md 5",
		"csplit -zfsrc/ -b'../.git/config%.0d' README.md 5",
		"csplit -f .git --suffix-format='/hooks/x%d' README.md 5",
	])('is blocked when it leads to a guarded file: %s', (command) => {
		expect(inEdit(command)).toBe('block');
	});

	it.each([
		"csplit -f src/ --suffix='../docs/x%d' README.md 5",
		'csplit -f src/x --suffix-format="$s" README.md 5',
		"csplit -f CLAUDE --suffix-format='.md%.0d' README.md 5",
	])('is asked about when it leads elsewhere or is unknown: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each(['csplit -f out/part README.md 5', "csplit --suffix-format='%02d.txt' -f part README.md 5"])(
		'is allowed when it is only a name: %s',
		(command) => {
			expect(inEdit(command)).toBe('allow');
		},
	);
});
