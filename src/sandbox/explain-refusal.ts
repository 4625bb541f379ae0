/** The kind of problem, by which callers choose the remedy. */
export type RefusalKind = 'not-installed' | 'too-old' | 'masked-proc' | 'no-namespaces' | 'other';

/** Why the sandbox does not start, and the command that fixes it. */
export interface Refusal {
	readonly kind: RefusalKind;
	readonly why: string;
	readonly fix: string;
}

const installLine = 'sudo apt-get install -y bubblewrap';
const namespacesLine = 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0';

interface Cause extends Refusal {
	readonly said: RegExp;
}

/** Messages of bubblewrap, with their meaning and remedy. The first match is used. */
const causes: readonly Cause[] = [
	{ kind: 'not-installed', said: /spawn bwrap ENOENT/, why: 'bubblewrap (`bwrap`) is not installed', fix: installLine },
	{
		kind: 'other',
		said: /spawn bwrap EACCES/,
		why: 'this user has no permission to execute `bwrap`',
		fix: installLine,
	},
	{
		kind: 'too-old',
		said: /Unknown option|unrecognized option/i,
		why: 'bubblewrap is older than 0.8.0',
		fix: `runs-on: ubuntu-24.04, and: ${installLine}`,
	},
	{
		kind: 'masked-proc',
		said: /mount proc|Can't mount proc/i,
		why: '/proc is masked, as in an ordinary container',
		fix: 'container: { options: --security-opt systempaths=unconfined --security-opt seccomp=unconfined --security-opt apparmor=unconfined }',
	},
	{
		kind: 'no-namespaces',
		said: /uid map|RTM_NEWADDR|namespace|Creating new|No permissions/i,
		why: 'this machine does not let an ordinary user make user namespaces',
		fix: namespacesLine,
	},
];

/** Explains a message of bubblewrap for the author of the workflow. */
export function explainRefusal(said: string): Refusal {
	const cause = causes.find((one) => one.said.test(said));
	if (cause !== undefined) return { kind: cause.kind, why: cause.why, fix: cause.fix };
	return { kind: 'other', why: said, fix: `${installLine} && ${namespacesLine}` };
}
