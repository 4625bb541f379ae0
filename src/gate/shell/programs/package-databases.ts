import { data, exec, type Finding, type Invocation, opaque, type Program, type Row, role, rows } from '../program.ts';
import { measures, reads } from '../roles.ts';

/**
 * Programs that show installed packages, if their first word says so. Threat: options can name commands, libraries and settings, so only
 * listed options pass.
 */
export const databases = (): readonly Program[] => [
	database(
		'dpkg',
		/^(-[lLsSpVCcI]|--(list|listfiles|status|search|print-avail|verify|audit|contents|info|print-architecture|get-selections|compare-versions))$/,
		{
			options: role(
				'flag',
				'-l -L -s -S -p -V -C -c -I --list --listfiles --status --search --print-avail --verify --audit --contents --info --print-architecture --get-selections --compare-versions --no-pager',
			),
			also: (it) =>
				it.has('-c', '-I', '--contents', '--info') ? it.operands.flatMap((word) => reads(word, it.scope)) : [],
		},
	),
	database('dpkg-deb', /^(-[cIfW]|--(contents|info|field|show))$/, {
		options: { ...role('flag', '-c -I -f -W --contents --info --field --show'), ...data('--showformat') },
		also: (it) => it.operands.slice(0, 1).flatMap((word) => reads(word, it.scope)),
	}),
	database('dpkg-query', /^(-[lLsSpWfc]|--[a-z-]+(=.*)?)$/s, {
		options: {
			...role(
				'flag',
				'-l -L -s -S -p -W -c --list --listfiles --status --search --print-avail --show --control-list --control-path --control-show --no-pager --load-avail --version --help',
			),
			...data('-f --showformat'),
		},
	}),
	database('apt-cache', /./, {
		freeSpelling: true,
		options: {
			...data('-o --option'),
			...role('script', '-c --config-file'),
			...role('write', '-p --pkg-cache -s --src-cache'),
			...role(
				'flag',
				'-q -i -n -f -a -g -h -v --quiet --important --names-only --full --all-versions --no-all-versions --generate --no-generate --recurse --installed --all-names --with-source --version --help --no-pre-depends --no-depends --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances',
			),
		},
		also: aptSettings,
	}),
	database('rpm', /^(-q[a-zA-Z]*|--query|-V[a-zA-Z]*|--verify|-K|--checksig)$/, {
		freeSpelling: true,
		options: {
			...data('--queryformat --qf --whatrequires --whatprovides --whatrecommends --whatsuggests -g --group'),
			...role('shell', '--pipe'),
			// Macros can run commands: `%(…)`.
			...role('code', '-D --define -E --eval --predefine'),
			...role('script', '--load --macros --rcfile --root -r --dbpath'),
			...role(
				'flag',
				'-q -a -f -p -l -i -c -d -s -R -K -V -v --query --all --file --package --list --info --configfiles --docfiles --licensefiles --state --requires --provides --conflicts --obsoletes --recommends --suggests --scripts --triggers --changelog --last --verify --checksig --nosignature --nodigest --nodeps --nofiles --noscripts --dump --version --help',
			),
		},
		also: queried,
	}),
];

function database(names: string, shows: RegExp, row: Omit<Row, 'names'>): Program {
	return rows(names, {
		...row,
		input: 'ignored',
		onlyListed: true,
		also: (it) => {
			const [first] = it.words;
			return [...(first?.known === true && !shows.test(first.text) ? [exec(it)] : []), ...(row.also?.(it) ?? [])];
		},
	});
}

/** Judges settings of apt. Threat: `Dir::Bin::dpkg` names a program that even a query starts. */
function aptSettings(it: Invocation): readonly Finding[] {
	const plain = /^=?(apt::(cache::[\w-]+|color|architectures?|default-release)|quiet)(::\w+)?=[\w.-]*$/i;
	return it
		.values('-o', '--option')
		.filter(({ known, text }) => !known || !plain.test(text))
		.map(({ text }) => opaque(`what the setting \`${text}\` of apt does`));
}

/** Judges a query of rpm. With `-p` and `-K`, the operands are files or addresses. `:expand` evaluates a text of the package. */
function queried(it: Invocation): readonly Finding[] {
	const isOfFiles = it.has('-p', '--package', '-K', '--checksig');
	const formats = it.values('--queryformat', '--qf');
	return [
		...(isOfFiles ? it.operands.flatMap((word) => measures(word, it.scope)) : []),
		...formats
			.filter(({ known, text }) => !known || /:expand|%\(/.test(text))
			.map(({ text }) => opaque(`what \`${text}\` of rpm evaluates`)),
	];
}
