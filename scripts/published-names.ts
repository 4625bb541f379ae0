import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leastNode } from '../src/commands/doctor/node-version.ts';
import { withUses } from '../src/readiness/index.ts';
import { type Manifest, readManifest, repositoryOf } from './release/manifest.ts';
import { majorOf } from './release/version.ts';

const root = join(import.meta.dirname, '..');

/** The pages and files that tell people what to run. Decisions keep the names of their time. */
const files = ['README.md', 'docs/*.md', 'examples/**/*.{yml,mjs}', '.github/workflows/agent.yml'];

/** The names that people use to run the program. */
export interface Names {
	/**
	 * The command that starts the program. Before the first release, it must not install a package, because anybody could register the name.
	 */
	readonly npx: string;
	/** The value of `uses` in the workflow of a repository. */
	readonly uses: string;
	/** The line of the README about where the action comes from. */
	readonly source: string;
	/** The repository of the releases. Undefined until there is one. */
	readonly repository: string | undefined;
}

/** Returns the names that package.json gives: those of a hosted copy until it names the `repository` of the releases. */
export function namesOf(manifest: Pick<Manifest, 'name' | 'version' | 'repository'>): Names {
	const repository = repositoryOf(manifest);
	if (repository === undefined)
		return {
			npx: `npx --no-install ${manifest.name}`,
			uses: 'owner/name@<full commit>',
			source:
				'No version is published yet. To use Countersign on GitHub, fork this repository, and work in a clone of your fork. If you\n' +
				'have pushed your commit, `countersign init` (see below) writes a workflow that uses your fork at this commit.',
			repository,
		};
	const uses = `${repository}@v${majorOf(manifest.version)}`;
	return {
		npx: `npx ${manifest.name}`,
		uses,
		source:
			`Workflows can run the newest release of this major version with \`uses: ${uses}\`, and \`npx ${manifest.name}\` runs it on your\n` +
			`machine (Node ${leastNode}). You can [verify a release](docs/releasing.md#verify-a-release), and pin its commit.`,
		repository,
	};
}

/** Returns a text with these names in the places of the earlier ones. */
export function withNames(text: string, { npx, uses, source, repository = 'OWNER/countersign' }: Names): string {
	return text
		.replace(/\bOWNER\/countersign\b/g, repository)
		.replace(/\bnpx (?:--no-install )?(?:@[\w-]+\/)?countersign\b/g, npx)
		.replace(/(elsewhere: )\S+@(?:<full commit>|v\d+)/g, (_, before: string) => before + uses)
		.replace(block('source'), () => `<!-- source-start -->\n${source}\n<!-- source-end -->`);
}

/** Returns the README with the workflow of `examples/` in its place. Once there is a release, the workflow runs that. */
export function withWorkflow(readme: string, example: string, { uses, repository }: Names): string {
	const workflow = repository !== undefined ? withUses(example, uses) : example;
	const text = `<!-- workflow-start -->\n\`\`\`yaml\n${workflow.trimEnd()}\n\`\`\`\n<!-- workflow-end -->`;
	return readme.replace(block('workflow'), () => text);
}

function block(name: string): RegExp {
	return new RegExp(`<!-- ${name}-start -->[\\s\\S]*<!-- ${name}-end -->`);
}

/** A file that tells people what to run, as it is and as it should be. */
export interface NamedFile {
	readonly path: string;
	readonly current: string;
	readonly wanted: string;
}

/** Returns every file that tells people what to run, with these names. */
export function namedFiles(names: Names): readonly NamedFile[] {
	const example = withNames(readFileSync(join(root, 'examples/workflows/agent.yml'), 'utf8'), names);
	return globSync(files, { cwd: root }).map((path) => {
		const current = readFileSync(join(root, path), 'utf8');
		const wanted = withNames(current, names);
		return { path, current, wanted: path === 'README.md' ? withWorkflow(wanted, example, names) : wanted };
	});
}

if (import.meta.main) {
	for (const { path, current, wanted } of namedFiles(namesOf(readManifest(root))))
		if (wanted !== current) writeFileSync(join(root, path), wanted);
}
