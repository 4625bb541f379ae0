import { environmentShown, type Finding, type Invocation } from '../../program.ts';

const reporting = /^--report-(uncaught-exception|on-fatalerror|on-signal)$/;

/** Reports options of Node that write a diagnostic report. It contains all variables of the environment. */
export function nodeReports({ options }: Invocation): readonly Finding[] {
	// Node treats `_` as `-`.
	const names = options.map(({ name }) => name.replaceAll('_', '-'));
	return names.some((name) => reporting.test(name)) && !names.includes('--report-exclude-env')
		? [environmentShown]
		: [];
}
