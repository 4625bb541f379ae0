import type { CliContext } from './command-line.ts';

/** Runs a command with its arguments, and returns the exit code. */
export type Command = (args: readonly string[], cli: CliContext) => number | Promise<number>;

/** Loads a command when it is called. A hook starts a process for each call, so that process must not load other commands. */
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
		const { init } = await import('./init/init.ts');
		return (args, cli) => init(args, cli, { isTerminal: cli.isTerminal, webUrl: cli.connection.webUrl });
	},
	gate: async () => (await import('./judging/gate.ts')).gate,
	policy: {
		verbs: {
			test: async () => (await import('./policy/policy-test.ts')).policyTest,
			patterns: async () => (await import('./policy/policy-patterns.ts')).policyPatterns,
			explain: async () => (await import('./policy/policy-explain.ts')).policyExplain,
			replay: async () => (await import('./policy/policy-replay.ts')).policyReplay,
			suggest: async () => (await import('./policy/policy-suggest.ts')).policySuggest,
			schema: async () => (await import('./policy/policy-schema.ts')).policySchema,
		},
	},
	skills: {
		verbs: {
			list: async () => (await import('./skills/skills-list.ts')).skillsList,
			check: async () => (await import('./skills/skills-check.ts')).skillsCheck,
			new: async () => (await import('./skills/skills-new.ts')).newSkill,
			update: async () => (await import('./skills/skills-update.ts')).update,
		},
	},
	audit: {
		verbs: {
			verify: async () => (await import('./audit/audit-verify.ts')).auditVerify,
			show: async () => (await import('./audit/audit-show.ts')).auditShow,
			export: async () => (await import('./audit/audit-export.ts')).auditExport,
		},
	},
	run: async () => (await import('./run/run.ts')).run,
	resume: async () => (await import('./run/resume.ts')).resume,
	report: async () => (await import('./audit/report.ts')).report,
	hook: {
		verbs: {
			install: async () => (await import('./hook/hook-install.ts')).hookInstall,
			uninstall: async () => (await import('./hook/hook-uninstall.ts')).hookUninstall,
			check: async () => (await import('./hook/hook-check.ts')).hookCheck,
		},
		otherwise: async () => (await import('./hook/hook-call.ts')).hookCall,
	},
	doctor: async () => {
		const { doctor } = await import('./doctor/doctor.ts');
		return (args, cli) => doctor(args, cli, undefined, cli);
	},
	sweep: async () => (await import('./run/sweep.ts')).sweep,
	bot: {
		verbs: { setup: async () => (await import('./bot/bot-setup.ts')).botSetup },
		otherwise: async () => (await import('./bot/bot.ts')).bot,
	},
	play: async () => (await import('./play.ts')).play,
	completion: async () => (await import('./completion.ts')).completion,
};
