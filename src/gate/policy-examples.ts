import type { CountersignError, Facts, ToolCall } from '../core/index.ts';
import { subjectOf } from './effects.ts';
import { abouts, firstMatch, type Policy } from './policy.ts';
import type { Example, RuleText } from './policy-schema.ts';

const root = '/workspace';

/** The project in which examples of policies are read: one of each kind, declared by its usual files. */
const exampleFiles: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: {
			test: 'node --test',
			lint: 'eslint .',
			build: 'tsc',
			'format:check': 'biome check',
			deploy: './deploy.sh',
		},
		devDependencies: { typescript: '*', eslint: '*', vitest: '*' },
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
	changedInRun: () => false,
};

/** Checks the examples of a policy: each rule must be the one that speaks for what it says it matches. */
export function checkExamples(
	policy: Policy,
	rules: readonly RuleText[],
	bad: (index: number, message: string) => CountersignError,
): void {
	rules.forEach((rule, i) => {
		for (const example of rule.match ?? []) {
			const spoken = rulesThatSpeak(policy, example);
			if (spoken.has(i)) continue;
			const others = [...spoken].map((index) => `\`${policy.rules[index]?.name}\``).join(', ');
			throw bad(
				i,
				`\`${rule.name}\` does not match its example \`${show(example)}\`; ${others === '' ? 'no rule of the file does' : `${others} does`}`,
			);
		}
		for (const example of rule.not_match ?? []) {
			if (rulesThatSpeak(policy, example).has(i))
				throw bad(i, `\`${rule.name}\` matches \`${show(example)}\`, which its \`not_match\` excludes`);
		}
	});
}

function rulesThatSpeak(policy: Policy, example: Example): ReadonlySet<number> {
	const subject = subjectOf(callOf(example), exampleFacts);
	const rules = abouts(subject, exampleFacts.home).map((about) => firstMatch(policy, about));
	return new Set(rules.flatMap((rule) => (rule === undefined ? [] : [policy.rules.indexOf(rule)])));
}

function callOf(example: Example): ToolCall {
	if (typeof example === 'string') return { id: 'example', name: 'shell_exec', args: { command: example } };
	return { id: 'example', name: example.tool, args: example.args };
}

function show(example: Example): string {
	return typeof example === 'string' ? example : `${example.tool} ${JSON.stringify(example.args)}`;
}
