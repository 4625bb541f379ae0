import { type Ecosystem, way } from '../ecosystem.ts';

/** Perl by CPAN. */
export const perl: Ecosystem = {
	name: 'Perl',
	toolsets: (project) => {
		if (!project.has(/^(?:Makefile\.PL|Build\.PL|dist\.ini|cpanfile)$/)) return [];
		const canInstall = project.has(/^(?:Makefile\.PL|Build\.PL|cpanfile)$/);
		const run = 'cpanm --quiet --notest --local-lib ~/.cache/perl5 --installdeps .';
		const hosts = ['cpan.metacpan.org', 'fastapi.metacpan.org', 'cpanmetadb.plackperl.org', 'www.cpan.org'];
		return [
			{
				name: 'CPAN',
				steps: canInstall ? [{ tool: 'cpanm' }] : [],
				setup: canInstall ? [{ run, hosts }] : [],
				tests: project.has(/^x?t$/) ? [way('prove -l -I ~/.cache/perl5/lib/perl5 -r t')] : [],
			},
		];
	},
};
