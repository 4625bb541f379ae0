import { CountersignError, nearestWord } from '../core/index.ts';
import type { Surroundings } from './command-line.ts';

const help = `countersign hook: gives Claude Code on this machine the same gate

  countersign hook install [--root <folder>] [--mode plan|default|edit|auto] [--allow <folder>]… [--allow-unasked] [--dry-run]
      Writes .countersign/hooks/safety-guard.sh, calls it from .claude/settings.json for every tool, and tries it out. Configuration,
      policies and skills count as they stand now, until it is installed again. Run it again to repair, or to take changes over.
      --mode            for every call; without it Claude Code's own: \`edit\` where it accepts edits, \`default\` otherwise
      --allow           a folder beside the checkout that counts as part of it
      --allow-unasked   Claude Code does not ask about what the gate allows; without it its own rules decide about that
      --dry-run         shows what would be written
  countersign hook check [--root <folder>]
      Looks whether the hook is as it was installed, and tries it out. Changes nothing; \`countersign doctor\` does it, too.
  countersign hook [--root <folder>] [--deadline <seconds>]
      The hook itself: a PreToolUse call as JSON on standard input. 0 lets it pass or asks (as JSON on standard output), 2 blocks it.
      echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}' | countersign hook

Exit codes of install and check: 0 fine, 1 the hook does not do what it is for, 2 wrong usage. Of the hook: 2 for whatever goes wrong.
`;

type Verb = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
	install: async () => (await import('./hook-install.ts')).hookInstall,
	check: async () => (await import('./hook-check.ts')).hookCheck,
};

/** `countersign hook`, and its verbs. @throws CountersignError `bad-input` for what is no verb, and what the verbs throw. */
export async function hook(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const [name, ...rest] = args;
	if (args.some((word) => word === '--help' || word === '-h') || name === 'help') {
		surroundings.print(help.trimEnd());
		return 0;
	}
	if (name === undefined || name.startsWith('-')) return call(args, surroundings);
	const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (load === undefined) throw unknownVerb(name);
	return (await load())(rest, surroundings);
}

/** It must be there soonest of all, so the build puts it into scripts of its own, of which compiled code is kept. */
async function call(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { hookCall } = await import('./hook-call.ts');
	return hookCall(args, surroundings);
}

function unknownVerb(name: string): CountersignError {
	const known = Object.keys(verbs);
	const near = nearestWord(name, known);
	return new CountersignError({
		code: 'bad-input',
		message: `\`hook ${name}\` is not a command${near === undefined ? '.' : `; did you mean \`hook ${near}\`?`}`,
		fix: `One of: ${known.join(', ')}. \`countersign hook --help\` shows examples.`,
	});
}
