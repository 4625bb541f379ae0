import { data, type Finding, type Invocation, opaque, type Program, rows } from '../program.ts';
import { deletes, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** `find`, whose arguments are a language of their own, and its like. */
export const find: readonly Program[] = [
	rows('find gfind', {
		also: found,
		lists: (it) => listed(it.words),
		examples: {
			"find src -name '*.ts'": ['read src'],
			'find . -type f | xargs wc -l': ['read .', 'read **'],
			"find . -name '*.o' -delete": ['read .', 'delete **/*.o recursive'],
			'find . -delete': ['read .', 'delete ** recursive'],
			'find . -exec rm {} +': ['read .', 'delete **'],
			"find . -name '.env' -exec cat {} \\;": ['read .', 'secret.read **/.env'],
			"find . -name '*.ts' -exec grep -l foo {} +": ['read .', 'read **/*.ts'],
			'find . -fprint out': ['read .', 'write out'],
			'find . -exec sh -c "$X" \\;': ['read .', 'opaque'],
		},
	}),
	rows('fd fdfind', {
		options: data(
			'-t --type -e --extension -E --exclude -d --max-depth --min-depth -S --size -c --color -j --threads -o --owner --changed-within --changed-before --max-results --format --path-separator',
		),
		also: (it) => [
			...reads(it.operands[1] ?? constant('.'), it.scope),
			...(it.options.some(({ name }) => /^(-x|-X|--ex(ec(-batch)?)?)$/.test(name))
				? [opaque('runs a command on every file')]
				: []),
		],
		examples: { 'fd foo src': ['read src'], 'fd foo . -x rm': ['read .', 'opaque'], 'fd -Hx rm': ['read .', 'opaque'] },
	}),
];

function roots(words: readonly Word[]): readonly Word[] {
	const options = words.findIndex((word) => !/^-([HLP]|O\d)$/.test(word.text));
	const rest = words.slice(options < 0 ? words.length : options);
	const end = rest.findIndex((word) => /^[-(!]/.test(word.text));
	const given = rest.slice(0, end < 0 ? rest.length : end);
	return given.length === 0 ? [constant('.')] : given;
}

/** What the found files are called: narrowed by `-name` where every branch of the expression has one. */
function listed(words: readonly Word[]): readonly Word[] {
	const texts = words.map((word) => word.text);
	const names = words.filter(
		(_, i) => /^-i?(name|path|wholename)$/.test(texts[i - 1] ?? '') && !/^(!|-not)$/.test(texts[i - 2] ?? ''),
	);
	const branches = texts.filter((text) => text === '-o' || text === '-or').length + 1;
	const narrowed = names.length >= branches && names.every((word) => word.known) ? names.map(lastName) : [''];
	return roots(words).flatMap((root) =>
		narrowed.map((name) => ({
			...constant(`${root.text.replace(/\/+$/, '')}/**${name === '' ? '' : `/${name}`}`),
			known: root.known,
			pattern: true,
		})),
	);
}

function lastName(word: Word): string {
	return word.text.slice(word.text.lastIndexOf('/') + 1);
}

function found(it: Invocation): readonly Finding[] {
	const { words, scope } = it;
	const targets = listed(words);
	const findings: Finding[] = roots(words).flatMap((word) => reads(word, scope));
	for (let i = 0; i < words.length; i++) {
		const action = words[i]?.text ?? '';
		const next = words[i + 1];
		if (action === '-delete') findings.push(...targets.flatMap((word) => deletes(word, scope, true)));
		if (/^-f(print|ls|print0|printf)$/.test(action) && next !== undefined) findings.push(...writes(next, scope));
		if (/^-(files0-from|newer\w*|samefile)$/.test(action) && next !== undefined) findings.push(...reads(next, scope));
		if (words[i]?.known === false) findings.push(opaque('an argument of find that cannot be known'));
		if (!/^-(exec|execdir|ok|okdir)$/.test(action)) continue;
		const end = words.findIndex(
			(word, at) => at > i && (word.text === ';' || (word.text === '+' && words[at - 1]?.text === '{}')),
		);
		const command = words.slice(i + 1, end < 0 ? words.length : end);
		findings.push({ find: 'command', words: command.flatMap((word) => filled(word, targets)) });
		i = end < 0 ? words.length : end;
	}
	return findings;
}

/** `{}` stands for every file that is found. */
function filled(word: Word, targets: readonly Word[]): readonly Word[] {
	if (word.text === '{}') return targets;
	return word.text.includes('{}') ? [{ ...word, known: false, prefix: '' }] : [word];
}
