import { type Finding, type Invocation, opaque } from '../../program.ts';

const keeping =
	/^--(init|(generate|create|update|save|append|set)-([a-z]+-)*(baselines?|todo|config(uration)?|expectations?|snapshots?|snippets?|suppressions?|locks?))$/;

/**
 * Reports options that write a file of the project, although no argument names the file: `--init`, `--generate-baseline`. `listed` are the
 * options that the tool's own row judges.
 */
export function keptFiles({ options }: Invocation, listed: readonly string[]): readonly Finding[] {
	const unlisted = options.filter(({ name }) => keeping.test(name) && !listed.includes(name));
	return unlisted.map(({ name }) => opaque(`which file \`${name}\` writes`));
}
