import { describe, expect, test } from 'vitest';
import { judgeShell } from '../../support.ts';

describe('a database in the checkout', () => {
	test.each([
		"sqlite3 x.db 'SELECT * FROM a'",
		'sqlite3 x.db .tables',
		"sqlite3 -header -csv x.db '.schema users'",
		"sqlite3 -readonly tests/fixture.db 'select count(*) from users'",
		"sqlite3 :memory: \"select strftime('%W','2026-03-01')\"",
		"sqlite3 x.db 'pragma table_info(users)'",
		"sqlite3 x.db \"select replace(name, 'a', 'drop') from t; select 1\"",
	])('may be read: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});

	test.each([
		"sqlite3 x.db 'DELETE FROM a'",
		"sqlite3 x.db 'drop table a'",
		"sqlite3 x.db '.shell rm x'",
		"sqlite3 x.db '.system ls'",
		"sqlite3 x.db '.output /tmp/x' 'select 1'",
		"sqlite3 x.db '.once |sh' 'select 1'",
		"sqlite3 x.db '.read a.sql'",
		"sqlite3 x.db 'with a as (select 1) insert into b select * from a'",
		"sqlite3 x.db \"select writefile('a', 'b')\"",
		'sqlite3 x.db "select readfile(\'.env\')"',
		'sqlite3 x.db "select load_extension(\'./a.so\')"',
		'sqlite3 x.db "select 1; attach \'/etc/x\' as y"',
		"sqlite3 x.db 'pragma journal_mode = off'",
		"sqlite3 x.db 'select 1\n.shell rm x'",
		"sqlite3 x.db '.tables\n.shell rm x'",
		"sqlite3 -cmd '.shell ls' x.db 'select 1'",
		"sqlite3 -init a.sql x.db 'select 1'",
		"sqlite3 /home/runner/x.db 'select 1'",
		"sqlite3 ../x.db 'select 1'",
		'sqlite3 x.db "$q"',
		'sqlite3 x.db < a.sql',
		"sqlite3 cookies 'select * from cookies'",
		"sqlite3 x.db \"select '' || readfile('.env') || ''\"",
		"sqlite3 x.db 'select 1' -cmd '.shell ls'",
	])('may not be changed: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});
});

describe('a script of ed', () => {
	const ed = (script: string, file = 'src/a.ts') => `ed -s ${file} <<'EOF'\n${script}\nEOF`;

	test.each([
		'/x/d\nw\nq',
		'1,$s/a/b/g\nwq',
		'/^## Install/a\n\n!rm is text here\n.\nw\nq',
		'/def evict/s/(self)/(self, limit=None)/\nw\nq',
		'g/TODO/d\nw',
		',s|a/b|c|g\nw\nq',
		'$a\nlast line\n.\nw',
	])('reads and writes its file when it only edits: %j', (script) => {
		const judged = judgeShell(ed(script));
		expect(judged.effects).toEqual([
			{ kind: 'read', path: 'src/a.ts' },
			{ kind: 'write', path: 'src/a.ts' },
		]);
	});

	test.each([
		'!rm x\nw',
		'r !cat .env\nw',
		'w !sh',
		'w other.ts',
		'e other.ts\nw',
		'f other.ts\nw',
		'r .env\nw',
		'1!sort\nw',
		'g/x/!rm x\nw',
		'g/x/w other.ts\nw',
		'a\ntext\n.\n!rm x\nw',
		's/a/b/e\nw',
		'W other.ts',
		'E !ls',
		'1,2w !tee /tmp/x',
		'/x/d\\\n!rm x\nw',
		'G/x/\n!ls\nw',
	])('is not allowed when it does more: %j', (script) => {
		const judged = judgeShell(ed(script));
		expect(judged.effects.some(({ kind }) => kind === 'exec' || kind === 'opaque')).toBe(true);
		expect(judged.decision).not.toBe('allow');
	});

	test('is blocked when it writes a file that is executed later', () => {
		expect(judgeShell(ed('/x/d\nw', '.git/hooks/pre-commit')).decision).toBe('block');
		expect(judgeShell("ed -s '!rm -rf /' <<'EOF'\nw\nEOF").decision).toBe('block');
	});
});
