import { shellOf, wordAfter } from '../carried.ts';
import {
	data,
	environmentShown,
	type Finding,
	type Invocation,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { writes } from '../roles.ts';
import { settingFindings } from '../settings.ts';

/** Programs that watch other programs. They can show the data of a process. */
export const tracers = (): readonly Program[] => [
	rows('strace', {
		input: 'handed',
		keepsVariables: true,
		options: data(
			'-e -p -s -u -o -a -b -E -I -O -P -S -U -X --trace --attach --string-limit --output --env --user --interruptible --columns --trace-path --const-print-style --summary-sort-by --summary-columns',
		),
		operands: 'command',
		wraps: true,
		also: (it) => [...traced(it, showsSystemCalls), ...tracedTo(it)],
	}),
	rows('ltrace', {
		input: 'handed',
		keepsVariables: true,
		options: {
			...role('script', '-F --config'),
			...data('-a -A -D -e -l -n -o -p -s -u -w -x -X --align --debug --indent --output --library --where'),
		},
		operands: 'command',
		wraps: true,
		also: (it) => [...traced(it, showsLibraryCalls), ...tracedTo(it)],
	}),
	rows('truss dtruss', {
		input: 'handed',
		options: data('-o -p -s -t -n'),
		operands: 'command',
		wraps: true,
		also: (it) => [...traced(it, showsSystemCalls), ...tracedTo(it)],
	}),
	rows('bpftrace dtrace sysdig stap systemtap ktrace execsnoop opensnoop', {
		input: 'code',
		also: (it) => [
			privilege('watches every program of the machine'),
			...it.values('-c').map((word) => shellOf([word])),
		],
		options: { ...data('-c'), ...role('write', '-o'), ...role('script', '-s -I') },
	}),
];

/** Whether the calls that a tracer shows contain the environment of the program. */
type Shows = (isWhole: boolean, filters: readonly string[]) => boolean;

const showsSystemCalls: Shows = (isWhole) => isWhole;
const showsLibraryCalls: Shows = (_, filters) => filters.some((text) => /getenv|\*|^\+/.test(text));

/**
 * Judges a tracer. `shows` decides whether its output contains the environment of the program. With a filter such as `read=0`, the output
 * also contains the data that the program reads or writes.
 */
function traced(it: Invocation, shows: Shows): readonly Finding[] {
	const filters = it.values('-e', '--trace', '--expr').map((word) => word.text);
	const isWhole = it.has('-v', '--no-abbrev') || filters.some((text) => /^(abbrev|a)=(none|!)/.test(text));
	const isDump = filters.some((text) => /^(reads?|writes?)=/.test(text));
	const settings = it.values('-E', '--env').flatMap((word) => {
		const [name = ''] = word.prefix.split('=');
		return settingFindings(name, wordAfter(word, name.length + 1), { scope: it.scope });
	});
	return [
		...(it.has('-p', '--attach') ? [privilege('reads the memory of another process')] : []),
		...(shows(isWhole, filters) ? [environmentShown] : []),
		...(isDump ? [secret('what a program reads')] : []),
		...settings,
	];
}

function tracedTo(it: Invocation): readonly Finding[] {
	return it
		.values('-o', '--output')
		.flatMap((word) => (/^[|!]/.test(word.text) ? [shellOf([wordAfter(word, 1)])] : writes(word, it.scope)));
}
