/**
 * Recognizes sensitive paths by their names (leashd, Safety Pipeline: PathAnalyzer). It compares component by component, without case.
 * `src/secretsanta.py` and `.env.example` are ordinary files.
 */

import { anyOf } from './any-of.ts';

const harmlessEnv = /\.env(\.[\w-]+)?\.(example|sample|template|dist|defaults|schema)$/;

/** Names of files that contain credentials in any folder. */
const credentialNames = anyOf(
	[
		/\.env$/,
		/^\.env\./,
		/^\.envrc$/,
		/\.(key|pem|p12|pfx|jks|keystore|ppk|kdbx|tfstate)$/,
		/^id_(rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/,
		/^(\.authinfo(\.gpg)?|\.npmrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg|\.boto|\.s3cfg|\.vault-token)$/,
		/^(credentials?|secrets?)$/,
		/(^|[-_.])(credentials?|secrets?)\.(json|ya?ml|toml|ini|txt|xml|properties|cfg|conf|enc|csv|tfvars|db)$/,
		/tokens?\.json$/,
		/^service[-_]?account.*\.json$/,
		// The action google-github-actions/auth leaves this file in the checkout.
		/^gha-creds-.*\.json$/,
		/(^|[-_.])kubeconfig(\.(ya?ml|json))?$/,
		/^(\.terraformrc|credentials\.tfrc\.json)$/,
		/^(application_default_credentials\.json|\.credentials|\.credentials_rsaparams|\.runner)$/,
		/^\.(bash|zsh|sh|python|node_repl|psql|mysql|sqlite)_history$/,
		/^(cookies|login data( for account)?|logins\.json|key[34]\.db|(cookies|signons)\.sqlite(-wal)?|.*\.(keyring|binarycookies|keychain(-db)?))$/,
		/^docker\.sock$/,
	].map(({ source }) => source),
);

/** Files in installed packages, such as certificates of tests and authorities. They have names like keys, but are published. */
const published = /(^|\/)(node_modules|site-packages|vendor)\/.*\.(key|pem|p12|pfx|jks|keystore)$/;

/** Paths that contain credentials because of their folder. */
const credentialPlaces = anyOf(
	[
		/(^|\/)\.(ssh|aws|gnupg|azure|password-store)(\/|$)/,
		/(^|\/)\.kube\/(config|cache)/,
		/(^|\/)\.docker\/config\.json$/,
		// Data that browsers and desktops store for their user.
		/(^|\/)\.mozilla\/firefox(\/(?!profiles\.ini$)|$)/,
		/(^|\/)(\.config|library\/application support)\/(google-chrome|google\/chrome|chromium|bravesoftware|microsoft-edge|microsoft edge|vivaldi|opera|arc)[\w-]*(\/(?!nativemessaginghosts)|$)/,
		/(^|\/)\.local\/share\/(keyrings|kwalletd)(\/|$)/,
		/(^|\/)library\/(keychains|cookies)(\/|$)/,
		/(^|\/)\.config\/(gcloud|gh|hub|op)(\/|$)/,
		/(^|\/)\.(cargo|gem)\/credentials/,
		/(^|\/)\.git\/(config|credentials)(\.worktree)?$/,
		/(^|\/)_runner_file_commands(\/|$)/,
		/^\/etc\/(g?shadow|sudoers|ssh|ssl\/private|kubernetes\/(\S*\.conf$|pki\/)|rancher\/(k3s|rke2)\/\w+\.yaml$)/,
		/^\/(var\/)?run\/(secrets|user|credentials)(\/|$)/,
		/^\/tmp\/ssh-/,
	].map(({ source }) => source),
);

/** `/proc` shows the environments and memory of other processes, but these files only describe the machine. */
const harmlessProc =
	/^\/proc\/((cpuinfo|meminfo|version|loadavg|uptime|filesystems|stat|mounts|sys\/kernel\/(osrelease|version))|(self|\d+)\/(cgroup|limits|status|mounts|mountinfo))$/;

/** Sample names, to test whether a pattern looks for a credential. */
const wellKnownNames = [
	'.env',
	'.env.local',
	'.env.production',
	'.env.development',
	'.netrc',
	'.npmrc',
	'.pypirc',
	'.git-credentials',
	'.credentials',
	'id_rsa',
	'id_ed25519',
	'credentials',
];

/** Names that belong to keys only because of their endings. */
const keyNames = ['_.key', '_.pem', '_.p12'];

/**
 * Returns whether an uncommitted file of a checkout contains a credential, by its name. Commands cannot see such a file, and the state for
 * the next job does not include it.
 */
export function isOwnCredential(path: string): boolean {
	return (isCredential(path) || isCertificate(path)) && !published.test(path.toLowerCase());
}

/** Settings of programs. They contain a credential only if it is written out. */
const settingsFile = /(^|\/)(\.npmrc|\.yarnrc\.yml)$/;
/** A credential that is written out. `${NAME}` is only a reference. */
const spelledCredential = /(_auth(token)?|password|npmauth(token|ident))["']?\s*[=:]\s*(?!["'\s]*\$\{)["']?[^\s"']/i;

/**
 * Returns whether a committed file contains a credential, by its name, and by its text if the name is not enough. Commands cannot see
 * such a file.
 */
export function isCommittedCredential(path: string, text: string | undefined): boolean {
	const lower = path.toLowerCase();
	if (published.test(lower)) return false;
	if (isCertificate(path)) return holdsPrivateKey(text);
	return isCredential(path) && (!settingsFile.test(lower) || spelledCredential.test(text ?? ''));
}

const certificateWord = /^(ca|cacerts?|certs?|certificates?|chain|fullchain|pub|public|pubkey)$/;

/**
 * Returns whether a file is a certificate or a public key by its name. Everybody may read these, but the file may still contain a private
 * key.
 */
export function isCertificate(path: string): boolean {
	const [, stem] = /(?:^|\/)([\w.-]+)\.pem$/.exec(path.toLowerCase()) ?? [];
	const words = stem?.split(/[-_.]/) ?? [];
	const isPublic = words.some((word) => word.startsWith('pub'));
	return words.some((word) => certificateWord.test(word)) && !words.some((word) => isOfKey(word, isPublic));
}

function isOfKey(word: string, isPublic: boolean): boolean {
	return /priv|secret|combined|identity/.test(word) || (word.includes('key') && !isPublic);
}

/** Returns whether the text of a certificate file also contains a private key. */
export function holdsPrivateKey(text: string | undefined): boolean {
	return text?.includes('PRIVATE KEY') === true;
}

/** Endings of packed files, and of copies that an editor or a person left: `.npmrc.gz`, `.git/config.bak`. */
const copyEnding =
	/(?<=[^/.])(\.(gz|xz|bz2|zst|lz4|lzma|lz|z|br|zip|tar|tgz|bak|backup|orig|old|save|saved|copy|swp|tmp)|~)$/;

function withoutCopyEnding(name: string): string {
	let rest = name;
	for (let i = 0; i < 3; i++) rest = rest.replace(copyEnding, '');
	return rest;
}

/** Returns whether a path contains, or probably contains, a credential. */
export function isCredential(path: string): boolean {
	const lower = path.toLowerCase();
	if (lower === '/proc' || lower.startsWith('/proc/')) return !harmlessProc.test(lower);
	const whole = lower.slice(lower.lastIndexOf('/') + 1);
	const name = withoutCopyEnding(whole);
	if (harmlessEnv.test(name)) return false;
	if (/[*?[(]/.test(name) && (patternReachesCredential(name) || reachesGitConfiguration(lower, name))) return true;
	if (credentialPlaces.test(lower.slice(0, lower.length - whole.length + name.length))) return true;
	// A module of the source tree that handles credentials does not contain them.
	if (
		/^(credentials?|secrets?)$/.test(name) &&
		/(^|\/)(src|lib|app|apps|test|tests|pkg|internal|packages|docs?)\//.test(lower)
	)
		return false;
	return credentialNames.test(name) && !isCertificate(name);
}

/**
 * Returns whether a pattern probably looks for a credential. It must match a credential's name, and contain half of the name or four of its
 * characters. `*.json` is not enough, although a credential may match it. `.*` is enough, because it matches every hidden file.
 */
function patternReachesCredential(pattern: string): boolean {
	const plain = pattern.replace(/[?*+@!]\(([^)]*)\)/g, (_, inner: string) => `*${inner.replace(/[^a-z]/g, '')}*`);
	if (/\[[^\]]*$/.test(plain)) return false;
	if (/^\.(\[[^\]]*\]|\?)*[*?]+$/.test(pattern)) return true;
	const spelled = plain.replace(/\[[^\]]*\]|[*?]/g, '').length + (plain.match(/\[[^\]]*\]/g)?.length ?? 0) / 2;
	const isMeant = (name: string) => spelled >= Math.min(4, Math.ceil(name.length / 2));
	const loose = globMatcher(pattern.replace(/[?*+@!]\([^)]*\)/g, '*'));
	const starts = (name: string) =>
		!name.startsWith('.') || /^(\.|[?*+@!]\()/.test(pattern) || /^\[?[?*]?.*\.env/.test(pattern);
	return wellKnownNames.some((name) => isMeant(name) && starts(name) && loose(name));
}

/**
 * Returns whether a pattern may match files that contain credentials. Like those of `find`, its wildcards match a leading dot. The empty
 * pattern matches all files.
 */
export function mayNameCredential(pattern: string): boolean {
	return (
		pattern === '' ||
		(/[*?[]/.test(pattern) && [...wellKnownNames, ...keyNames].some(globMatcher(pattern.toLowerCase())))
	);
}

/** Sample values for an unknown part of a name. */
const chosenParts = ['credentials', '-secrets', 'tokens', 'service-account', 'x'];

/** Names of credentials that contain no dot. */
const bareNames = 'id_rsa id_dsa id_ecdsa id_ed25519 credentials secrets cookies'.split(' ');

/** Returns whether a path that someone else chooses may name a credential. `pattern` is all that is known about the path. */
export function mayBeChosenCredential(pattern: string): boolean {
	const name = pattern.slice(pattern.lastIndexOf('/') + 1);
	const fixed = name.split(/(?:\[[^\]]*\]|[*?])+/);
	const ending = fixed.at(-1) ?? '';
	if (fixed.length === 1) return isCredential(pattern);
	// The unknown parts consist of letters, digits and `_`, as a match of `\w+` does.
	if (ending === '' && !/[*?.]/.test(name.replaceAll('[0-9A-Za-z_]*', '')))
		return bareNames.some((one) => one.startsWith(fixed[0] ?? ''));
	return ending === '' || chosenParts.some((part) => isCredential(`${fixed.slice(0, -1).join('x')}${part}${ending}`));
}

/** Returns whether a name or a pattern may be git's own settings, which can contain a saved token. */
export function mayNameGitConfiguration(pattern: string): boolean {
	return globMatcher(pattern.toLowerCase())('config');
}

/** Returns whether a pattern in git's own folder may match its configuration, which can contain a saved token. */
function reachesGitConfiguration(path: string, name: string): boolean {
	return /(^|\/)\.git\//.test(path) && /[*?[]/.test(name) && ['config', 'credentials'].some(globMatcher(name));
}

/**
 * Returns a matcher for one path component. After a mismatch it goes back only to the last `*`, so it stays fast. `[…]` matches any
 * character.
 */
function globMatcher(pattern: string): (name: string) => boolean {
	const tokens = pattern.replace(/\[[^\]]*\]/g, '?').replace(/\*+/g, '*');
	return (name) => {
		let [at, star, mark] = [0, -1, 0];
		for (let i = 0; i < name.length; ) {
			if (tokens[at] === '*') [star, mark, at] = [at, i, at + 1];
			else if (tokens[at] === '?' || tokens[at] === name[i]) [at, i] = [at + 1, i + 1];
			else if (star >= 0) [at, mark, i] = [star + 1, mark + 1, mark + 1];
			else return false;
		}
		return tokens.slice(at).replace('*', '') === '';
	};
}

