import { describe, expect, it } from 'vitest';
import { effectsOf } from './effects-of.ts';

const whole: readonly string[] = [
	'php -i',
	'php --info',
	"php -r 'print_r($_SERVER);'",
	"perl -MData::Dumper -e 'print Dumper(\\%ENV)'",
	"ruby -e 'p ENV'",
	"deno eval 'console.log(Deno.env.toObject())'",
	"node -e 'console.log(process.report.getReport())'",
	"python -c 'import os; print(dict(os.environ))'",
	"jshell -s - <<< 'System.getenv()'",
	"R -e 'Sys.getenv()'",
	"elixir -e 'IO.inspect System.get_env()'",
	"pwsh -c 'Get-ChildItem Env:'",
	"pwsh -c 'gci env:*'",
	"tclsh <<< 'puts [array get env]'",
	"groovy -e 'println System.getenv()'",
	"julia -e 'println(ENV)'",
];

const named: readonly string[] = [
	"tclsh <<< 'puts $env(GITHUB_TOKEN)'",
	"tclsh <<< 'puts $::env(GITHUB_TOKEN)'",
	"pwsh -c '$env:GITHUB_TOKEN'",
	"perl -e 'use Env; print $GITHUB_TOKEN'",
	'Rscript -e \'Sys.getenv("GITHUB_TOKEN")\'',
	'jshell -s - <<< \'System.getenv("GITHUB_TOKEN")\'',
	'julia -e \'println(ENV["GITHUB_TOKEN"])\'',
];

const none: readonly string[] = [
	'php -v',
	'node -p process.config',
	"pwsh -c '$env:PATH'",
	"tclsh <<< 'puts $env(HOME)'",
	'R -e \'Sys.getenv("HOME")\'',
	"Rscript -e 'print(1)'",
];

/** What languages that are not read spell. */
const spelled: readonly (readonly [string, string])[] = [
	['osascript -e \'do shell script "rm -rf /"\'', 'delete / recursive'],
	['Rscript -e \'system("rm -rf /")\'', 'delete / recursive'],
	["julia -e 'run(`rm -rf /`)'", 'delete / recursive'],
	["tclsh <<< 'exec rm -rf /'", 'delete / recursive'],
	["pwsh -c 'rm -rf /'", 'delete / recursive'],
	['elixir -e \'System.cmd("cat", [".env"])\'', 'secret.read .env'],
];

describe('the environment in inline code', () => {
	it.each(whole)('counts as read as a whole: %s', (command) => {
		expect(effectsOf(command)).toContain('secret.read the environment');
	});

	it.each(named)("counts as read by the variable's name: %s", (command) => {
		expect(effectsOf(command).join()).toMatch(/secret\.read \$?GITHUB_TOKEN/);
	});

	it.each(none)('does not count as read: %s', (command) => {
		expect(effectsOf(command).join()).not.toContain('secret.read');
	});

	it.each(spelled)('has the expected effect: %s', (command, expected) => {
		expect(effectsOf(command)).toContain(expected);
	});
});
