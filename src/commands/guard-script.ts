/** For whom a hook is: the person who installed it in this checkout, or everybody who clones the repository. */
export type HookScope = 'personal' | 'shared';

/** Where the guards lie in a checkout: one is ignored by git, one is committed. */
export const guardPaths: Readonly<Record<HookScope, string>> = {
	personal: '.countersign/hooks/safety-guard.sh',
	shared: '.countersign/shared/safety-guard.sh',
};

/** Tells that a checkout has had the program of the shared guard. Ignored by git. */
export const seenPath = '.countersign/seen';

/** The program of the shared guard: a package of the repository. */
export const sharedProgram = 'node_modules/countersign/dist/cli.js';

/** The programs that a guard starts. */
export interface GuardPrograms {
	readonly node: string;
	/** The built command line. */
	readonly cli: string;
}

/**
 * The guard that a coding agent starts before each tool call (agtop, Safety Hooks: GenerateGuardScript): a launcher of the built gate, without
 * patterns of its own. An agent lets a call pass on every exit code but 2, so whatever goes wrong is a 2. Builtins of the shell are all it needs.
 */
export function guardScript({ node, cli }: GuardPrograms): string {
	return `#!/bin/sh
# safety-guard.sh: written by \`countersign hook install\`, which also repairs it. A coding agent starts it before every tool call.
${beginning('personal')}node=${quoted(node)}
cli=${quoted(cli)}
[ -x "$node" ] || node=$(command -v node) || refuse "there is no Node. Install Node 24 or newer and do: countersign hook install"
[ -f "$cli" ] || refuse "$cli is not there. Do: countersign hook install"
unset NODE_OPTIONS
"$node" "$cli" hook --root "$root" "$@" || exit 2
exit 0
`;
}

/**
 * The guard that is committed. It finds the program among the repository's packages, so it names nothing of one machine. In a clone
 * that never had them the call passes, with a word to the person; once they have been there, a program that is missing stops the call.
 */
export function sharedGuardScript(): string {
	return `#!/bin/sh
# safety-guard.sh: written by \`countersign hook install --shared\`, which also repairs it. Commit it: it works in every clone.
# It starts the Countersign that is among the packages of this repository.
${beginning('shared')}cli=$root/${sharedProgram}
seen=$root/${seenPath}
if [ ! -f "$cli" ]; then
	[ -e "$seen" ] && refuse "Countersign was installed here, and is missing now. Install the packages of this repository (npm ci)."
	echo '{"systemMessage":"${unjudged}"}'
	echo '${unjudged}' >&2
	exit 0
fi
node=$(command -v node) || refuse "there is no Node. Install Node 24 or newer."
[ -e "$seen" ] || (set -C && : >"$seen") 2>/dev/null
unset NODE_OPTIONS
"$node" "$cli" hook --shared --root "$root" "$@" || exit 2
exit 0
`;
}

const unjudged =
	'Countersign is not installed here, so it judges no call. Install the packages of this repository (npm ci).';

/** Whatever goes wrong ends in 2, and the checkout is known by where the guard lies. */
function beginning(scope: HookScope): string {
	return `# Only exit code 2 stops a call; with any other failure the call would go on. So whatever goes wrong here ends in 2.
refuse() {
	printf 'Countersign stops this call: %s\\n' "$1" >&2
	exit 2
}
trap 'refuse "the guard was interrupted."' HUP INT TERM
case $0 in
/*/${guardPaths[scope]}) root=\${0%/${guardPaths[scope]}} ;;
*) refuse "the guard must be started by its absolute path." ;;
esac
`;
}

/** A word of the shell that stands for exactly this text. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
