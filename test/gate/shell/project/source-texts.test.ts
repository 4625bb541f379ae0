import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { takenIn } from '../../../../src/gate/shell/taken-in.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	Makefile: 'all:\n\tcc src/a.c\n',
	'src/a.c': '#include <stdio.h>\n#include "a.h"\n#include CONFIG\n',
	'src/a.h': 'int a;\n',
	'src/lib.rs': 'mod part;\n',
	'src/part.rs': 'const X: &str = env!("CARGO_PKG_VERSION");\n',
	'src/new.c': '#include NAME\n',
	'notes.txt': '#define N ".env"\n#include N\n',
	'package.json': '{"devDependencies":{"esbuild":"*"}}',
	'Cargo.toml': '[package]\n',
	'src/a.js': 'const path = "../.env"; import "./b.js";\n',
	'.env': 'SECRET=x\n',
};
const facts: Facts = aWorkspace({
	readText: (path) => files[path.replace('/checkouts/repo/', '')],
	entries: (folder) => (folder.endsWith('/src') ? [{ name: 'a.c', kind: 'file' }] : []),
	changedInRun: (path) => path === 'src/new.c',
});
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

/** Threat: a compiler shows what a text takes in, in its output or in its errors. */
describe('the source text given to a compiler', () => {
	test.each([
		`gcc -E - <<< '#include ".env"'`,
		`gcc -fsyntax-only -x c - <<< '#line 1 ".env"'`,
		`gcc -E -I.git - <<< '#include "config"'`,
		`gcc -E -isystem .git -x c - <<< '#include <config>'`,
		`echo '%:include ".env"' | clang -E -x c -`,
		`gcc -E -x c <(echo '#include ".env"')`,
		`echo '#include ".env"' > a1.c; gcc -E a1.c`,
		`echo '#include ".env"' > a1.c; clang-tidy a1.c --`,
		`echo '#include ".env"' > a1.c; cppcheck -E a1.c`,
		`echo '#include "../.env"' > src/z.c; gcc -E src/*.c`,
		`echo '#include "../.env"' > src/a.h; gcc -E src/a.c`,
		`echo '#include ".env"' > p.h; gcc -E -include p.h src/a.c`,
		`printf '.include ".env"' | clang -c -x assembler -`,
		`gcc -E -DCONFIG='".env"' src/a.c`,
		`echo '#[path = ".env"] mod x;' > a.rs; rustfmt --check a.rs`,
		`npx esbuild --bundle --loader:.env=text <<< 'import x from "./.env"; console.log(x)'`,
		`echo 'console.log(require("./.env"))' > z.js; npx esbuild --bundle --loader:.env=text z.js`,
		`rustfmt --check <<< '#[path = ".env"] mod x;'`,
		`rustc - <<< 'compile_error!(env!("GITHUB_TOKEN"));'`,
		`rustc - <<< 'const _: &str = include_str!(".env");'`,
		`rustc - <<< '#[path = ".env"] mod x;'`,
		`echo 'const _: &str = include_str!("../.env");' > src/part.rs; rustc src/lib.rs`,
	])('is blocked when it includes a credential: %s', (line) => {
		expect(decide(line)).toBe('block');
	});

	test.each([
		`sed -i '1i #include "../.env"' src/a.c; gcc -E src/a.c`,
		`sed -i '1i #include "../.env"' src/a.h; gcc -E src/a.c`,
		`gcc -E -P src/a.c -o b.c; gcc -E b.c`,
		`gcc -E -x c - < notes.txt`,
		`cp notes.txt src/z.c; gcc -E src/z.c`,
		`gcc -E src/new.c`,
		`git log -p | gcc -E -x c -`,
		`gcc -E -x c /dev/fd/3 3<<< '#include ".env"'`,
		`rustc - <<< 'use std::include_str as q; q!(".env");'`,
		`rustc - <<< 'include_str!(concat!(".e", "nv"));'`,
		`gcc -fcompare-debug=-B./bin/ -c src/a.c`,
		`gcc -frandom-seed=-B./bin/ -c src/a.c`,
	])('is asked about when it is unknown: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'gcc -E -Iinclude src/a.c | tail -40',
		'gcc -fcompare-debug -c src/*.c',
		'clang-format -i src/a.c && gcc -fsyntax-only src/a.c',
		`gcc -x c - -o /tmp/t <<< $'#include <stdio.h>\nint main(void) { return 0; }'`,
		'echo | gcc -dM -E -',
		'rustfmt --check src/lib.rs',
		`npx esbuild --bundle src/a.js <<< 'x'`,
		`npx esbuild --bundle --outfile=dist/z.js <<< 'import x from "./src/a"; process.env!.X'`,
		'gcc -dM -E -x c /dev/null',
		`gcc -DVERSION='"1.2.3"' -DMODE=secret -c src/a.c`,
		'rustc --edition 2021 --emit=metadata src/lib.rs',
		`printf 'fn main() {}' | rustc -O - -o /tmp/x`,
	])('is allowed when it includes no such file: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});

describe('the files that a source text includes', () => {
	test.each([
		['#inc\\\nlude "x.h"', 'x.h'],
		['??=include <x.h>', 'x.h'],
		['#embed "x.bin"', 'x.bin'],
		['int y;\r#import "x.h"', 'x.h'],
		["      include 'x.inc'", 'x.inc'],
		['asm(".incbin \\"x.bin\\"");', 'x.bin'],
		['include_bytes!(r#"x.bin"#)', 'x.bin'],
	])('are found: %j', (text, name) => {
		expect(takenIn(text).files).toContain(name);
	});

	test.each([
		'#include X',
		'#/**/include "x"',
		'#line X',
		'# 1 "\\056env"',
		'asm(".inc" "bin \\"x\\"");',
		'.macro m a\n.\\a "x"\n.endm',
		'include_str!("\\u{2e}env")',
		'option_env!(concat!("A", "B"))',
		'use std::env as e;',
		'macro_rules! m { ($x:ident) => { $x!("a") } } m!(include)',
		'#[cfg_attr(all(), path = concat!("a"))] mod x;',
	])('are unclear: %j', (text) => {
		expect(takenIn(text).isUnclear).toBe(true);
	});

	test.each([
		'#include <a/b.h>\n#line 5 "x.y"\n# 1 "x.c"',
		'asm volatile("" : : "r,m"(x) : "memory"); __asm__("nop\\n\\t" : "=r"(y));',
		'use std::env; use std::arch::asm; let x = env::var("A"); f(env, x != y);',
		'// what we include, as env does\nenv!("CARGO_PKG_NAME"); include_str!("a.txt");',
	])('are clear: %j', (text) => {
		expect(takenIn(text).isUnclear).toBe(false);
	});
});
