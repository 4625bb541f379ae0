import { type Finding, type Invocation, opaque } from '../../program.ts';
import { constant } from '../../word.ts';
import { isFile, leadsOut } from './operands.ts';

/** Where a class path names the processors of annotations that a compiler loads and runs. */
const service = 'META-INF/services/javax.annotation.processing.Processor';

/** Judges the class path of a compiler. Threat: the compiler runs the processors that it finds there, unless they are switched off. */
export function processors(it: Invocation): readonly Finding[] {
	if (it.words.some(({ text }) => text === '-proc:none')) return [];
	const given = it.values('-cp', '-classpath', '--class-path', '--module-path', '-p');
	const parts = given.length === 0 ? ['.'] : given.flatMap(({ text }) => text.split(':'));
	const isLoading = (part: string) =>
		/\.jar$|\*$/.test(part) ||
		isFile(`${part === '' ? '.' : part}/${service}`, it.scope) ||
		leadsOut(constant(part), it.scope);
	const isTold = it.words.some(({ text }) => text === '-proc:full');
	return parts
		.filter(isLoading)
		.concat(isTold ? ['-proc:full'] : [])
		.map((part) => opaque(`what \`${part}\` loads`));
}
