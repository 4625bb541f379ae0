import { shellOf, wordAfter } from '../carried.ts';
import {
	data,
	environmentShown,
	type Finding,
	type Invocation,
	type Program,
	privilege,
	rows,
	secret,
} from '../program.ts';
import { writes } from '../roles.ts';
import { settingFindings } from '../settings.ts';

/** Programs that watch what others do: what they show of a process is what it holds. */
export const tracers = (): readonly Program[] => [
	rows('strace', {
		input: 'handed',
		keepsVariables: true,
		options: data(
			'-e -p -s -u -o -a -b -E -I -O -P -S -U -X --trace --attach --string-limit --output --env --user --interruptible --columns --trace-path --const-print-style --summary-sort-by --summary-columns',
		),
		operands: 'command',
		wraps: true,
		also: (it) => [...traced(it), ...tracedTo(it)],
	}),
	rows('ltrace', {
		input: 'handed',
		keepsVariables: true,
		options: data(
			'-a -A -D -e -F -l -n -o -p -s -u -w -x -X --align --config --debug --indent --output --library --where',
		),
		operands: 'command',
		wraps: true,
		also: (it) => [...traced(it), ...tracedTo(it)],
	}),
	rows('truss dtruss', {
		input: 'data',
		options: data('-o -p -s -t -n'),
		operands: 'command',
		wraps: true,
		also: (it) => [...traced(it), ...tracedTo(it)],
	}),
	rows('bpftrace dtrace sysdig stap systemtap ktrace execsnoop opensnoop', {
		input: 'data',
		also: (it) => [
			privilege('watches every program of the machine'),
			...it.values('-c').map((word) => shellOf([word])),
		],
		options: data('-c'),
	}),
];

/** A tracer shows what its program gets and reads: the environment where nothing is abbreviated, texts where they are long. */
function traced(it: Invocation): readonly Finding[] {
	const filters = it.values('-e', '--trace', '--expr').map((word) => word.text);
	const isWhole = it.has('-v', '--no-abbrev') || filters.some((text) => /^(abbrev|a)=(none|!)/.test(text));
	const isAsked = it.name === 'ltrace' && filters.some((text) => /getenv|\*|^\+/.test(text));
	const isDump = filters.some((text) => /^(reads?|writes?)=/.test(text));
	const settings = it.values('-E', '--env').flatMap((word) => {
		const [name = ''] = word.prefix.split('=');
		return settingFindings(name, wordAfter(word, name.length + 1), { scope: it.scope });
	});
	return [
		...(it.has('-p', '--attach') ? [privilege('reads the memory of another process')] : []),
		...((isWhole && it.name !== 'ltrace') || isAsked ? [environmentShown] : []),
		...(isDump ? [secret('what a program reads')] : []),
		...settings,
	];
}

function tracedTo(it: Invocation): readonly Finding[] {
	return it
		.values('-o', '--output')
		.flatMap((word) => (/^[|!]/.test(word.text) ? [shellOf([wordAfter(word, 1)])] : writes(word, it.scope)));
}