/** Files that tools execute or obey later: hooks, workflows, and the configuration of git, shells, editors and agents. */
const executedLater = anyOf(
	[
		/(^|\/)\.git(\/|$)/,
		/(^|\/)\.github\/(workflows|actions|hooks)(\/|$)/,
		/(^|\/)\.github\/(countersign.*|dependabot\.ya?ml|codeowners)$/,
		/(^|\/)\.(husky|githooks|circleci|buildkite|claude|cursor|codex|gemini|devcontainer|countersign|ssh)(\/|$)/,
		/(^|\/)\.(gitattributes|gitmodules|gitconfig|npmrc|envrc|mcp\.json|gitlab-ci\.yml|travis\.yml|pre-commit-config\.yaml)$/,
		// Files that make git treat a folder as a repository and use its configuration.
		/(^|\/)(head|commondir)$/,
		/(^|\/)\.(yarnrc(\.yml)?|pnpmfile\.cjs|lintstagedrc.*|vimrc|exrc|inputrc|direnvrc)$/,
		/(^|\/)\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc)$/,
		/(^|\/)\.(vscode\/(tasks|settings|launch)\.json|config\/(git|fish|systemd|autostart)(\/|$))/,
		/(^|\/)(codeowners|jenkinsfile|lefthook\.ya?ml|azure-pipelines\.ya?ml|\.pnpmfile\.cjs)$/,
		/(^|\/)\.yarn\/(releases|plugins)\//,
		// Countersign itself. The path is in lower case here, because some file systems ignore case.
		/(^|\/)node_modules\/countersign(\/|$)/,
		/^\/etc\/|^\/var\/spool\/cron|^\/(usr|lib|bin|sbin|boot)\//,
	].map(({ source }) => source),
);

/** Returns whether the path is executed later, or gives more rights later. */
export function isExecutedLater(path: string): boolean {
	const lower = path.toLowerCase();
	// The plans of local agents are texts for people (leashd, Safety Pipeline: allowed directories).
	if (/^\/.*\/\.claude\/plans\/[^/]+$/.test(lower)) return false;
	return executedLater.test(lower);
}
