import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { contacts, pathOf, reads } from '../roles.ts';
import type { Word } from '../word.ts';

/** Browsers for a terminal. They show pages of other machines, or files. */
export const browsers = (): readonly Program[] => [
	rows('lynx', {
		input: 'judged',
		options: {
			...data(
				'-width -auth -pauth -assume_charset -display_charset -useragent -cookies -accept_all_cookies -connect_timeout',
			),
			...role('write', '-cmd_log -error_file -cookie_save_file'),
			...role('read', '-lss -cookie_file -index'),
			...role('script', '-cmd_script -cfg'),
			...role('shell', '-editor'),
			...role('url', '-homepage'),
		},
		also: (it) => [...shown(it), ...(it.words.some(({ text }) => text === '-') ? [exec(it)] : [])],
	}),
	rows('w3m', {
		input: 'data',
		options: {
			...data('-o -T -I -O -t -l -cols -ppc -header -title -ppl -graph'),
			...role('read', '-post -bookmark -F'),
			...role('script', '-config'),
		},
		also: shown,
	}),
	rows('links links2 elinks', {
		input: 'data',
		options: {
			...data('-width -html-numbered-links -codepage -language -eval -remote -session-ring'),
			...role('script', '-config -config-file -config-dir'),
		},
		also: shown,
	}),
	rows('GET POST HEAD lwp-request', {
		input: 'data',
		options: { ...data('-m -t -i -c -C -H -o'), ...role('url', '-b -p') },
		also: shown,
	}),
];

/** Judges the operands of a browser. A path, or a file that exists, is read; any other operand is an address. */
function shown(it: Invocation): readonly Finding[] {
	const found = it.operands
		.filter((word) => word.text !== '-')
		.flatMap((word) => (isFile(word, it) ? reads(word, it.scope) : contacts(word, it.scope)));
	return it.operands.length > 0 ? found : [exec(it)];
}

function isFile(word: Word, { scope }: Invocation): boolean {
	if (/^[a-z][\w+.-]*:/i.test(word.prefix)) return false;
	if (/^[/.~]/.test(word.text)) return true;
	const path = pathOf(word, scope);
	return path !== undefined && !word.pattern && scope.facts.readText(path) !== undefined;
}
