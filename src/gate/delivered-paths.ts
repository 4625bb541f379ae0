import { type DeliveredClass, instructionFiles } from '../core/index.ts';
import { anyOf } from './any-of.ts';
import { lazy } from './lazy.ts';
import { settingsOfTools } from './tool-settings.ts';

/**
 * Returns the name that a path may have on another system, in lower case. macOS ignores invisible characters and the form of accents.
 * Windows ignores dots and blanks at the end of a name and everything after a colon, and it accepts both slashes.
 */
export function obeyedPath(path: string): string {
	return path
		.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll('\\', '/')
		.split('/')
		.map((name) => name.replace(/(?<=.):.*$/, '').replace(/(?<=[^. ])[. ]+$/, ''))
		.join('/');
}

type Row = readonly [DeliveredClass, readonly RegExp[]];

/** Returns patterns for the instruction files that Countersign's own model reads, in every folder. */
function readByModel(): readonly RegExp[] {
	const paths = instructionFiles.flatMap((file) => (file.isForAgents ? file.paths : []));
	return paths.map((path) => new RegExp(`(^|/)${obeyedPath(path).replaceAll('.', '\\.')}$`));
}

/** Files that GitHub, git and agents execute, or use as instructions. The patterns match the result of {@link obeyedPath}. */
const obeyed = (): readonly Row[] => [
	['workflow', [/^\.github\/(workflows|actions)(\/|$)|^action\.ya?ml$|^\.github$/]],
	['code-owners', [/^(\.(github|gitlab|gitea|forgejo)\/|docs\/)?codeowners$/, /(^|\/)owners(_aliases)?$/]],
	['controls', [/^\.github\/countersign|^\.countersign(\/|$)/]],
	[
		'git-hooks',
		[
			/(^|\/)\.(husky|githooks|git-hooks|lefthook|trunk|cargo-husky)(\/|$)/,
			/(^|\/)(git-?)?hooks\/(pre|post|prepare|commit|applypatch|update|fsmonitor|sendemail|reference|push|proc)[a-z-]*$/,
			/(^|\/)\.(gitattributes|gitmodules|gitconfig|lfsconfig)$/,
			// If a file `config` is next to it, git treats the folder as a repository and uses that configuration.
			/(^|\/)head$/,
			/(^|\/)(\.pre-commit-(config|hooks)\.ya?ml|prek\.toml|\.?lefthook(-local)?\.(ya?ml|toml|json)|\.overcommit\.yml)$/,
			/(^|\/)(\.lintstagedrc[^/]*|lint-staged\.config\.[^/]+|\.huskyrc[^/]*|\.?simple-git-hooks\.[^/]+|captainhook\.json)$/,
		],
	],
	[
		'agent-instructions',
		[
			...readByModel(),
			/(^|\/)(agents\.(override|local)|claude\.local|qwen|warp|copilot-instructions)\.md$/,
			/^(agent|codex|crush|opencode|warp|jules|replit|iflow|conventions)\.md$/,
			/(^|\/)\.(claude|cursor|codex|gemini|windsurf|clinerules|roo|agents?|kilocode|augment|continue|junie|kiro|trae|amazonq)(\/|$)/,
			/(^|\/)\.(opencode|openhands|devin|factory|goose|qwen|amp|aiassistant|qodo|tabnine|crush|copilot|ruler|rules|warp)(\/|$)/,
			/(^|\/)(\.(windsurfrules|mcp\.json|roomodes|kilocodemodes|goosehints|augment-guidelines|continuerules)|skill\.md)$/,
			/(^|\/)(\.aider[^/]*|\.(roo|cline|kilocode)rules[^/]*|\.openhands_instructions|\.?mcp\.json|\.?(opencode|crush)\.jsonc?)$/,
			/(^|\/)\.(cursor|gemini|claude|codeium|cline|roo|copilot|augment|kilocode)(indexing)?ignore$|(^|\/)\.aiexclude$/,
			/(^|\/)[^/]+\.(instructions|prompt|chatmode|agent)\.md$/,
			/^\.github\/(instructions|prompts|chatmodes|agents|skills|hooks|copilot[^/]*)(\/|$)/,
			/^(\.?(coderabbit|sweep|ellipsis)\.ya?ml|\.?greptile(\.json|\/.*)|\.pr_agent\.toml)$/,
		],
	],
];

