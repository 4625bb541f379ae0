import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = { 'Cargo.toml': '[package]\nname = "x"\n' };
const facts: Facts = aWorkspace({ readText: (path) => files[path.replace('/checkouts/repo/', '')] });
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

describe('a code generation option of rustc', () => {
	/** Threat: rustc appends the file name to the crate's name unchanged, so it can lead to a hook. */
	it.each([
		'rustc -C extra-filename=/../.git/hooks/pre-commit x.rs',
		'rustc -Cextra-filename=/../.git/hooks/pre-commit x.rs',
		'rustc -OC extra-filename=/../.git/hooks/pre-commit x.rs',
		'rustc --codegen extra-filename=/../.git/hooks/pre-commit x.rs',
		'rustc --codegen=extra_filename=/../.git/hooks/pre-commit x.rs',
	])('is blocked when it names a file of git: %s', (line) => {
		expect(decide(line)).toBe('block');
	});

	it.each([
		'rustc -C extra-filename=/../src/main x.rs',
		'rustc -C profile-use=./x x.rs',
		'rustc -C profile-sample-use=./x x.rs',
		'rustc -C metadata=/../x x.rs',
		'rustc -Cdlltool=./x x.rs',
		'rustc -C linker-flavor=./x x.rs',
		'rustc -C whatever=1 x.rs',
		'rustc -C opt-level=3 -C target-cpu=./x x.rs',
	])('is asked about when it may be a path or a program: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	it.each([
		'rustc -C opt-level=3 -C target-cpu=native x.rs -o /tmp/a',
		'rustc -Copt-level=2 -Cdebuginfo=2 -C panic=abort -C lto x.rs -o /tmp/a',
		'rustc -C target-feature=+avx2,+fma -C codegen-units=1 x.rs -o /tmp/a',
		'rustc -C metadata=abc -C extra-filename=-abc x.rs --out-dir /tmp/t',
		'rustc -C instrument-coverage --test x.rs -o /tmp/a',
		'rustc -C profile-generate=/tmp/p x.rs -o /tmp/a',
	])('is allowed when it is only a word: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
