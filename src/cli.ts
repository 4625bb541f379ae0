import { parseArgs } from 'node:util';
import { asCountersignError } from './core/index.ts';
import { verifyJournalFile } from './journal/index.ts';
import { version } from './version.ts';

const help = `countersign ${version}: the repository agent whose risky steps need a maintainer's signature

  countersign audit verify <journal.jsonl | folder> [--head <lines>:<sha256>]
      Verifies a run's journal: the chain, and against the published head that nothing was cut or added.
  countersign --version
  countersign --help

Exit codes: 0 fine, 1 the journal does not hold, 2 wrong usage.
`;

/** The door of the terminal. */
function main(args: readonly string[]): number {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			head: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
			version: { type: 'boolean', short: 'v' },
		},
	});
	if (values.version === true) return say(version);
	const [room, verb, path] = positionals;
	if (room === 'audit' && verb === 'verify' && path !== undefined) return verify(path, values.head);
	if (values.help === true || positionals.length === 0) return say(help);
	console.error(`countersign: "${positionals.join(' ')}" is not a command.\n\n${help}`);
	return 2;
}

function verify(path: string, head: string | undefined): number {
	const report = verifyJournalFile(path, head);
	console.log(report.text);
	return report.ok ? 0 : 1;
}

function say(text: string): number {
	console.log(text.trimEnd());
	return 0;
}

try {
	process.exitCode = main(process.argv.slice(2));
} catch (thrown) {
	const error = asCountersignError(thrown);
	console.error(`countersign: ${error.message}${error.code === 'internal' ? '' : ` ${error.fix}`}`);
	process.exitCode = 2;
}