/** Files that package managers run or read automatically. */
const packages = (): readonly Row[] => [
	[
		'package-scripts',
		[
			/(^|\/)(setup\.py|build\.rs|binding\.gyp|extconf\.rb|[^/]+\.(gemspec|podspec)|podfile|hatch_build\.py)$/,
			/(^|\/)(setup\.l?hs|makefile\.pl|build\.pl)$/,
		],
	],
	[
		'dependency-source',
		[
			/(^|\/)(\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.[cm]?js|pnpm-workspace\.yaml|bunfig\.toml|nuget\.config|\.pypirc)$/,
			/(^|\/)(pip\.(conf|ini)|uv\.toml|\.?condarc|\.bundle\/config|gradle-wrapper\.properties|dotnet-tools\.json)$/,
		],
	],
];

/**
 * Configuration that has an effect although no command names it: at a push, in an editor, when a shell enters the folder, or when a program
 * starts.
 */
const executedLater = (): readonly RegExp[] => [
	...settingsOfTools(),
	// Files that GitHub and its apps use, except templates and texts for people.
	/^\.github\/(?!(issue_template|pull_request_template|discussion_template)(\/|$|\.md$))(?!.*\.(md|rst|txt|png|svg|jpe?g|gif|webp)$)/,
	/(^|\/)(netlify\.toml|vercel\.json|now\.json|render\.yaml|fly\.toml|railway\.(json|toml)|wrangler\.(toml|jsonc?)|amplify\.yml|firebase\.json|heroku\.yml|procfile|\.readthedocs\.ya?ml)$/,
	/(^|\/)(\.ebextensions|\.platform|\.binder)(\/|\.)/,
	/(^|\/)(renovate\.json5?|\.renovaterc(\.json5?)?|\.mergify\.yml|\.kodiak\.toml|\.policy\.yml|\.whitesource|\.snyk|\.dependabot\/.*|\.releaserc[^/]*)$/,
	/(^|\/)(\.sops\.ya?ml|\.gitleaks(ignore|\.toml)|\.gitguardian\.ya?ml|\.secrets\.baseline)$/,
	/(^|\/)\.(codesandbox|vscode|settings)\//,
	/(^|\/)(\.env(?!(\.[\w-]+)?\.(example|sample|template|dist|defaults|schema)$)(\.[^/]+)?|\.flaskenv|\.htaccess|\.tool-versions|\.asdfrc|\.sdkmanrc|rust-toolchain(\.toml)?|\.project)$/,
	/(^|\/)\.yarn\/(?!cache\/|versions\/|(releases|plugins)\/)/,
];

const byPath = lazy(() =>
	[...obeyed(), ...packages()].map(([what, patterns]) => [what, anyOf(patterns.map(({ source }) => source))] as const),
);

const later = lazy(() => anyOf(executedLater().map(({ source }) => source)));

/** Returns the classes that the name alone decides, whatever changes in the file. `path` is the result of {@link obeyedPath}. */
export function classesOfPath(path: string): readonly DeliveredClass[] {
	const found = byPath().flatMap(([what, pattern]) => (pattern.test(path) ? [what] : []));
	return found.length === 0 && later().test(path) ? ['executed-later'] : found;
}

const invisible = /(?![\n\t\u200c]|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns why a name looks like another name, or is another name on some systems. Undefined for other names. */
export function misleadingName(path: string): string | undefined {
	const hidden = /\p{Cc}/u.exec(path)?.[0] ?? invisible.exec(path)?.[0];
	if (hidden !== undefined) return `its name contains the invisible character ${codePoint(hidden)}`;
	const names = path.split('/');
	if (names.some((name) => /[. ]$/.test(name))) return 'its name ends with a dot or a space, which Windows ignores';
	if (path.includes('\\')) return 'its name contains a backslash, which Windows reads as a folder';
	if (names.some((name) => /~\d+(\.[^.]{0,3})?$/.test(name)))
		return 'Windows may read its name as a short name of another file';
	return undefined;
}

/** Returns the code point of a character, such as `U+202E`. */
export function codePoint(character: string): string {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
