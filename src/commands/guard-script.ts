/** Where the guard lies in a checkout. */
export const guardPath = '.countersign/hooks/safety-guard.sh';

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
# Only exit code 2 stops a call; with any other failure the call would go on. So whatever goes wrong here ends in 2.
refuse() {
	printf 'Countersign stops this call: %s\\n' "$1" >&2
	exit 2
}
trap 'refuse "the guard was interrupted."' HUP INT TERM
case $0 in
/*/${guardPath}) root=\${0%/${guardPath}} ;;
*) refuse "the guard must be started by its absolute path." ;;
esac
node=${quoted(node)}
cli=${quoted(cli)}
[ -x "$node" ] || node=$(command -v node) || refuse "there is no Node. Install Node 24 or newer and do: countersign hook install"
[ -f "$cli" ] || refuse "$cli is not there. Do: countersign hook install"
unset NODE_OPTIONS
"$node" "$cli" hook --root "$root" "$@" || exit 2
exit 0
`;
}

/** A word of the shell that stands for exactly this text. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
