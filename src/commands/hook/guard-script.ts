import { leastNode } from '../doctor/node-version.ts';

/** Who uses a hook: only the person who installed it in this checkout, or everybody who clones the repository. */
export type HookScope = 'personal' | 'shared';

/** The paths of the guards in a checkout. Git ignores one of them; the other is committed. */
export const guardPaths: Readonly<Record<HookScope, string>> = {
	personal: '.countersign/hooks/safety-guard.sh',
	shared: '.countersign/shared/safety-guard.sh',
};

/** A file which shows that the program of the shared guard was once installed in this checkout. Git ignores it. */
export const seenPath = '.countersign/seen';

/** The program of the shared guard: a package of the repository. */
export const sharedProgram = 'node_modules/countersign/dist/cli.js';

/** The programs that a guard starts. */
export interface GuardPrograms {
	readonly node: string;
	/** The path of the built command line program. */
	readonly cli: string;
}

/**
 * Returns the guard that a coding agent starts before each tool call (agtop, Safety Hooks: GenerateGuardScript). It starts the gate, and
 * contains no patterns itself. An agent lets a call pass with any exit code except 2, so every error ends with 2. The script needs only
 * shell builtins.
 */
export function guardScript({ node, cli }: GuardPrograms): string {
	return `#!/bin/sh
# safety-guard.sh: written by \`countersign hook install\`, which also repairs it. A coding agent starts it before every tool call.
${beginning('personal')}node=${quoted(node)}
cli=${quoted(cli)}
[ -x "$node" ] || node=$(command -v node) || refuse "Node is missing. Install Node ${leastNode} or newer, then run: countersign hook install"
[ -f "$cli" ] || refuse "$cli is missing. Run: countersign hook install"
unset NODE_OPTIONS
"$node" "$cli" hook --root "$root" "$@" || exit 2
exit 0
`;
}

/**
 * Returns the guard that is committed. It finds the program among the repository's packages, so it contains no path of one machine. In a
 * clone in which the packages were never installed, the call passes, and the person gets a message. If they were installed once and the
 * program is missing, the call is stopped.
 */
export function sharedGuardScript(): string {
	return `#!/bin/sh
# safety-guard.sh: written by \`countersign hook install --shared\`, which also repairs it. Commit it: it works in every clone.
# It starts the Countersign that is among the packages of this repository.
${beginning('shared')}cli=$root/${sharedProgram}
seen=$root/${seenPath}
if [ ! -f "$cli" ]; then
	[ -e "$seen" ] && refuse "Countersign was installed here, but is missing now. Install the packages of this repository (npm ci)."
	echo '{"systemMessage":"${unjudged}"}'
	echo '${unjudged}' >&2
	exit 0
fi
node=$(command -v node) || refuse "Node is missing. Install Node ${leastNode} or newer."
[ -e "$seen" ] || (set -C && : >"$seen") 2>/dev/null
unset NODE_OPTIONS
"$node" "$cli" hook --shared --root "$root" "$@" || exit 2
exit 0
`;
}

const unjudged =
	'Countersign is not installed here, so no call is checked. Install the packages of this repository (npm ci).';

/** Returns the beginning of a guard. Every error ends with 2, and the path of the guard shows which checkout it belongs to. */
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

/** Returns a shell word that means exactly this text. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
