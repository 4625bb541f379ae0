import { type Ecosystem, type TestWay, way } from '../ecosystem.ts';
import type { ProjectFacts } from '../stack-facts.ts';

/** Perl with CPAN. */
export const perl: Ecosystem = {
	name: 'Perl',
	marks: [[/^(?:Makefile\.PL|Build\.PL|dist\.ini|cpanfile)$/, 'Perl']],
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
				tests: testsOf(project),
			},
		];
	},
};

const library = '~/.cache/perl5/lib/perl5';

/** The ways to test. Some tests need the build's output. The build leaves files in the checkout, so git must ignore them. */
function testsOf(project: ProjectFacts): readonly TestWay[] {
	const ignored = project.text('.gitignore');
	const isBuilt = project.names.has('Makefile.PL') && /^\/?blib\b/m.test(ignored) && /^\/?Makefile\s*$/m.test(ignored);
	const built = `perl Makefile.PL && make && prove -b -I ${library} -r t`;
	return [...(isBuilt ? [way(built)] : []), ...(project.names.has('t') ? [way(`prove -l -I ${library} -r t`)] : [])];
}
