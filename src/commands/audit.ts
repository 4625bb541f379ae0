import { CountersignError, nearestWord } from '../core/index.ts';
import type { Surroundings } from './command-line.ts';

const help = `countersign audit: proves, shows and exports what a run did

Each takes a journal.jsonl, the folder of a run, or the zip of its artifact, which is read without being unpacked.

  countersign audit verify <journal|folder|zip> [--head <lines>:<sha256>] [--json]
      Checks each line, and each content that a line names. The head is what the run published elsewhere (its comment, its summary,
      the output \`journal-head\`); without it a cut tail cannot be seen, and the answer is \`unanchored\`.
      countersign audit verify run.zip --head 42:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

  countersign audit show <journal|folder|zip> [filters] [--json]
      What happened, line by line.
      countersign audit show run/ --denied
      countersign audit show run/ --tool shell_exec --since 2026-05-01T12:00:00Z

  countersign audit export <journal|folder|zip> --format jsonl|csv [filters]
      The same for other programs: JSON Lines as they stand in the journal, or a table that a spreadsheet can open safely.
      countersign audit export run.zip --format csv > run.csv

Filters: [--type <entry type>]… [--tool <name>]… [--call <call id|A1>]… [--denied] [--since <date or time>]
Exit codes: 0 it holds, 1 it does not (the first bad line is named), 2 wrong usage, or nothing that could be read.
`;

type Verb = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
	verify: async () => (await import('./audit-verify.ts')).auditVerify,
	show: async () => (await import('./audit-show.ts')).auditShow,
	export: async () => (await import('./audit-export.ts')).auditExport,
};

/** `countersign audit <verb>`. @throws CountersignError `bad-input` for what is no verb, and what the verbs throw. */
export async function audit([name, ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
	const asksForHelp = [name, ...args].some((word) => word === '--help' || word === '-h');
	if (asksForHelp || name === 'help') {
		surroundings.print(help.trimEnd());
		return 0;
	}
	const load = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (load === undefined) throw unknownVerb(name);
	return (await load())(args, surroundings);
}

function unknownVerb(name: string | undefined): CountersignError {
	const known = Object.keys(verbs);
	const near = name === undefined ? undefined : nearestWord(name, known);
	const message =
		name === undefined
			? '`countersign audit` needs to be told what to do.'
			: `\`audit ${name}\` is not a command${near === undefined ? '.' : `; did you mean \`audit ${near}\`?`}`;
	return new CountersignError({
		code: 'bad-input',
		message,
		fix: `One of: ${known.join(', ')}. \`countersign audit --help\` shows examples.`,
	});
}
