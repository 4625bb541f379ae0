import { CountersignError, nearestWord } from '../core/index.ts';
import type { Surroundings } from './command-line.ts';
import type { Connection } from './connection.ts';

const help = `countersign policy: tries, explains and compares policies

  countersign policy test [<name|file>…] [--root <folder>] [--json]
      Loads each policy with its examples; without names the shipped ones and those of .github/countersign.yml, whose patterns
      and those of the repository's skills are tried, too.
      countersign policy test .github/policies/own.yml

  countersign policy explain "<command>" [judging options] [--json]
  countersign policy explain --tool <name> --args '<json>' [judging options] [--json]
      The way from a call to its verdict: what it would do, who speaks about it, and what would change the answer.
      countersign policy explain "npm ci && rm -rf build"
      countersign policy explain --tool file_write --args '{"path":".github/workflows/ci.yml","content":""}'

  countersign policy replay <journal.jsonl|folder|zip>… --policy <name|file>… [judging options] [--fail-on-loosening] [--json]
      Judges the calls of past runs again, and shows which of them would be decided otherwise.
      countersign policy replay runs/ --policy default --policy .github/policies/own.yml

  countersign policy suggest <journal.jsonl|folder|zip>… [--at-least <times>] [--pull-request] [judging options] [--json]
      Rules for what maintainers always approved or always denied, as YAML with examples from those runs. Nothing is applied; with
      --pull-request they are proposed to GITHUB_REPOSITORY as a draft pull request, with GITHUB_TOKEN, once.
      countersign policy suggest runs/ --at-least 2 > suggested.yml && countersign policy test suggested.yml

  countersign policy schema
      Prints the JSON Schema of a policy file, for editors.

Judging options: [--policy <name|file>]… [--skills <folder>]… [--root <folder>] [--home <folder>] [--allow <folder>]…
                 [--changed <path>]… [--mode plan|default|edit|auto]
Exit codes: 0 fine, 1 a policy does not hold (replay: a call became looser), 2 wrong usage.
`;

type Verb = (args: readonly string[], surroundings: Surroundings, connection?: Connection) => number | Promise<number>;

const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
	test: async () => (await import('./policy-test.ts')).policyTest,
	explain: async () => (await import('./policy-explain.ts')).policyExplain,
	replay: async () => (await import('./policy-replay.ts')).policyReplay,
	suggest: async () => (await import('./policy-suggest.ts')).policySuggest,
	schema: async () => (await import('./policy-schema.ts')).policySchema,
};

/**
 * `countersign policy <verb>`; `connection` leads to GitHub, where a verb is told to go there. @throws CountersignError `bad-input` for what is no verb, and what the verbs throw.
 */
export async function policy(
	[name, ...args]: readonly string[],
	surroundings: Surroundings,
	connection?: Connection,
): Promise<number> {
	const asksForHelp = [name, ...args].some((word) => word === '--help' || word === '-h');
	if (asksForHelp || name === 'help') {
		surroundings.print(help.trimEnd());
		return 0;
	}
	const load = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (load === undefined) throw unknownVerb(name);
	return (await load())(args, surroundings, connection);
}

function unknownVerb(name: string | undefined): CountersignError {
	const known = Object.keys(verbs);
	const near = name === undefined ? undefined : nearestWord(name, known);
	const message =
		name === undefined
			? '`countersign policy` needs to be told what to do.'
			: `\`policy ${name}\` is not a command${near === undefined ? '.' : `; did you mean \`policy ${near}\`?`}`;
	return new CountersignError({
		code: 'bad-input',
		message,
		fix: `One of: ${known.join(', ')}. \`countersign policy --help\` shows examples.`,
	});
}
