import { data, type Program, role, rows } from '../../program.ts';
import { reads, searchesBelow, writes } from '../../roles.ts';
import { constant } from '../../word.ts';

/** `ctags` writes a file of tags, or with `-x` prints them. */
export const tagWriters = (): readonly Program[] => [
	rows('ctags universal-ctags', {
		input: 'data',
		options: {
			...data(
				'-h -I -D --languages --language-force --fields --extras --kinds-all --sort --format --exclude --langmap --map-all',
			),
			...role('list', '-L'),
			...role('script', '--options --optlib-dir --data-dir --libexec-dir --config-filename'),
			...role('write', '-f -o --output'),
		},
		also: (it) => {
			const isPrinted = it.has('-x', '-f', '-o', '--list-kinds', '--list-languages', '--filter');
			const read = it.has('-R', '--recurse') ? searchesBelow : reads;
			const below = it.has('-R', '--recurse') && it.operands.length === 0 ? [constant('.')] : it.operands;
			const own = isPrinted ? [] : writes(constant(it.has('-e') ? 'TAGS' : 'tags'), it.scope);
			return [...below.flatMap((word) => read(word, it.scope)), ...own];
		},
	}),
];
