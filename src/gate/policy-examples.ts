import {
	type CountersignError,
	type Decision,
	type DeliveredFile,
	type Facts,
	type FileState,
	stricter,
	type ToolCall,
} from '../core/index.ts';
import { badPolicy } from './bad-policy.ts';
import { subjectOf } from './effects.ts';
import type { Example, RuleText } from './policy-schema.ts';
import type { Policy, Rule } from './rule.ts';
import { type About, abouts, firstMatch, matches } from './rule-matches.ts';

const root = '/workspace';

/** The project for the examples of policies. It has the usual files of each kind of project. */
const exampleFiles: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: {
			test: 'vitest run',
			lint: 'eslint .',
			build: 'tsc',
			'format:check': 'biome check',
			deploy: './deploy.sh',
		},
		devDependencies: { typescript: '*', esbuild: '*', eslint: '*', vitest: '*' },
	}),
	Makefile: 'test:\n\techo test\ndeploy:\n\techo deploy\n',
	'Cargo.toml': '[package]\n',
	'go.mod': 'module example\n',
	'pyproject.toml': '[tool.pytest.ini_options]\n',
	'.git/HEAD': 'ref: refs/heads/main\n',
};

/** The facts of the example project. */
export const exampleFacts: Facts = {
	root,
	home: '/home/user',
	realPath: (path) => (path.startsWith('/') ? path : `${root}/${path}`),
	readText: (path) => (Object.hasOwn(exampleFiles, path) ? exampleFiles[path] : undefined),
	entries: () => [],
	changedInRun: () => false,
	tracked: () => Object.keys(exampleFiles).length,
	// A name that is not a built-in tool can only be a tool of a skill or of a server.
	declaredTool: () => ({ from: 'the skill example', runs: 'example', writes: true }),
};

/**
 * Checks the examples of a policy. Each rule must decide about the calls that it lists under `match`. @throws CountersignError
 * `bad-policy`.
 */
export function checkExamples(policy: Policy, texts: readonly RuleText[]): void {
	policy.rules.forEach((rule, i) => {
		for (const example of texts[i]?.match ?? []) checkMatch(rule, example, lastingFor(rule, policy));
		for (const example of texts[i]?.not_match ?? []) {
			if (aboutsOf(example).some((about) => firstMatch(policy, about) === rule))
				throw bad(
					`\`${rule.name}\` matches \`${show(example)}\`, although this is an example under \`not_match\``,
					rule,
					policy,
				);
		}
	});
}

/** Returns the policy without the other rules that allow for a limited time. They hide this rule only until they expire. */
function lastingFor(rule: Rule, policy: Policy): Policy {
	const isTemporary = (other: Rule) => other.decision === 'allow' && other.expires !== undefined;
	return { ...policy, rules: policy.rules.filter((other) => other === rule || !isTemporary(other)) };
}

function checkMatch(rule: Rule, example: Example, policy: Policy): void {
	const all = aboutsOf(example);
	const own = all.filter((about) => matches(rule, about));
	if (own.length === 0) {
		const others = new Set(all.flatMap((about) => firstMatch(policy, about) ?? []));
		const names = [...others].map(({ name }) => `\`${name}\``).join(', ');
		const who = names === '' ? 'no rule of the file does' : `${names} does`;
		throw bad(`\`${rule.name}\` does not match its example \`${show(example)}\`; ${who}`, rule, policy);
	}
	const others = own.map((about) => firstMatch(policy, about)).filter((first) => first !== rule);
	const milder = others.find((first) => first !== undefined && isMilder(first.decision, rule.decision));
	const before = milder ?? (others.length === own.length ? others[0] : undefined);
	if (before === undefined) return;
	const spoken = others.length === own.length ? 'never decides' : 'does not decide all of';
	const message = `\`${rule.name}\` ${spoken} its own example \`${show(example)}\`: \`${before.name}\` (${policy.file}:${before.line}) decides first`;
	throw bad(message, rule, policy, `Put \`${rule.name}\` before \`${before.name}\`, or narrow that one.`);
}

function isMilder(one: Decision, than: Decision): boolean {
	return one !== than && stricter(one, than) === than;
}

function aboutsOf(example: Example): readonly About[] {
	const facts = { ...exampleFacts, delivered: () => deliveredBy(example) };
	return abouts(subjectOf(callOf(example), facts), facts);
}

function bad(
	message: string,
	rule: Rule,
	{ file }: Policy,
	fix = 'Correct the rule or its example.',
): CountersignError {
	return badPolicy(`${message} (${file}:${rule.line})`, fix);
}

function callOf(example: Example): ToolCall {
	if (typeof example === 'string') return { id: 'example', name: 'shell_exec', args: { command: example } };
	return { id: 'example', name: example.tool, args: example.args };
}

function deliveredBy(example: Example): readonly DeliveredFile[] {
	const files = Object.entries((typeof example === 'string' ? undefined : example.delivers) ?? {});
	const state = (text: string | undefined): FileState | undefined =>
		text === undefined ? undefined : { mode: '100644', bytes: new TextEncoder().encode(text) };
	return files.map(([path, text]) =>
		typeof text === 'string'
			? { path, before: undefined, after: state(text) }
			: { path, before: state(text.before), after: state(text.after?.repeat(text.times ?? 1)) },
	);
}

function show(example: Example): string {
	if (typeof example === 'string') return example;
	const delivers = example.delivers === undefined ? '' : ` with ${Object.keys(example.delivers).join(', ')}`;
	return `${example.tool} ${JSON.stringify(example.args)}${delivers}`;
}
