import { data, type Program, role, rows } from '../../program.ts';
import { reads, searchesBelow, writes } from '../../roles.ts';
import { constant } from '../../word.ts';

/** `ctags` writes a file of tags. With `-x` it prints them. */
export const tagWriters = (): readonly Program[] => [
	rows('ctags universal-ctags', {
		input: 'data',
		options: {
			...data(
				'-h -I -D --languages --language-force --fields --extras --kinds-all --sort --format --exclude --langmap --map-all',
			),
			...role(
				'flag',
				'-R -x -a -e -n -N -V -u --recurse --append --quiet --totals --tag-relative --links --sort --verbose --help --version --list-languages --list-kinds',
			),
			...role('list', '-L'),
			...role('script', '--options --optlib-dir --data-dir --libexec-dir --config-filename'),
			...role('write', '-f -o --output'),
		},
		onlyListed: true,
		harmless:
			/^--(list-[\w-]+(=[\w+]+)?|[\w+]+-kinds=[\w+]+|(kinds|fields|extras|map|langmap|param)-[\w+#]+[=:][\w+*.,{}-]+|(recurse|sort|append|links|quiet|totals|tag-relative)=\w+)$/,
		also: (it) => {
			const isPrinted = it.has('-x', '-f', '-o', '--list-kinds', '--list-languages', '--filter');
			const read = it.has('-R', '--recurse') ? searchesBelow : reads;
			const below = it.has('-R', '--recurse') && it.operands.length === 0 ? [constant('.')] : it.operands;
			const own = isPrinted ? [] : writes(constant(it.has('-e') ? 'TAGS' : 'tags'), it.scope);
			return [...below.flatMap((word) => read(word, it.scope)), ...own];
		},
	}),
];
