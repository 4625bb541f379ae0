import { commandOf, meaningsOf, type Saying } from '../carried.ts';
import {
	destroy,
	exec,
	type Finding,
	type Invocation,
	type Program,
	privilege,
	rows,
	runsFetchedCode,
	stopsEveryProcess,
} from '../program.ts';
import { constant } from '../word.ts';
import { cmdFindings } from './windows-text.ts';

/**
 * Programs of Windows. Bash calls them on Windows and in its subsystem for Linux. A switch begins with one slash, with two slashes, or with
 * a dash. Bash removes the backslashes of an unquoted name of the registry.
 */
export const windows = (): readonly Program[] => [
	rows('cmd cmd.exe', { input: 'code', wraps: true, also: (it) => [exec(it), ...commanded(it)] }),
	tool('schtasks schtasks.exe', [
		{
			operands: /^/,
			words: / (\/{1,2}|-)(create|change)\b/i,
			means: [privilege('makes the machine run a command later')],
		},
	]),
	tool('reg reg.exe', [
		{
			operands: /^(add|import|copy|restore)\b/i,
			words: /currentversion\W?run|\bwinlogon|image ?file ?execution|defender|\bcurrentcontrolset\W?services/i,
			means: [privilege('changes what a Windows machine runs or guards')],
		},
		{
			operands: /^delete ["\\]*hk\w+?[\\/]*(software|system|sam|security)?[\\/]*( |$)/i,
			means: [destroy('the registry of a machine')],
		},
	]),
	tool('netsh netsh.exe', [
		{
			operands: /\b(state off|opmode( mode=)? ?disable)\b/i,
			means: [privilege('switches off the firewall')],
		},
	]),
	tool('taskkill taskkill.exe', [
		{
			operands: /^/,
			words: / (\/{1,2}|-)fi pid (gt|ge|ne) \d+| (\/{1,2}|-)im \*( |$)/i,
			means: [stopsEveryProcess],
		},
	]),
	tool('sc.exe', [
		{
			operands: /^(\\\\\S+ )?(create|config|failure|sdset)\b/i,
			means: [privilege('changes services')],
		},
		{
			operands: /^(\\\\\S+ )?(stop|delete|pause) (windefend|mpssvc|wscsvc|sense|eventlog)\b/i,
			means: [privilege('switches off a guard of a Windows machine')],
		},
	]),
	tool('vssadmin vssadmin.exe wbadmin wbadmin.exe', [
		{ operands: /^(delete|resize)\b/i, means: [destroy('backups of a machine')] },
	]),
	tool('wmic wmic.exe', [
		{ operands: /\bshadowcopy\b.*\bdelete\b/i, means: [destroy('backups of a machine')] },
		{ operands: /\bprocess\b.*\bdelete\b/i, unless: / where /i, means: [stopsEveryProcess] },
	]),
	tool('bcdedit bcdedit.exe', [
		{
			operands: /^/,
			words: / (\/{1,2}|-)(set|delete|import)\b/i,
			means: [privilege('changes how the machine starts')],
		},
	]),
	tool('wevtutil wevtutil.exe', [
		{ operands: /^(cl|clear-log)\b/i, means: [privilege('drops the log of the machine')] },
	]),
	tool('mshta mshta.exe regsvr32 regsvr32.exe rundll32 rundll32.exe', [
		{ operands: /^/, words: /\b(https?|javascript|vbscript):/i, means: [runsFetchedCode] },
	]),
];

function tool(names: string, sayings: readonly Saying[]): Program {
	return rows(names, { input: 'ignored', also: (it) => [exec(it), ...meaningsOf(it, sayings)] });
}

/** Judges the command line after `/c`, `/k` or `/r`. A program in it is also judged as if bash had started it. */
function commanded({ words }: Invocation): readonly Finding[] {
	const at = words.findIndex(({ text }) => /^\/{1,2}[ckr]$/i.test(text));
	if (at < 0) return [];
	const rest = words.slice(at + 1);
	const text = rest.map((word) => word.text).join(' ');
	const [only, ...others] = rest;
	const isLine = others.length === 0 && only?.known === true;
	return [
		...cmdFindings(text),
		...(isLine
			? [{ find: 'shell' as const, source: constant(text.replaceAll('\\', '\\\\')), guessed: true }]
			: commandOf(rest)),
	];
}
