import { type Finding, type Invocation, opaque, secret } from '../../program.ts';

/** Expressions whose values contain no secret. */
const plainExpression =
	/^(project\.(version|groupId|artifactId|name|packaging|description|url|parent\.(version|groupId|artifactId)|build\.\w+|modules|basedir|java\.version|properties(\.[\w.-]+)?)|maven\.(version|compiler\.\w+|build\.\w+)|java\.version)$/;

/** Judges `help:evaluate`, which evaluates the lines of its input if no expression is given. */
export function askedOfMaven(it: Invocation): readonly Finding[] {
	const isGiven = it.values('-D', '--define').some(({ text }) => /^expression=/.test(text));
	if (isGiven || !it.operands.some(({ text }) => text === 'help:evaluate')) return [];
	const lines = it.stdin?.text?.split('\n').filter((line) => line.trim() !== '');
	return lines?.flatMap((line) => evaluatedByMaven(`expression=${line.trim()}`)) ?? [opaque('what Maven is asked for')];
}

/** Judges expressions that Maven prints. They can show the environment, or the passwords in its settings. */
export function evaluatedByMaven(property: string): readonly Finding[] {
	const expression = /^expression=(.*)$/s.exec(property)?.[1];
	const plain = /^\$\{([^${}]*)\}$/.exec(expression ?? '')?.[1] ?? expression;
	if (expression === undefined || plain === undefined || plainExpression.test(plain)) return [];
	if (/\b(env|settings)\b/.test(expression)) return [secret(`\`${expression}\` of Maven`)];
	return [opaque(`what \`${expression}\` of Maven holds`)];
}
