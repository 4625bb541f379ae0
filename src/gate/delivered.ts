import type { DeliveredClass, DeliveredFile, Effect } from '../core/index.ts';
import { describeSources } from './delivered-lockfiles.ts';
import { changesScripts } from './delivered-manifests.ts';
import { isExecutedLater } from './sensitive.ts';
import { textOf } from './utf8-text.ts';

export type DeliverEffect = Extract<Effect, { kind: 'deliver' }>;

/** Files whose name alone says what they are: whatever changes in them, a rule of their own speaks. Tried on lower case. */
const byPath: readonly (readonly [DeliveredClass, RegExp])[] = [
	['workflow', /^\.github\/(workflows|actions)(\/|$)|^action\.ya?ml$|^\.github$/],
	['code-owners', /^(\.github\/|docs\/|\.gitlab\/)?codeowners$/],
	['controls', /^\.github\/countersign|^\.countersign(\/|$)/],
	['git-hooks', /(^|\/)\.(husky|githooks)(\/|$)|(^|\/)\.(gitattributes|gitmodules|gitconfig)$/],
	[
		'git-hooks',
		/(^|\/)(\.pre-commit-(config|hooks)\.yaml|\.?lefthook(-local)?\.(ya?ml|toml|json)|\.lintstagedrc[^/]*)$/,
	],
	['agent-instructions', /(^|\/)(agents(\.override)?|claude(\.local)?|gemini|copilot-instructions)\.md$/],
	['agent-instructions', /(^|\/)\.(claude|cursor|codex|gemini|windsurf|clinerules|roo|agents)(\/|$)/],
	['agent-instructions', /(^|\/)(\.(cursorrules|windsurfrules|clinerules|mcp\.json|aider\.conf\.yml)|skill\.md)$/],
	['agent-instructions', /^\.github\/(instructions|prompts|chatmodes|agents|skills)\//],
	['package-scripts', /(^|\/)(setup\.py|build\.rs|binding\.gyp|extconf\.rb|[^/]+\.gemspec)$/],
	['executed-later', /(^|\/)\.(devcontainer|circleci|buildkite|woodpecker|cargo|mvn|drone|gitpod)(\/|$|\.)/],
	['executed-later', /(^|\/)(\.gitlab-ci|\.travis|\.drone|\.appveyor|appveyor|bitbucket-pipelines|cloudbuild)\.ya?ml$/],
	['executed-later', /(^|\/)(azure-pipelines[^/]*\.ya?ml|jenkinsfile|\.vscode\/[^/]+\.json|\.idea\/.*|\.envrc)$/],
	['dependency-source', /(^|\/)(\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.c?js|pip\.conf|\.bundle\/config|nuget\.config)$/],
];

const lockfile =
	/(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|pylock[^/]*\.toml|pipfile\.lock|cargo\.lock|go\.sum|gemfile\.lock|gems\.locked|composer\.lock|packages\.lock\.json|gradle\.lockfile|verification-metadata\.xml|mix\.lock|rebar\.lock|pubspec\.lock|podfile\.lock|package\.resolved|flake\.lock|\.terraform\.lock\.hcl)$/;

/** Whether a file fixes the versions that are installed. */
export function isLockfile(path: string): boolean {
	return lockfile.test(path.toLowerCase());
}

/** What a delivery does, file by file: one effect for each class that a file falls under, and one for an ordinary file. */
export function deliverEffects(files: readonly DeliveredFile[]): readonly DeliverEffect[] {
	return files.flatMap((file) => {
		const { path, before, after } = file;
		const change = before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed';
		const classes = classesOf(file);
		const found: ReturnType<typeof classesOf> = classes.length === 0 ? [{ what: 'ordinary' }] : classes;
		return found.map(({ what, detail }) => ({
			kind: 'deliver' as const,
			...{ path, change, what },
			...(detail !== undefined && { detail }),
		}));
	});
}

interface Found {
	readonly what: DeliveredClass;
	readonly detail?: string;
}

function classesOf(file: DeliveredFile): readonly Found[] {
	const lower = file.path.toLowerCase();
	const named = new Set(byPath.flatMap(([what, pattern]) => (pattern.test(lower) ? [what] : [])));
	if (isLockfile(file.path)) named.add('lockfile');
	if (changesScripts(file)) named.add('package-scripts');
	const sources = describeSources(file, isLockfile(file.path));
	if (sources !== undefined) named.delete('dependency-source');
	if (named.size === 0 && sources === undefined && isExecutedLater(file.path)) named.add('executed-later');
	return [
		...[...named].map((what): Found => ({ what })),
		...(sources === undefined ? [] : [{ what: 'dependency-source', detail: sources } as const]),
		...byMode(file),
	];
}

function byMode({ before, after }: DeliveredFile): readonly Found[] {
	if (after === undefined) return [];
	if (after.mode === '120000') {
		const target = textOf(after.bytes) ?? 'a target that is no text';
		return [{ what: 'link', detail: `to ${JSON.stringify(target)}` }];
	}
	const isNewlyExecutable = after.mode === '100755' && before?.mode !== '100755';
	return [
		...(isNewlyExecutable ? [{ what: 'executable' } as const] : []),
		...(textOf(after.bytes) === undefined ? [{ what: 'binary', detail: `${after.bytes.length} bytes` } as const] : []),
	];
}
