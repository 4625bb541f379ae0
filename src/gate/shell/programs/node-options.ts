import { type Finding, type Invocation, opaque } from '../program.ts';
import { managerOptions, type NodeManager, npm, running } from './node-script.ts';

/** Options of each package manager that change neither what runs nor where it runs. None of them takes a value. */
const plainOptions: Readonly<Record<string, RegExp>> = {
	npm: /^(-[sqdlpahfyncDEOPSBv?]|-d{2,3}|-[sqd]{2}|-ws|-iwr|--(silent|quiet|verbose|if-present|workspaces|ws|include-workspace-root|iwr|ignore-scripts|foreground-scripts|offline|prefer-offline|json|long|all|parseable|help|version|yes|no|dry-run|production|dev|force|timing|legacy-peer-deps|engine-strict|package-lock-only|link|no-(yes|color|progress|fund|audit|update-notifier|timing|workspaces|engine-strict))|--(color|progress|fund|audit|update-notifier|timing|engine-strict|if-present|workspaces)(=\w+)?|--depth(=\d+)?)$/,
	pnpm: /^(-[rswPDl]|-[rsw]{2,3}|--(recursive|silent|stream|parallel|aggregate-output|(no-)?bail|(no-)?sort|reverse|if-present|workspace-root|(no-)?color|use-stderr|fail-if-no-match|(no-)?reporter-hide-prefix|prod|dev|offline|prefer-offline|report-summary|json|long|parseable|help|version|resume-from|include-workspace-root))$/,
	yarn: /^(-[svTB]|--(silent|verbose|no-progress|non-interactive|frozen-lockfile|offline|prefer-offline|json|ignore-engines|ignore-scripts|top-level|binaries-only|production|pure-lockfile|no-lockfile|check-files|emoji|no-emoji|immutable|help|version))$/,
};

/** Settings of npm that are harmless on a command line: they are about lists, colours, retries and the like. */
const harmlessSettings = new Set(
	'access all also audit audit-level before cidr color commit-hooks cpu depth description dev dry-run expect-result-count expect-results fetch-retries fetch-retry-factor fetch-retry-maxtimeout fetch-retry-mintimeout fetch-timeout foreground-scripts format-package-lock fund heading if-present ignore-scripts include-staged include-workspace-root json libc long loglevel logs-max maxsockets message offline omit optional only os parseable prefer-dedupe prefer-offline production progress quiet rebuild-bundle save-exact sbom-format sbom-type searchlimit searchopts silent tag timing unicode update-notifier usage verbose version versions workspaces workspaces-update yes'.split(
		' ',
	),
);

/** All other settings of npm, in new and old versions, and short names that npm also accepts after more dashes. */
const tellingSettings =
	'_auth _authtoken _password allow-directory allow-file allow-git allow-remote allow-same-version allow-scripts allow-scripts-pending allow-scripts-pin auth-type bin-links browser bypass-2fa ca cache cache-max cache-min cafile call cert certfile dangerously-allow-all-scripts diff diff-dst-prefix diff-ignore-all-space diff-name-only diff-no-prefix diff-src-prefix diff-text diff-unified editor engine-strict enjoy-by expires force git git-tag-version global global-style globalconfig https-proxy include include-attestations init-author-email init-author-name init-author-url init-license init-module init-private init-type init-version init.module install-links install-strategy iwr key keyfile legacy-bundling legacy-peer-deps link local local-address location lockfile-version logs-dir min-release-age name node-gyp node-linker node-options node-version no-proxy noproxy onload-script omit-lockfile-registry-resolved orgs orgs-permission otp pack-destination package package-lock package-lock-only packages packages-all packages-and-scopes-permission password porcelain prefix preid provenance provenance-file proxy read-only readonly reg registry replace-registry-host save save-bundle save-dev save-optional save-peer save-prefix save-prod scope scopes script-shell scripts-prepend-node-path searchexclude searchstaleness shell shrinkwrap sign-git-commit sign-git-tag strict-allow-scripts strict-peer-deps strict-ssl tag-version-prefix tmp token-description umask user user-agent userconfig viewer which workspace ws c C d dd ddd desc g h help L m N n p q s S w y'
		.toLowerCase()
		.split(' ');

/**
 * Reports words that may set more than the table of options contains. Threat: npm accepts any number of dashes, short names after two
 * dashes, groups of letters, and abbreviations. So `--C=/tmp/o`, `-dC=/tmp/o` and `---pref=/tmp/o` run scripts of another project.
 */
export function oddOptions(it: Invocation, manager: NodeManager, isReading: boolean): readonly Finding[] {
	const end = it.words.findIndex((word) => word.text === '--');
	const own = it.words.slice(0, end < 0 ? it.words.length : end);
	const start = startOfScript(it);
	return own
		.filter(({ text, prefix }, i) => {
			if (!prefix.startsWith('-') || text === '-') return false;
			// A command that only reads may look at globally installed packages.
			if (isReading && /^(-g|--global|--location=global)$/.test(text)) return false;
			return isOdd(text, manager, i < start && !isReading);
		})
		.map((word) => opaque(`what \`${word.text}\` stands for`));
}

/** Returns where the words of the script may begin. Before that, an unknown option takes the next word. */
function startOfScript({ words, operands }: Invocation): number {
	const [verb, named] = operands;
	const last = verb !== undefined && running.test(verb.text) ? named : verb;
	return last === undefined ? words.length : words.indexOf(last);
}

function isOdd(text: string, manager: NodeManager, isBefore: boolean): boolean {
	const [name = ''] = text.split('=');
	if (/^-{3}/.test(text) || /^-[^-]=/.test(text)) return true;
	if (plainOptions[manager.name]?.test(text) === true) return false;
	if (Object.hasOwn(managerOptions, name)) return false;
	if (isBefore) return true;
	const isSingle = /^-[^-]/.test(text);
	if (manager !== npm) return isSingle && /^-[A-Za-z][\w-]{2,}/.test(text);
	if (isSingle) return text.length > 2 || /^-[gLCN]$/.test(text);
	return tellsNpm(name) || /=([./~]|.*[\\/])/.test(text);
}

/** Returns whether npm may treat a name as one of its settings: abbreviated, and with any number of `no-` before it. */
function tellsNpm(given: string): boolean {
	const name = given.replace(/^-+(no-)*/i, '').toLowerCase();
	return !harmlessSettings.has(name) && tellingSettings.some((setting) => setting.startsWith(name));
}
