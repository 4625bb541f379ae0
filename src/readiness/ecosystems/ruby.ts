import { type Ecosystem, type TestWay, way } from '../ecosystem.ts';
import { namesTool } from '../project-texts.ts';
import { type SetupStep, versionOf } from '../setup-steps.ts';
import type { ProjectFacts } from '../stack-facts.ts';

/** Ruby with Bundler, or only with Rake. */
export const ruby: Ecosystem = {
	name: 'Ruby',
	marks: [[/^(?:Gemfile|.*\.gemspec)$/, 'Ruby']],
	toolsets: (project) => {
		const hasBundler = project.names.has('Gemfile');
		if (!hasBundler && !project.names.has('Rakefile') && !project.has(/.\.gemspec$/)) return [];
		const fromGit = /\b(?:github|git)(?::|\s*=>)/.test(project.text('Gemfile')) ? ['github.com'] : [];
		const hosts = ['rubygems.org', 'index.rubygems.org', ...fromGit];
		return [
			{
				name: hasBundler ? 'Bundler' : 'Rake',
				steps: [rubyStep(project)],
				setup: hasBundler ? [{ run: 'bundle install', hosts }] : [],
				tests: testsOf(project, hasBundler ? 'bundle exec ' : ''),
			},
		];
	},
};

/** The step that installs Ruby. The action reads version files itself, and fails if there is neither a file nor a version. */
function rubyStep(project: ProjectFacts): SetupStep {
	const place = project.folder === '' ? {} : { 'working-directory': project.folder };
	const isNamed = project.text('.ruby-version').trim() !== '' || namesTool(project, 'ruby');
	if (isNamed) return { tool: 'Ruby', with: place };
	const told = versionOf(
		/^\s*ruby\s*\(?\s*["'](?:~>\s*|>=\s*)?(\d[\d.]{0,10})["']/m.exec(project.text('Gemfile'))?.[1],
	);
	return { tool: 'Ruby', with: { 'ruby-version': told ?? '3.4', ...place } };
}

function testsOf(project: ProjectFacts, prefix: string): readonly TestWay[] {
	const rakefile = project.text('Rakefile');
	const hasTask = (name: string) => new RegExp(`^\\s*(?:multi)?task[\\s(]+["':]?${name}\\b`, 'm').test(rakefile);
	const hasTest = /\bTestTask\b/.test(rakefile) || hasTask('test');
	const usesRspec = !hasTest || project.names.has('.rspec') || /\brspec\b/i.test(rakefile + project.text('Gemfile'));
	const rows: readonly (readonly [boolean, string])[] = [
		[project.names.has('bin') && project.names.has('config.ru') && project.names.has('test'), 'bin/rails test'],
		[hasTest, `${prefix}rake test`],
		[project.names.has('spec') && usesRspec, `${prefix}rspec`],
		[hasTask('default') && !hasTest && !project.names.has('spec'), `${prefix}rake`],
	];
	return rows.flatMap(([fits, command]) => (fits ? [way(command)] : []));
}
