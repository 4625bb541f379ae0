import type { CliContext } from './command-line.ts';

/** Runs a command with its arguments, and returns the exit code. */
export type Command = (args: readonly string[], cli: CliContext) => number | Promise<number>;

/** Loads a command when it is called. A hook starts one process for each call, and must not wait for other commands to load. */
export type Load = () => Promise<Command>;

/** A command with verbs: `countersign audit verify`. */
export interface Group {
	readonly verbs: Readonly<Record<string, Load>>;
	/** What runs if no verb is given. */
	readonly otherwise?: Load;
}

/** All commands by their names. Their `--help` texts are in `help.ts`. */
export const commands: Readonly<Record<string, Load | Group>> = {
	init: async () => {
		const { init } = await import('./init.ts');
		return (args, cli) => init(args, cli, { isTerminal: cli.isTerminal, webUrl: cli.connection.webUrl });
	},
	gate: async () => (await import('./gate.ts')).gate,
	policy: {
		verbs: {
			test: async () => (await import('./policy-test.ts')).policyTest,
			patterns: async () => (await import('./policy-patterns.ts')).policyPatterns,
			explain: async () => (await import('./policy-explain.ts')).policyExplain,
			replay: async () => (await import('./policy-replay.ts')).policyReplay,
			suggest: async () => (await import('./policy-suggest.ts')).policySuggest,
			schema: async () => (await import('./policy-schema.ts')).policySchema,
		},
	},
	skills: {
		verbs: {
			list: async () => (await import('./skills-list.ts')).skillsList,
			check: async () => (await import('./skills-check.ts')).skillsCheck,
			new: async () => (await import('./skills-new.ts')).newSkill,
			update: async () => (await import('./skills-update.ts')).update,
		},
	},
	audit: {
		verbs: {
			verify: async () => (await import('./audit-verify.ts')).auditVerify,
			show: async () => (await import('./audit-show.ts')).auditShow,
			export: async () => (await import('./audit-export.ts')).auditExport,
		},
	},
	run: async () => (await import('./run.ts')).run,
	resume: async () => (await import('./resume.ts')).resume,
	report: async () => (await import('./report.ts')).report,
	hook: {
		verbs: {
			install: async () => (await import('./hook-install.ts')).hookInstall,
			uninstall: async () => (await import('./hook-uninstall.ts')).hookUninstall,
			check: async () => (await import('./hook-check.ts')).hookCheck,
		},
		otherwise: async () => (await import('./hook-call.ts')).hookCall,
	},
	doctor: async () => {
		const { doctor } = await import('./doctor.ts');
		return (args, cli) => doctor(args, cli, undefined, cli);
	},
	sweep: async () => (await import('./sweep.ts')).sweep,
	bot: {
		verbs: { setup: async () => (await import('./bot-setup.ts')).botSetup },
		otherwise: async () => (await import('./bot.ts')).bot,
	},
	completion: async () => (await import('./completion.ts')).completion,
};
