import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { exampleOf, playedEvents } from '../rehearsal/github/webhook-examples.ts';

const root = join(import.meta.dirname, '..');
const emulator = 'node_modules/emulate/dist/';

/** Builds the server of the playground for the package: one program, and the processes that it starts. */
export async function buildPlay(folder: string): Promise<void> {
	const bundled = await rolldown({
		input: {
			play: 'playground/main.ts',
			'play/clock-preload': 'playground/world/clock-preload.ts',
			'play/git-process': 'rehearsal/github/git-process.ts',
		},
		platform: 'node',
		logLevel: 'warn',
		cwd: root,
		resolve: { symlinks: false, alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
		plugins: [onlyPlayedExamples, onlyGitHub, builtGitProcess],
	});
	await bundled.write({
		...{ dir: folder, format: 'esm', minify: true, comments: { legal: false } },
		chunkFileNames: 'play/[name].js',
	});
	await bundled.close();
}

/** Keeps only the examples of events that the playground uses, because all examples are four megabytes. */
const onlyPlayedExamples: Plugin = {
	name: 'only-played-examples',
	load(id) {
		if (!id.replaceAll('\\', '/').endsWith('rehearsal/github/webhook-examples.ts')) return null;
		const all = Object.entries(playedEvents).flatMap(([name, actions]) =>
			actions.map((action) => [`${name} ${action ?? ''}`, exampleOf(name, action)] as const),
		);
		return `const examples = ${JSON.stringify(Object.fromEntries(all))};
export const exampleOf = (name, action) => structuredClone(examples[name + ' ' + (action ?? '')]);`;
	},
};

const noService = '\0no-service';

/** Keeps only GitHub of the emulator, which also emulates other services. */
const onlyGitHub: Plugin = {
	name: 'only-github',
	resolveId(source, importer = '') {
		const isService =
			importer.replaceAll('\\', '/').endsWith(`${emulator}api.js`) && /^\.\/dist-[A-Z0-9]+\.js$/.test(source);
		return isService && source !== `./${githubService()}` ? noService : null;
	},
	load: (id) => (id === noService ? 'export {};' : null),
	// The emulator reads the fonts of its own pages at each start, but the playground does not show these pages.
	transform: (code, id) =>
		id.replaceAll('\\', '/').includes(emulator)
			? code.replaceAll(/readFileSync\(join\(__dirname, "fonts", "[\w.-]+"\)\)/g, '""')
			: null,
};

/** @throws if the emulator's build has changed. */
function githubService(): string {
	const api = readFileSync(join(root, emulator, 'api.js'), 'utf8');
	const found = /\n {2}github: \{[\s\S]*?import\("\.\/(dist-[A-Z0-9]+\.js)"\)/.exec(api)?.[1];
	if (found === undefined) throw new Error('The service for GitHub was not found in the emulator.');
	return found;
}

const builtGitProcess: Plugin = {
	name: 'built-git-process',
	transform(code, id) {
		if (!id.replaceAll('\\', '/').endsWith('rehearsal/github/git-runner.ts')) return null;
		if (!code.includes("'git-process.ts'")) throw new Error('git-runner.ts does not name its program as before.');
		return code.replace("'git-process.ts'", "'play', 'git-process.js'");
	},
};

if (import.meta.main) await buildPlay(process.argv[2] ?? join(root, 'dist'));
